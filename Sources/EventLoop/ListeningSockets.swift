internal import CLibevent
internal import Glibc

/// Sockets that listen on one address and port, one for each loop; the kernel spreads connections over them.
package struct ListeningSockets: Equatable, Sendable {
    /// Each to be accepted from, and closed, by the loop that it is given to.
    package let descriptors: [Descriptor]
    /// The real port, also when 0 was asked for.
    package let port: UInt16

    /// Whether a text is an IPv4 or IPv6 address in figures.
    package static func isNumericAddress(_ host: String) -> Bool {
        SocketAddress(host: host, port: 0) != nil
    }

    /// Listens on a numeric address.
    ///
    /// The first socket is bound without `SO_REUSEPORT`: a port that another process holds is an error, whatever that
    /// process allows. It is shared only afterwards, with the sockets of this process.
    ///
    /// - Throws: ``SocketError`` with the step that failed.
    package init(host: String, port: UInt16, count: Int) throws(SocketError) {
        guard let address = SocketAddress(host: host, port: port) else { throw SocketError(step: .address) }
        var opened: [Descriptor] = []
        do throws(SocketError) {
            let first = try Self.open(address, sharing: .afterBind)
            opened.append(first)
            let realPort = Self.boundPort(of: first)
            for _ in 1..<max(count, 1) {
                guard let again = SocketAddress(host: host, port: realPort) else { break }
                opened.append(try Self.open(again, sharing: .beforeBind))
            }
            for descriptor in opened where Glibc.listen(descriptor, 4_096) != 0 { throw Self.failure(of: .bind) }
            descriptors = opened
            self.port = realPort
        } catch {
            for descriptor in opened { Glibc.close(descriptor) }
            throw error
        }
    }

    private enum Sharing {
        case beforeBind, afterBind
    }

    private static func open(_ address: SocketAddress, sharing: Sharing) throws(SocketError) -> Descriptor {
        let descriptor = next_to_go_socket(address.family)
        guard descriptor >= 0 else { throw failure(of: .open) }
        set(SOL_SOCKET, SO_REUSEADDR, of: descriptor)
        // `::` is IPv6 alone; otherwise the outcome would depend on a system setting.
        if address.family == AF_INET6 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, of: descriptor) }
        if sharing == .beforeBind { set(SOL_SOCKET, SO_REUSEPORT, of: descriptor) }
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            let failure = failure(of: .bind)
            Glibc.close(descriptor)
            throw failure
        }
        if sharing == .afterBind { set(SOL_SOCKET, SO_REUSEPORT, of: descriptor) }
        return descriptor
    }

    private static func set(_ level: Int32, _ name: Int32, of descriptor: Descriptor) {
        var on: Int32 = 1
        setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(of descriptor: Descriptor) -> UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port stands at the same place in IPv4 and IPv6 addresses (netinet/in.h).
        return withUnsafeBytes(of: &address) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    }

    private static func failure(of step: SocketError.Step) -> SocketError {
        let number = errno
        return SocketError(step: step, number: number, reason: String(cString: strerror(number)))
    }
}

internal import CLibevent
internal import Glibc

/// Listening sockets that were opened by another process, as a service manager does: every loop accepts from all of them.
///
/// The loops share one queue for each socket, and whoever comes first takes a connection: sockets of our own beside them
/// (`SO_REUSEPORT`) are not possible, for the kernel shares a port among sockets of one user only (socket(7)), and these
/// are the manager's. They stay open there while the process is replaced, so that nobody is refused meanwhile.
package struct PassedSockets: Equatable, Sendable {
    /// For each loop descriptors of all sockets, to be accepted from, and closed, by that loop.
    package let descriptors: [[Descriptor]]
    /// What they are bound to, as `127.0.0.1:8080` or `[::1]:8080`.
    package let addresses: [String]

    /// Takes the sockets over: they belong to the loops from now on, or are closed after an error.
    ///
    /// - Parameters:
    ///   - sockets: bound to IPv4 or IPv6 addresses, and listening.
    ///   - count: how many loops there are, 1 at least.
    /// - Throws: ``SocketError`` when no descriptors are left.
    package init(_ sockets: [Descriptor], count: Int) throws(SocketError) {
        var loops = [sockets]
        for _ in 1..<max(count, 1) {
            var copies: [Descriptor] = []
            for socket in sockets {
                let copy = next_to_go_duplicate(socket)
                guard copy >= 0 else {
                    let number = errno
                    for descriptor in loops.joined() + copies { Glibc.close(descriptor) }
                    throw SocketError(step: .open, number: number, reason: String(cString: strerror(number)))
                }
                copies.append(copy)
            }
            loops.append(copies)
        }
        // All copies share this with the original: a loop must not wait when another one was first.
        for socket in sockets { evutil_make_socket_nonblocking(socket) }
        descriptors = loops
        addresses = sockets.map(Self.address)
    }

    private static func address(of descriptor: Descriptor) -> String {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: 6)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                getsockname(descriptor, pointer, &length)
                return getnameinfo(
                    pointer, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                    NI_NUMERICHOST | NI_NUMERICSERV)
            }
        }
        guard status == 0 else { return "descriptor \(descriptor)" }
        let name = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let number = String(decoding: port.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return name.contains(":") ? "[\(name)]:\(number)" : "\(name):\(number)"
    }
}

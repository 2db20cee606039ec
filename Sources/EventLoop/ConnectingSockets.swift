internal import CLibevent
internal import Glibc

/// Sockets that can also call others: what a client needs beside ``Sockets``.
package protocol ConnectingSockets: Sockets {
    /// Begins to connect; the descriptor is ready for writing when that is over, one way or the other.
    ///
    /// - Parameter source: the address to come from; its port should be 0. Nil leaves the choice to the system.
    func connect(to address: SocketAddress, from source: SocketAddress?) -> ConnectOutcome

    /// Why a connection that was begun did not come about, in the system's words; nil when it did.
    func connectFailure(_ descriptor: Descriptor) -> String?
}

package enum ConnectOutcome: Equatable, Sendable {
    case begun(Descriptor)
    /// With the system's words.
    case failed(String)
}

extension SystemSockets: ConnectingSockets {
    package func connect(to address: SocketAddress, from source: SocketAddress?) -> ConnectOutcome {
        let descriptor = next_to_go_socket(address.family)
        guard descriptor >= 0 else { return .failed(Self.reason(errno)) }
        if let source {
            // The port is chosen when both ends are known, so that one serves many targets (ip(7)).
            var on: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &on, socklen_t(MemoryLayout<Int32>.size))
            guard source.withPointer({ bind(descriptor, $0, $1) }) == 0 else { return give(up: descriptor) }
        }
        guard address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 || errno == EINPROGRESS else {
            return give(up: descriptor)
        }
        return .begun(descriptor)
    }

    private func give(up descriptor: Descriptor) -> ConnectOutcome {
        let reason = Self.reason(errno)
        Glibc.close(descriptor)
        return .failed(reason)
    }

    package func connectFailure(_ descriptor: Descriptor) -> String? {
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else { return Self.reason(errno) }
        return number == 0 ? nil : Self.reason(number)
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

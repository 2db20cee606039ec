internal import CSystemd
internal import Glibc

/// The service manager that has started this process, if one has: systemd, or whoever speaks its protocol.
package struct ServiceManager: Sendable {
    /// Whether somebody listens to ``tell(_:)``: `NOTIFY_SOCKET` names a socket.
    package let listens: Bool

    package init(environment: [String: String]) {
        listens = environment["NOTIFY_SOCKET"].map { !$0.isEmpty } ?? false
    }

    /// Tells the manager all of this in one message, if it listens (sd_notify(3)). Never waits for long: one datagram.
    ///
    /// - Throws: when there is a manager that cannot be told.
    package func tell(_ messages: [ServiceMessage]) throws(ServiceManagerError) {
        guard listens, !messages.isEmpty else { return }
        let status = sd_notify(0, messages.map(\.text).joined(separator: "\n"))
        if status < 0 { throw ServiceManagerError("the service manager cannot be told: \(Self.reason(status))") }
    }

    /// How often the manager wants to hear ``ServiceMessage/alive`` at least; nil when it does not
    /// (sd_watchdog_enabled(3)).
    ///
    /// - Throws: when `WATCHDOG_USEC` or `WATCHDOG_PID` is no number.
    package func watchdog() throws(ServiceManagerError) -> Duration? {
        var microseconds: UInt64 = 0
        let status = sd_watchdog_enabled(0, &microseconds)
        guard status >= 0 else {
            throw ServiceManagerError("WATCHDOG_USEC or WATCHDOG_PID is not valid: \(Self.reason(status))")
        }
        return status > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Listening TCP sockets that the manager has opened for this process, in the order of its unit (sd_listen_fds(3)).
    ///
    /// They are the caller's; a child process does not inherit them.
    ///
    /// - Throws: when `LISTEN_FDS` or `LISTEN_PID` is not valid, or one of them is something else.
    package func passedSockets() throws(ServiceManagerError) -> [Int32] {
        let count = sd_listen_fds(0)
        if count < 0 { throw ServiceManagerError("LISTEN_FDS or LISTEN_PID is not valid: \(Self.reason(count))") }
        // The first one is always 3 (SD_LISTEN_FDS_START).
        let descriptors = (0..<count).map { 3 + $0 }
        for descriptor in descriptors
        where sd_is_socket_inet(descriptor, AF_UNSPEC, Int32(SOCK_STREAM.rawValue), 1, 0) <= 0 {
            throw ServiceManagerError("the service manager passed descriptor \(descriptor), no listening TCP socket")
        }
        return descriptors
    }

    /// libsystemd returns negative numbers of errors.
    private static func reason(_ status: Int32) -> String { String(cString: strerror(-status)) }
}

/// What is wrong between this process and its manager, as one clause for the operator.
package struct ServiceManagerError: Error, Equatable, Sendable {
    package var clause: String

    package init(_ clause: String) {
        self.clause = clause
    }
}

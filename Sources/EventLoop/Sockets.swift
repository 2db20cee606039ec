/// A socket's number in this process.
package typealias Descriptor = Int32

/// What a loop does with sockets: the seam behind which the system's sockets, or a simulation's, do the work.
///
/// Everything here is non-blocking and belongs to one loop.
package protocol Sockets: AnyObject {
    /// The next connection that waits on a listener.
    func accept(_ listener: Descriptor) -> AcceptOutcome

    /// Reads what has come, at most the size of `buffer`.
    func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome

    /// Gives bytes to the kernel, as many as it takes at once.
    func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome

    /// Bytes that the kernel holds and the peer has not acknowledged; nil when it cannot be told. Costs a system call.
    func queued(_ descriptor: Descriptor) -> Int?

    /// Bounds what the kernel holds for a stream's reader and how long it waits for a dead one.
    func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits)

    /// Tells `receiver` whenever the descriptor is ready for what is asked; replaces what was asked before.
    /// The receiver is not kept alive. Nothing asked keeps the place, silent.
    func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver)

    /// Forgets what was asked for a descriptor; needed before somebody else closes it.
    func unwatch(_ descriptor: Descriptor)

    /// Says that nothing more will be written, while reading goes on.
    func finishWriting(_ descriptor: Descriptor)

    /// Closes and forgets a descriptor.
    func close(_ descriptor: Descriptor)
}

/// Whoever waits for a socket to be ready; called on the loop.
package protocol SocketReceiver: AnyObject {
    func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness)
}

package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reading = Readiness(rawValue: 1)
    package static let writing = Readiness(rawValue: 2)
}

package enum AcceptOutcome: Equatable, Sendable {
    case connection(Descriptor, PeerAddress)
    /// Nobody waits.
    case none
    /// No descriptor or memory is left: pause, then try again.
    case exhausted
    /// This one was gone before it was taken, or the network failed: try the next.
    case failed
}

package enum ReadOutcome: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    /// The peer will send nothing more.
    case ended
    /// The kernel gave the connection up: what was sent stayed unacknowledged for too long.
    case timedOut
    case failed
}

package enum WriteOutcome: Equatable, Sendable {
    case wrote(Int)
    case wouldBlock
    /// The kernel gave the connection up: what was sent stayed unacknowledged for too long.
    case timedOut
    /// The connection is gone.
    case failed
}

package struct StreamSocketLimits: Equatable, Sendable {
    /// Asked of `SO_SNDBUF` in bytes; Linux doubles it for its book-keeping. Default 16 KiB.
    package var sendBufferBytes: Int32
    /// Milliseconds that sent bytes may stay unacknowledged (`TCP_USER_TIMEOUT`). Default 30,000.
    package var unacknowledgedMilliseconds: UInt32

    package init(sendBufferBytes: Int32 = 16_384, unacknowledgedMilliseconds: UInt32 = 30_000) {
        self.sendBufferBytes = sendBufferBytes
        self.unacknowledgedMilliseconds = unacknowledgedMilliseconds
    }
}

/// Why a socket could not be made to listen.
package struct SocketError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Step: String, Sendable {
        case address = "not a numeric address"
        case open = "cannot open a socket"
        case bind = "cannot listen"
    }

    package var step: Step
    /// The system's number for the error, 0 when it gave none.
    package var number: Int32
    /// The system's words for the number, empty when it gave none.
    package var reason: String

    package init(step: Step, number: Int32 = 0, reason: String = "") {
        self.step = step
        self.number = number
        self.reason = reason
    }

    package var description: String {
        reason.isEmpty ? step.rawValue : "\(step.rawValue): \(reason)"
    }
}

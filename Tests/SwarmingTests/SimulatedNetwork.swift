import EventLoop
import TestSupport

@testable import Swarming

/// Sockets that connect to peers which the test plays.
final class SimulatedNetwork: ConnectingSockets {
    let sockets = SimulatedSockets()
    /// Everyone that was ever called, in order.
    private(set) var called: [SimulatedSockets.Peer] = []
    /// What the next calls come to instead of a connection.
    var refusals: [ConnectOutcome] = []
    /// What is said of connections that are begun.
    var failure: String?

    func connect(to address: SocketAddress, from source: SocketAddress?) -> ConnectOutcome {
        if !refusals.isEmpty { return refusals.removeFirst() }
        let peer = sockets.accepted()
        called.append(peer)
        return .begun(peer.descriptor)
    }

    func connectFailure(_ descriptor: Descriptor) -> String? { failure }

    func accept(_ listener: Descriptor) -> AcceptOutcome { sockets.accept(listener) }
    func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        sockets.read(descriptor, into: buffer)
    }
    func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        sockets.write(descriptor, bytes)
    }
    func queued(_ descriptor: Descriptor) -> Int? { sockets.queued(descriptor) }
    func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits) {
        sockets.prepareStream(descriptor, limits: limits)
    }
    func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver) {
        sockets.watch(descriptor, for: readiness, receiver: receiver)
    }
    func unwatch(_ descriptor: Descriptor) { sockets.unwatch(descriptor) }
    func finishWriting(_ descriptor: Descriptor) { sockets.finishWriting(descriptor) }
    func close(_ descriptor: Descriptor) { sockets.close(descriptor) }
}

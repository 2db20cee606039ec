package import EventLoop

/// Sockets without a network: what peers send and take is up to the test, and nothing happens until ``deliver()``.
package final class SimulatedSockets: Sockets {
    package static let listener: Descriptor = 3

    /// The other side of one connection.
    package final class Peer {
        package let descriptor: Descriptor
        package let address: PeerAddress
        /// What has been sent to the server and not read by it.
        var incoming: [UInt8] = []
        /// All that the server has written to it.
        package fileprivate(set) var received: [UInt8] = []
        /// Bytes that may still be written before the server has to wait.
        package var window = Int.max
        /// Nothing more will come from it.
        package fileprivate(set) var hasEnded = false
        /// It is gone: writes fail.
        package fileprivate(set) var isGone = false
        /// The kernel has given it up.
        package var hasTimedOut = false
        /// The server has said that it will write nothing more.
        package fileprivate(set) var sawEnd = false
        /// The server has closed the socket.
        package fileprivate(set) var isClosed = false
        package fileprivate(set) var streamLimits: StreamSocketLimits?

        init(descriptor: Descriptor, address: PeerAddress) {
            self.descriptor = descriptor
            self.address = address
        }

        package func send(_ text: String) { incoming += text.utf8 }
        package func send(_ bytes: [UInt8]) { incoming += bytes }

        /// Closes its direction, as `shutdown(SHUT_WR)` does.
        package func finishWriting() { hasEnded = true }

        /// Closes the socket: the next write to it fails.
        package func close() {
            hasEnded = true
            isGone = true
        }

        package var text: String { String(decoding: received, as: UTF8.self) }

        /// What has come since the last call.
        package func takeText() -> String {
            defer { received = [] }
            return text
        }
    }

    private struct Watch {
        var readiness: Readiness
        weak var receiver: (any SocketReceiver)?
    }

    private var watches: [Descriptor: Watch] = [:]
    private var peers: [Descriptor: Peer] = [:]
    private var backlog: [Peer] = []
    private var next: Descriptor = 10
    /// Calls of `write`, for tests of cost.
    package private(set) var writes = 0
    /// Connections that may still be accepted before descriptors run out.
    package var descriptorsLeft = Int.max

    package init() {}

    /// A new connection that waits to be accepted.
    package func connect(from address: PeerAddress = PeerAddress(high: 0, low: 1)) -> Peer {
        let peer = Peer(descriptor: next, address: address)
        next += 1
        backlog.append(peer)
        return peer
    }

    /// A connection that is accepted already, for tests of what comes after.
    package func accepted() -> Peer {
        let peer = connect()
        backlog.removeLast()
        peers[peer.descriptor] = peer
        return peer
    }

    /// Descriptors that are open on the server's side.
    package var openCount: Int { peers.count }

    /// Tells receivers what is ready, again and again until nothing is.
    package func deliver() {
        for _ in 0..<10_000 {
            var wasIdle = true
            for descriptor in watches.keys.sorted() {
                guard let watch = watches[descriptor] else { continue }
                let ready = readiness(of: descriptor).intersection(watch.readiness)
                guard !ready.isEmpty else { continue }
                wasIdle = false
                watch.receiver?.socketIsReady(descriptor, for: ready)
            }
            if wasIdle { return }
        }
        fatalError("the simulated sockets do not come to rest: somebody spins")
    }

    private func readiness(of descriptor: Descriptor) -> Readiness {
        if descriptor == Self.listener { return backlog.isEmpty ? [] : .reading }
        guard let peer = peers[descriptor] else { return [] }
        var ready: Readiness = []
        if !peer.incoming.isEmpty || peer.hasEnded || peer.hasTimedOut { ready.insert(.reading) }
        if peer.window > 0 || peer.isGone { ready.insert(.writing) }
        return ready
    }

    package func accept(_ listener: Descriptor) -> AcceptOutcome {
        guard !backlog.isEmpty else { return .none }
        guard descriptorsLeft > 0 else { return .exhausted }
        descriptorsLeft -= 1
        let peer = backlog.removeFirst()
        peers[peer.descriptor] = peer
        return .connection(peer.descriptor, peer.address)
    }

    package func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        guard let peer = peers[descriptor] else { return .failed }
        if peer.hasTimedOut { return .timedOut }
        guard !peer.incoming.isEmpty else { return peer.isGone || peer.hasEnded ? .ended : .wouldBlock }
        let count = min(buffer.count, peer.incoming.count)
        buffer.copyBytes(from: peer.incoming[..<count])
        peer.incoming.removeFirst(count)
        return .bytes(count)
    }

    package func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        writes += 1
        guard let peer = peers[descriptor], !peer.isGone else { return .failed }
        if peer.hasTimedOut { return .timedOut }
        guard peer.window > 0 else { return .wouldBlock }
        let count = min(bytes.count, peer.window)
        peer.received += bytes[..<count]
        if peer.window != Int.max { peer.window -= count }
        return .wrote(count)
    }

    package func queued(_ descriptor: Descriptor) -> Int? { 0 }

    package func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits) {
        peers[descriptor]?.streamLimits = limits
    }

    package func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver) {
        watches[descriptor] = Watch(readiness: readiness, receiver: receiver)
    }

    package func unwatch(_ descriptor: Descriptor) { watches[descriptor] = nil }

    package func finishWriting(_ descriptor: Descriptor) { peers[descriptor]?.sawEnd = true }

    package func close(_ descriptor: Descriptor) {
        watches[descriptor] = nil
        peers[descriptor]?.isClosed = true
        peers[descriptor] = nil
        descriptorsLeft += descriptorsLeft == Int.max ? 0 : 1
    }
}

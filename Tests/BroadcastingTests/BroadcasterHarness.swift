import EventLoop
import HTTPServer
import Racing
import ServerSentEvents
import TestSupport

@testable import Broadcasting

/// A broadcaster over simulated sockets, turned second by second.
final class BroadcasterHarness {
    let sockets = SimulatedSockets()
    let broadcaster: Broadcaster
    let closer: PoliteCloser
    let room: SubscriberRoom
    private(set) var second: Second

    init(
        _ history: CardHistory, at second: Second = TestRaces.base + 1, room: Int = 100, perAddress: Int = 0,
        limits: BroadcastLimits = BroadcastLimits()
    ) {
        self.second = second
        self.room = SubscriberRoom(limit: room, limitPerAddress: perAddress)
        closer = PoliteCloser(sockets: sockets) { .zero }
        broadcaster = Broadcaster(
            sockets: sockets, closer: closer, history: history, second: second, room: self.room,
            limits: limits, seed: 1)
    }

    func join(
        _ query: StreamQuery = StreamQuery(), from client: PeerAddress = PeerAddress(high: 0, low: 1),
        lastEventID: Second? = nil, window: Int = Int.max
    ) -> Listener {
        let peer = sockets.accepted()
        peer.window = window
        let listener = Listener(peer: peer, isCompressed: query.coding == .gzip)
        broadcaster.subscribe(
            peer.descriptor, query, for: client, head: Array("HEAD\r\n\r\n".utf8), lastEventID: lastEventID)
        return listener
    }

    func advance(by seconds: Int = 1) {
        for _ in 0..<seconds {
            second = second + 1
            broadcaster.advance(to: second)
            sockets.deliver()
        }
    }

    func jump(to second: Second) {
        self.second = second
        broadcaster.advance(to: second)
        sockets.deliver()
    }
}

/// What one subscriber has heard.
final class Listener {
    let peer: SimulatedSockets.Peer
    private var read = 0
    private var reader: StreamReader

    init(peer: SimulatedSockets.Peer, isCompressed: Bool = false) {
        self.peer = peer
        reader = StreamReader(isCompressed: isCompressed)
    }

    /// All that has come, parsed.
    var stream: StreamReader {
        reader.feed(Array(peer.received[read...]))
        read = peer.received.count
        return reader
    }

    private var taken = 0

    /// The events that have come since the last call.
    func news() -> [EventStreamParser.Event] {
        let events = stream.events
        defer { taken = events.count }
        return Array(events[taken...])
    }

    /// Their types since the last call.
    func newTypes() -> [String] { news().map(\.type) }
}

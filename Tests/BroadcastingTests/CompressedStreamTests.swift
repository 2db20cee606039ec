import GzipReading
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `A compressed stream` {
    private static let gzip = StreamQuery(coding: .gzip)

    /// A board on which much happens within three minutes: starts, expiries, a re-timing, a race that comes late.
    private static let busy: CardHistory = {
        var history = TestRaces.history([
            TestRaces.race("a", in: -40), TestRaces.race("b", in: 30, meeting: "Ipswich"),
            TestRaces.race("c", in: 60, category: .harness), TestRaces.race("d", in: 90, category: .greyhound),
        ])
        history.merge(
            RaceCard(races: [
                TestRaces.race("c", in: 120, category: .harness), TestRaces.race("d", in: 90, category: .greyhound),
                TestRaces.race("e", in: 150, meeting: "Bendigo"),
            ]), polledAt: base + 50, from: base + 51)
        return history
    }()

    @Test(arguments: [
        Self.gzip, StreamQuery(board: .first(2), events: [.races, .countdown], coding: .gzip),
        StreamQuery(events: [.announce], coding: .gzip), StreamQuery(events: [.races, .feed], coding: .gzip),
    ])
    func `says what a plain one says, whenever it was joined`(query: StreamQuery) {
        let harness = BroadcasterHarness(Self.busy)
        var plain = query
        plain.coding = .identity
        var pairs: [(Listener, Listener)] = []
        for second in 0..<180 {
            if second.isMultiple(of: 7) { pairs.append((harness.join(query), harness.join(plain))) }
            harness.advance()
            for (compressed, plain) in pairs {
                // Nothing is held back: after every second all of it can be read.
                #expect(compressed.news() == plain.news())
            }
        }
        harness.broadcaster.shutDown()
        for (compressed, _) in pairs {
            #expect(compressed.stream.faults.isEmpty && compressed.stream.hasEnded)
            #expect(compressed.stream.inflater?.hasEnded == true)
            #expect(compressed.stream.events.last?.type == "bye")
        }
    }

    @Test func `puts each event into one chunk that can be read when it has come`() {
        let harness = BroadcasterHarness(Self.busy)
        let listener = harness.join(Self.gzip)
        harness.advance(by: 60)
        let stream = listener.stream
        #expect(stream.chunks.count == stream.events.count)
        #expect(stream.chunks.allSatisfy { $0.suffix(2) == [0x0A, 0x0A] })
    }

    @Test func `brings the same bytes to all that have had the last frame, and anew only to the others`() {
        let harness = BroadcasterHarness(Self.busy)
        let early = harness.join(Self.gzip)
        harness.advance()
        let late = harness.join(Self.gzip)
        _ = (early.peer.takeText(), late.peer.takeText())
        harness.advance()
        let (difference, whole) = (early.peer.received, late.peer.received)
        #expect(difference.count * 2 < whole.count)
        _ = (early.peer.takeText(), late.peer.takeText())
        harness.advance()
        #expect(early.peer.received == late.peer.received)
        #expect(!early.peer.received.isEmpty)
    }

    @Test func `costs less than 100 bytes a second for five races, chunk and all`() {
        let ids = [
            "7c2f3a0e-5a3a-4c55-9a7e-1f0a4f1f7b10", "0b0f6a51-21a7-4b0c-8d0e-6f3a9c2b7d44",
            "e2b1c9d8-33f4-4e1e-9c57-2a7d5e8f9013", "5d9e7a63-8c1b-49af-b2d6-0c4f3e2a1b55",
            "91f4d2c7-6b5a-4870-a3e9-7d8c0b1f2e66",
        ]
        let races = zip(ids, [400, 460, 460, 580, 1_300]).map { TestRaces.race($0, in: $1) }
        let query = StreamQuery(events: .countdown, coding: .gzip)
        let harness = BroadcasterHarness(TestRaces.history(races))
        let listener = harness.join(query)
        harness.advance()
        var sizes: [Int] = []
        for _ in 0..<300 {
            _ = listener.peer.takeText()
            harness.advance()
            sizes.append(listener.peer.received.count)
        }
        #expect(sizes.reduce(0, +) / sizes.count <= 75)
        // All minutes change at once in the same second, once in sixty.
        #expect(sizes.filter { $0 > 100 }.count <= sizes.count / 60)
        #expect(sizes.min() ?? 0 > 20)
    }

    @Test func `that lags loses nothing and stays readable`() {
        let harness = BroadcasterHarness(Self.busy)
        let listener = harness.join(Self.gzip)
        let plain = harness.join()
        var news: [EventStreamParser.Event] = []
        for step in 0..<170 {
            listener.peer.window = step % 20 < 12 ? [0, 1, 30, 200][step % 4] : Int.max
            harness.sockets.deliver()
            harness.advance()
            news += listener.news()
        }
        listener.peer.window = Int.max
        harness.sockets.deliver()
        news += listener.news()
        #expect(listener.stream.faults.isEmpty)
        let seconds = news.filter { $0.type == "countdown" }.compactMap { Int($0.data.dropFirst(7).prefix(10)) }
        #expect(seconds.count > 60 && zip(seconds, seconds.dropFirst()).allSatisfy(<))
        #expect(news.last?.data == plain.stream.events.last?.data)
        harness.broadcaster.shutDown()
        #expect(listener.stream.events.last?.type == "bye")
        #expect(listener.stream.inflater?.hasEnded == true && listener.stream.faults.isEmpty)
    }

    @Test func `that is cut off in the middle of its beginning goes on from there`() {
        for window in stride(from: 1, to: 1_200, by: 13) {
            let harness = BroadcasterHarness(Self.busy)
            let listener = harness.join(Self.gzip, window: window)
            harness.advance(by: 3)
            listener.peer.window = Int.max
            harness.sockets.deliver()
            harness.advance(by: 2)
            harness.broadcaster.shutDown()
            #expect(listener.stream.faults.isEmpty && listener.stream.inflater?.hasEnded == true, "\(window)")
            #expect(listener.stream.events.last?.type == "bye")
        }
    }

    @Test func `for one that finds no room is a whole body too`() {
        let harness = BroadcasterHarness(Self.busy, room: 0)
        let listener = harness.join(Self.gzip)
        #expect(listener.stream.events.map(\.type) == ["bye"])
        #expect(listener.stream.faults.isEmpty && listener.stream.inflater?.hasEnded == true)
    }

    @Test(arguments: [StreamFormat.eventStream, .lines, .terminal(TerminalStyle(width: 80))])
    func `has the same text in every format, until the connection closes too`(format: StreamFormat) {
        let harness = BroadcasterHarness(Self.busy)
        let plain = StreamQuery(announce: .off, format: format, framing: .untilClose)
        var query = plain
        query.coding = .gzip
        let (compressed, other) = (harness.join(query), harness.join(plain))
        harness.advance(by: 70)
        let body = compressed.peer.received.dropFirst("HEAD\r\n\r\n".utf8.count)
        let inflater = Inflater()
        let text = inflater.feed(Array(body))
        #expect(inflater.fault == nil)
        let expected = Array(other.peer.received.dropFirst("HEAD\r\n\r\n".utf8.count))
        // The time to come back is drawn for each.
        let start = format == .eventStream ? "retry: 1234\n".utf8.count : 0
        #expect(text.dropFirst(start) == expected.dropFirst(start))
    }

    @Test func `goes on when the clock is set back`() {
        let harness = BroadcasterHarness(Self.busy, at: base + 40)
        let listener = harness.join(Self.gzip)
        harness.advance(by: 2)
        _ = listener.news()
        harness.broadcaster.setBack(to: base - 3_000)
        #expect(listener.newTypes() == ["races", "feed", "countdown"])
        #expect(listener.stream.faults.isEmpty)
    }

    @Test func `is not made where compression is off`() {
        let harness = BroadcasterHarness(Self.busy)
        #expect(harness.broadcaster.compresses)
        let off = Broadcaster(
            sockets: harness.sockets, closer: harness.closer, history: Self.busy, second: base + 1, room: harness.room,
            compresses: false, seed: 1)
        #expect(!off.compresses)
    }
}

import EventLoop
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `A stream` {
    @Test func `begins at once with retry, feed, races and countdown of the current second`() throws {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]), at: base + 7)
        let listener = harness.join()
        let stream = listener.stream
        #expect(stream.head == "HEAD\r\n\r\n")
        #expect(stream.events.map(\.type) == ["feed", "races", "countdown"])
        #expect(stream.events.allSatisfy { $0.data.hasPrefix(#"{"now":1768435207,"#) })
        #expect(try (2_000...5_000).contains(#require(stream.parser.retry)))
        #expect(stream.faults.isEmpty && stream.parser.oddities.isEmpty)
    }

    @Test func `puts each event into one chunk`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join()
        harness.advance(by: 3)
        let stream = listener.stream
        #expect(stream.chunks.count == stream.events.count)
        #expect(stream.chunks.allSatisfy { $0.suffix(2) == [0x0A, 0x0A] })
    }

    @Test func `draws the reconnection time for each client`() {
        let harness = BroadcasterHarness(TestRaces.history([]))
        let retries = Set((0..<20).map { _ in harness.join().stream.parser.retry })
        #expect(retries.count > 10)
        #expect(retries.allSatisfy { $0.map((2_000...5_000).contains) ?? false })
    }

    @Test func `brings a countdown every second, and races only when the board changes`() {
        let harness = BroadcasterHarness(
            TestRaces.history([TestRaces.race("a", in: -55), TestRaces.race("b", in: 300)]), at: base + 1)
        let listener = harness.join()
        _ = listener.news()
        harness.advance(by: 3)
        #expect(listener.newTypes() == ["countdown", "countdown", "countdown"])
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["races", "countdown"])
        #expect(news[0].data.contains(#""changes":[{"id":"a","change":"expired"}],"reset":false"#))
        #expect(news[0].lastEventID == String((base + 5).sinceEpoch))
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }

    @Test func `gives only races an id, and it is the revision`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]), at: base + 9)
        let stream = harness.join().stream
        #expect(stream.events.map(\.lastEventID) == ["", "1768435201", "1768435201"])
        let text = String(decoding: stream.chunks.joined(), as: UTF8.self)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("id:") } == ["id: 1768435201"])
    }

    @Test func `tells a client that comes back the difference since its revision`() {
        var history = TestRaces.history([TestRaces.race("a", in: 300)])
        history.merge(
            RaceCard(races: [TestRaces.race("a", in: 300), TestRaces.race("b", in: 60)]), polledAt: base + 4,
            from: base + 5)
        let harness = BroadcasterHarness(history, at: base + 6)
        let returning = harness.join(lastEventID: base + 1).stream.events("races")
        #expect(returning[0].data.hasSuffix(#""changes":[{"id":"b","change":"added"}],"reset":false}"#))
        let current = harness.join(lastEventID: base + 5).stream.events("races")
        #expect(current[0].data.hasSuffix(#""changes":[],"reset":false}"#))
        let future = harness.join(lastEventID: base + 7).stream.events("races")
        #expect(future[0].data.hasSuffix(#""changes":[],"reset":true}"#))
    }

    @Test func `says when the state of the feed changes, before anything else of the second`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]), at: base + 59)
        let listener = harness.join()
        _ = listener.news()
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["feed", "countdown"])
        #expect(news[0].data.contains(#""state":"stale""#))
    }

    @Test func `sends just the kinds that were asked for`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: -55)]), at: base + 4)
        let races = harness.join(StreamQuery(events: .races))
        let countdown = harness.join(StreamQuery(events: .countdown))
        let feed = harness.join(StreamQuery(events: .feed))
        let announce = harness.join(StreamQuery(events: .announce))
        harness.advance(by: 57)
        #expect(Set(races.newTypes()) == ["races"])
        #expect(Set(countdown.newTypes()) == ["countdown"])
        #expect(Set(feed.newTypes()) == ["feed"])
        #expect(announce.newTypes().isEmpty)
        #expect(announce.stream.parser.retry != nil)
    }

    @Test func `without countdown gets a comment every fifteen seconds`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 3_600)]))
        let listener = harness.join(StreamQuery(events: .races))
        harness.advance(by: 13)
        #expect(listener.stream.parser.comments == 0)
        harness.advance()
        #expect(listener.stream.parser.comments == 1)
        harness.advance(by: 30)
        #expect(listener.stream.parser.comments == 3)
    }

    @Test func `as lines carries type and id in each object`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]), at: base + 1)
        let listener = harness.join(StreamQuery(format: .lines))
        let lines = listener.stream.chunks.map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.map { String($0.prefix(40)) }[0] == #"{"event":"feed","now":1768435201,"source"#)
        #expect(lines[1].hasPrefix(#"{"event":"races","id":"1768435201","now":1768435201,"#))
        #expect(lines[2].hasPrefix(#"{"event":"countdown","now":1768435201,"#))
        #expect(lines.allSatisfy { $0.hasSuffix("}\n") && $0.dropLast().allSatisfy { $0 != "\n" } })
    }

    @Test func `to an old client runs until close, without chunks`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join(StreamQuery(framing: .untilClose))
        harness.broadcaster.shutDown()
        #expect(listener.peer.text.hasPrefix("HEAD\r\n\r\nretry: "))
        #expect(listener.peer.text.hasSuffix("}\n\n"))
    }
}

@Suite struct `Subscribers of one query` {
    @Test func `get the same bytes for the same second, whenever they joined`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let early = harness.join()
        harness.advance(by: 5)
        let late = harness.join()
        _ = (early.peer.takeText(), late.peer.takeText())
        harness.advance(by: 3)
        #expect(early.peer.text == late.peer.text)
        #expect(!early.peer.text.isEmpty)
    }

    @Test func `cost one write each and second`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listeners = (0..<50).map { _ in harness.join() }
        let before = harness.sockets.writes
        harness.advance(by: 4)
        #expect(harness.sockets.writes - before == listeners.count * 4)
        #expect(harness.broadcaster.subscriberCount == 50)
    }

    @Test func `leave without a trace, in any order`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listeners = (0..<6).map { _ in harness.join() }
        for index in [0, 5, 2] { listeners[index].peer.close() }
        harness.advance(by: 2)
        #expect(harness.broadcaster.subscriberCount == 3)
        #expect(harness.broadcaster.counts.closedByPeer == 3)
        for index in [1, 3, 4] {
            _ = listeners[index].news()
            #expect(!listeners[index].peer.isClosed)
        }
        harness.advance()
        for index in [1, 3, 4] { #expect(listeners[index].newTypes() == ["countdown"]) }
        for index in [1, 3, 4] { listeners[index].peer.close() }
        harness.advance(by: 2)
        #expect(harness.broadcaster.watchedBoards.isEmpty)
        #expect(harness.sockets.openCount == 0)
    }

    @Test func `may close their own direction and go on reading`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join()
        listener.peer.finishWriting()
        harness.sockets.deliver()
        _ = listener.news()
        harness.advance(by: 2)
        #expect(listener.newTypes() == ["countdown", "countdown"])
    }

    @Test func `may chatter, up to a bound`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join()
        listener.peer.send([UInt8](repeating: 65, count: 200_000))
        harness.sockets.deliver()
        _ = listener.news()
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }
}

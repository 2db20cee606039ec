import EventLoop
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `A history of another node` {
    private let races = [TestRaces.race("a", in: 300), TestRaces.race("b", in: 600)]

    private func history(_ races: [Race], from: Int, then: ([Race], Int)? = nil) -> CardHistory {
        var history = CardHistory(startingAt: base, origin: FeedOrigin(source: .url, clock: .system))
        history.merge(RaceCard(races: races), polledAt: base, from: base + from)
        if let then { history.merge(RaceCard(races: then.0), polledAt: base + then.1 - 1, from: base + then.1) }
        return history
    }

    @Test func `that has shown the same is taken without a word`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 10)
        let listener = harness.join()
        _ = listener.news()
        harness.broadcaster.publish(history(races, from: 1, then: (races, 12)))
        harness.advance(by: 3)
        #expect(listener.newTypes() == ["countdown", "countdown", "countdown"])
    }

    @Test func `that has shown something else is told with the next frame, race by race`() {
        let harness = BroadcasterHarness(history(races + [TestRaces.race("x", in: 700)], from: 1), at: base + 10)
        let listener = harness.join()
        let deaf = harness.join(StreamQuery(board: BoardQuery(categories: CategorySet(.greyhound))))
        _ = (listener.news(), deaf.news())
        let moved = [TestRaces.race("a", in: 360), TestRaces.race("b", in: 600), TestRaces.race("c", in: 800)]
        harness.broadcaster.publish(history(moved, from: 5))
        #expect(listener.news().isEmpty)
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["races", "countdown"])
        #expect(news[0].lastEventID == String((base + 5).sinceEpoch))
        let changes =
            #""changes":[{"id":"a","change":"retimed","from":\#((base + 300).sinceEpoch)},"#
            + #"{"id":"c","change":"added"},{"id":"x","change":"displaced"}],"reset":false}"#
        #expect(news[0].data.hasSuffix(changes))
        // A board on which nothing is other has nothing to tell.
        #expect(deaf.newTypes() == ["countdown"])
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }

    /// The revision that a client holds must mean the same to every node, wherever it comes back.
    @Test func `that has come to the same board by another way brings its revision`() {
        let harness = BroadcasterHarness(history([races[0]], from: 1, then: (races, 5)), at: base + 10)
        let listener = harness.join()
        #expect(listener.news()[1].lastEventID == String((base + 5).sinceEpoch))
        harness.broadcaster.publish(history([races[0]], from: 1, then: (races, 8)))
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["races", "countdown"])
        #expect(news[0].lastEventID == String((base + 8).sinceEpoch))
        #expect(news[0].data.hasSuffix(#""changes":[],"reset":false}"#))
    }

    @Test func `that comes twice in a second is told once`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 10)
        let listener = harness.join()
        _ = listener.news()
        harness.broadcaster.publish(history([races[0]], from: 5))
        harness.broadcaster.publish(history([races[1]], from: 5))
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["races", "countdown"])
        #expect(news[0].data.contains(#""changes":[{"id":"a","change":"displaced"}]"#))
        // One that is taken back before the next frame was never there.
        harness.broadcaster.publish(history(races, from: 5))
        harness.broadcaster.publish(history([races[1]], from: 5))
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }

    @Test func `starts slow readers anew, since what they have is of another past`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 10)
        let slow = harness.join()
        _ = slow.news()
        slow.peer.window = 0
        harness.advance()
        harness.broadcaster.publish(history([races[1]], from: 5))
        harness.advance()
        slow.peer.window = Int.max
        harness.sockets.deliver()
        #expect(slow.news().last { $0.type == "races" }?.data.hasSuffix(#""changes":[],"reset":true}"#) == true)
    }

    @Test func `gives way to a wall clock that is set back`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 10)
        let listener = harness.join()
        _ = listener.news()
        harness.broadcaster.publish(history([races[1]], from: 5))
        harness.broadcaster.setBack(to: base - 100)
        let news = listener.news()
        #expect(news.map(\.type) == ["races", "feed", "countdown"])
        #expect(news[0].data.contains(#""id":"b""#) && !news[0].data.contains(#""id":"a""#))
        harness.jump(to: base - 99)
        #expect(listener.newTypes() == ["countdown"])
    }

    @Test func `that was on its way when the clock was set back is of the time since`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 10)
        harness.broadcaster.setBack(to: base - 100)
        harness.broadcaster.publish(history([races[1]], from: 12))
        let news = harness.join().news()
        #expect(news.map(\.type) == ["feed", "races", "countdown"])
        #expect(news[1].data.contains("\"now\":\((base - 100).sinceEpoch),\"revision\":\((base - 100).sinceEpoch),"))
        #expect(news[1].data.contains(#""id":"b""#) && !news[1].data.contains(#""id":"a""#))
    }

    @Test func `tells of the feed's state when that is another`() {
        let harness = BroadcasterHarness(history(races, from: 1), at: base + 100)
        let listener = harness.join()
        #expect(listener.news()[0].data.contains(#""state":"stale""#))
        harness.broadcaster.publish(history([races[0]], from: 90))
        harness.broadcaster.publish(history([races[0]], from: 1, then: ([races[1]], 95)))
        harness.advance()
        let news = listener.news()
        #expect(news.map(\.type) == ["feed", "races", "countdown"])
        #expect(news[0].data.contains(#""state":"fresh""#))
    }
}

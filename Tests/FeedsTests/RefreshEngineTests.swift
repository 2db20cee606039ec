import EventLoop
import Racing
import TestSupport
import Testing

@testable import Feeds

private let base = TestRaces.base

@Suite struct `The refresh engine` {
    private let races = [TestRaces.race("a", in: 300), TestRaces.race("b", in: 600)]

    @Test func `asks at once, and what comes holds from the next second`() {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed)
        #expect(feed.requests == [PollRequest(count: 50, second: base)])
        #expect(harness.history.races(BoardQuery(), at: base).isEmpty)
        #expect(harness.history.races(BoardQuery(), at: base + 1).map(\.id) == ["a", "b"])
        #expect(harness.stop())
    }

    @Test func `reads an answer in the schema of its source`() {
        let race = MadeUpFeed.summary(["advertised_start": "\"\((base + 300).rfc3339)\""])
        let body = "{\"race_summaries\":{\"a\":\(race)}}"
        let harness = EngineHarness(ScriptedFeed(.body(Array(body.utf8)), schema: .nextRacesByCategory))
        #expect(harness.history.races(BoardQuery(), at: base + 1).map(\.id) == ["r1"])
        #expect(harness.stop())
    }

    @Test(arguments: [(0, 1), (799, 1), (800, 2), (999, 2)])
    func `what comes shortly before a second's edge holds from the one after`(milliseconds: Int, lead: Int) {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed, delay: .milliseconds(milliseconds))
        #expect(harness.second == base)
        #expect(harness.history.revision(BoardQuery(), at: base + 5) == base + lead)
        #expect(harness.stop())
    }

    @Test func `polls on the interval, one at a time`() {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed)
        harness.advance(by: 14)
        #expect(feed.requests.count == 1)
        harness.advance(by: 1)
        #expect(feed.requests.count == 2)
        harness.advance(by: 15 * 38)
        #expect(feed.requests.map(\.second) == (0..<40).map { base + 15 * $0 })
        #expect(harness.stop())
    }

    @Test func `keeps the board through every kind of bad answer, and says why`() {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed)
        let bad: [(PollAnswer, String)] = [
            (.failed(PollFailure(reason: "the feed answered 500")), "the feed answered 500"),
            (.body(Array("{;}@\"".utf8)), "the answer is not JSON"),
            (.body(Array(#"{"status":200,"data":{}}"#.utf8)), "the answer has another shape"),
            (.body(Array("<html></html>".utf8)), "the answer is not JSON"),
            (.body([]), "the answer is not JSON"),
        ]
        for (answer, reason) in bad {
            feed.answer(answer)
            let count = feed.requests.count
            while feed.requests.count == count { harness.advance(by: 1) }
            #expect(harness.outcomes.last == "failed: \(reason)")
            #expect(harness.history.feedStatus(at: harness.second + 120).reason == reason)
        }
        #expect(harness.history.races(BoardQuery(), at: base + 299).map(\.id) == ["a", "b"])
        #expect(harness.history.races(BoardQuery(), at: base + 360).map(\.id) == ["b"])
        #expect(feed.forgotten == 4)
        #expect(harness.stop())
    }

    @Test func `backs off from a feed that fails, and comes back to the interval with the first success`() {
        let feed = ScriptedFeed(.failed(PollFailure(reason: "connection refused")))
        let harness = EngineHarness(feed)
        harness.advance(by: 3_600)
        let waits = zip(feed.requests, feed.requests.dropFirst()).map { $1.second - $0.second }
        for (wait, full) in zip(waits, [30, 60, 120, 240, 300, 300, 300]) {
            #expect((full * 3 / 4 - 1...full + 1).contains(wait))
        }
        #expect(waits.allSatisfy { $0 <= 301 })
        feed.answer(races)
        harness.advance(by: 301)
        let count = feed.requests.count
        harness.advance(by: 30)
        #expect(feed.requests.count == count + 2)
        #expect(harness.stop())
    }

    @Test(arguments: [(40, 40...41), (0, 22...31), (900, 900...901), (100_000, 900...901)])
    func `stays away as long as the feed asks, within reason`(retryAfter: Int, expected: ClosedRange<Int>) {
        let feed = ScriptedFeed(.failed(PollFailure(reason: "the feed answered 429", retryAfter: retryAfter)))
        let harness = EngineHarness(feed)
        while feed.requests.count < 2 { harness.advance(by: 1) }
        #expect(expected.contains(feed.requests[1].second - feed.requests[0].second))
        #expect(harness.stop())
    }

    @Test func `counts the back-off from the answer, however long that took`() {
        var feed: SlowFeed?
        let harness = EngineHarness(start: base, interval: 2) { clock in
            let slow = SlowFeed(clock: clock, delay: .seconds(10))
            feed = slow
            return slow
        }
        harness.advance(by: 60)
        let polls = feed?.polls ?? []
        let gaps = zip(polls, polls.dropFirst()).map { $1 - $0 }
        // Ten seconds of silence, then 2 x 2, 2 x 4, 2 x 8 seconds, each less up to a quarter.
        #expect(zip(gaps, [13...14, 16...18, 22...26]).allSatisfy { $1.contains($0) })
        #expect(gaps.count >= 3)
        #expect(harness.stop())
    }

    @Test func `an unchanged answer confirms the card, and counts as a poll`() {
        let feed = ScriptedFeed(races + [TestRaces.race("c", in: 900)])
        let harness = EngineHarness(feed)
        feed.answer([races[0], TestRaces.race("c", in: 900)])
        harness.advance(by: 15)
        feed.answer(.unchanged)
        #expect(harness.history.races(BoardQuery(), at: base + 16).count == 3)
        harness.advance(by: 15)
        #expect(harness.history.races(BoardQuery(), at: base + 31).map(\.id) == ["a", "c"])
        #expect(harness.history.feedStatus(at: base + 90).state == .fresh)
        #expect(harness.outcomes == ["changed 3", "changed 2", "unchanged"])
        #expect(harness.stop())
    }

    @Test func `a confirmation of nothing is a failure`() {
        let feed = ScriptedFeed(.unchanged)
        let harness = EngineHarness(feed)
        #expect(harness.outcomes == ["failed: the feed confirmed an answer that it never gave"])
        #expect(feed.forgotten == 1)
        #expect(harness.stop())
    }

    @Test func `asks for more while a watched board is short`() {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed)
        harness.advance(by: 15)
        harness.watch([BoardQuery(count: 3)])
        harness.advance(by: 15)
        harness.watch([BoardQuery(count: 2)])
        harness.advance(by: 15)
        #expect(feed.requests.map(\.count) == [50, 50, 100, 50])
        #expect(harness.stop())
    }

    @Test func `asks once more when a board falls short by an expiry, not sooner than five seconds after the last`() {
        let feed = ScriptedFeed([TestRaces.race("a", in: -39), TestRaces.race("b", in: 600)])
        let harness = EngineHarness(feed)
        harness.watch([BoardQuery(count: 2)])
        harness.advance(by: 20)
        // It falls short at 21, six seconds after the poll at 15.
        #expect(feed.requests.map(\.second) == [base, base + 15])
        harness.advance(by: 1)
        #expect(feed.requests.map(\.second) == [base, base + 15, base + 21])
        harness.advance(by: 45)
        #expect(feed.requests.map(\.second).dropFirst(3) == [base + 36, base + 51, base + 66])
        #expect(harness.stop())
    }

    @Test func `waits out the five seconds when a board falls short right after a poll`() {
        let feed = ScriptedFeed([TestRaces.race("a", in: -43), TestRaces.race("b", in: 600)])
        let harness = EngineHarness(feed)
        harness.watch([BoardQuery(count: 2)])
        harness.advance(by: 40)
        #expect(feed.requests.map(\.second) == [base, base + 15, base + 20, base + 35])
        #expect(harness.stop())
    }

    @Test func `never hurries because there are too few`() {
        let feed = ScriptedFeed([TestRaces.race("a", in: 5_000)])
        let harness = EngineHarness(feed)
        harness.watch([BoardQuery(count: 5), BoardQuery(categories: CategorySet(.harness), count: 5)])
        harness.advance(by: 600)
        #expect(feed.requests.count == 41)
        #expect(harness.stop())
    }

    @Test func `reports each race it had to leave out`() {
        let good = String(decoding: FeedBodies.body(races), as: UTF8.self)
        let body = good.replacing(#""race_summaries":{"#, with: #""race_summaries":{"x":{"race_id":"x"},"#)
        let harness = EngineHarness(ScriptedFeed(.body(Array(body.utf8))))
        #expect(harness.skipped.map(\.key) == ["x"])
        #expect(harness.history.races(BoardQuery(), at: base + 1).count == 2)
        #expect(harness.stop())
    }

    @Test func `begins anew when the wall clock is set back`() {
        let feed = ScriptedFeed(races)
        let harness = EngineHarness(feed)
        harness.advance(by: 3)
        harness.clock.stepWallClock(by: -3_600)
        let back = harness.second
        let engine = harness.engine
        Task.detached(executorPreference: harness.executor) { await engine.wallClockWasSetBack(to: back) }
        harness.executor.drain()
        #expect(harness.history.firstKnown == back)
        #expect(harness.history.races(BoardQuery(), at: back).map(\.id) == ["a", "b"])
        harness.advance(by: 60)
        #expect(harness.history.feedStatus(at: harness.second).state == .fresh)
        #expect(harness.stop())
    }

    /// It looks at the clock once a second, and may not have seen the second from which a loop saw it fall.
    @Test func `begins anew again when a loop falls to before the beginning`() {
        let harness = EngineHarness(ScriptedFeed(races), delay: .milliseconds(500))
        harness.advance(by: 3)
        harness.clock.stepWallClock(by: -3_600)
        harness.setBack()
        let back = harness.second
        #expect(harness.history.firstKnown == back)
        harness.clock.advance(by: .milliseconds(1_600))
        harness.clock.stepWallClock(by: -3)
        #expect(harness.second == back - 1)
        harness.setBack()
        #expect(harness.history.firstKnown == back - 1)
        // Another loop that hears of it late changes nothing.
        harness.clock.advance(by: .seconds(1))
        harness.setBack()
        #expect(harness.history.firstKnown == back - 1)
        #expect(harness.stop())
    }
}

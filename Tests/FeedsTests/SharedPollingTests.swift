import EventLoop
import Racing
import Synchronization
import TestSupport
import Testing

@testable import Feeds

private let base = TestRaces.base

/// What nodes tell each other of the feed and of their boards.
private final class Told: Sendable {
    private let state = Mutex((rests: [FeedRest](), needs: [BoardNeed](), offers: 0))

    var rests: [FeedRest] { state.withLock { $0.rests } }
    var needs: [BoardNeed] { state.withLock { $0.needs } }
    var offers: Int { state.withLock { $0.offers } }

    var sharing: HistorySharing {
        HistorySharing(
            lead: 2, tellRest: { [self] rest in state.withLock { $0.rests.append(rest) } },
            tellNeed: { [self] need in state.withLock { $0.needs.append(need) } },
            share: { [self] _, _ in
                state.withLock { $0.offers += 1 }
                return .shared
            })
    }
}

@Suite struct `An engine that polls for others` {
    private let feed = ScriptedFeed([TestRaces.race("a", in: 300), TestRaces.race("b", in: 600)])
    private let told = Told()
    private let harness: EngineHarness

    init() {
        harness = EngineHarness(feed, sharing: told.sharing)
    }

    private func card(_ races: [Race], from second: Int) -> CardHistory {
        var history = CardHistory(
            startingAt: base, rules: CardHistory.Rules(hideAfter: 60, pollInterval: 15),
            origin: FeedOrigin(source: .url, clock: .system))
        history.merge(RaceCard(races: races), polledAt: base + second, from: base + second)
        return history
    }

    @Test func `tells after each poll how long the feed is to be left alone`() {
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        #expect(told.rests == [FeedRest(time: .seconds(15), failures: 0)])
        feed.answer(.failed(PollFailure(reason: "the feed answered 429", retryAfter: 600)))
        harness.advance(by: 15)
        #expect(told.rests.dropFirst() == [FeedRest(time: .seconds(600), failures: 1)])
        #expect(harness.stop())
    }

    @Test func `tells nobody when it polls for itself`() {
        harness.setDuty(.forItself)
        harness.advance(by: 16)
        #expect(feed.requests.count == 2 && told.rests.isEmpty)
        #expect(harness.stop())
    }

    @Test func `leaves the feed alone as long as the one before it was to, and goes on with its back-off`() {
        harness.setDuty(.none)
        #expect(harness.adopt(card([TestRaces.race("a", in: 300)], from: 0)))
        feed.answer(.failed(PollFailure(reason: "the feed answered 500")))
        harness.setDuty(.forAll, rest: FeedRest(time: .seconds(40), failures: 2))
        harness.advance(by: 39)
        #expect(feed.requests.isEmpty)
        // Meanwhile the others hear what it has, once at once and then as usual.
        #expect(told.offers == 3)
        harness.advance(by: 2)
        #expect(feed.requests.map(\.second) == [base + 40])
        // The third failure in a row waits eight intervals, less up to a quarter.
        #expect(told.rests.map(\.failures) == [3])
        #expect((.seconds(90)...(.seconds(120))).contains(told.rests[0].time))
        #expect(harness.stop())
    }

    @Test func `keeps the interval of the one before it`() {
        harness.setDuty(.none)
        #expect(harness.adopt(card([TestRaces.race("a", in: 300)], from: 0)))
        harness.setDuty(.forAll, rest: FeedRest(time: .milliseconds(7_500), failures: 0))
        harness.advance(by: 30)
        #expect(feed.requests.map(\.second) == [base + 7, base + 22])
        #expect(harness.stop())
    }

    @Test func `does not wait for an interval without a card, but does for a feed that fails`() {
        harness.setDuty(.forAll, rest: FeedRest(time: .seconds(15), failures: 0))
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        #expect(harness.stop())
        let failing = EngineHarness(feed, sharing: told.sharing)
        failing.setDuty(.forAll, rest: FeedRest(time: .seconds(15), failures: 1))
        failing.advance(by: 14)
        #expect(feed.requests.count == 1)
        #expect(failing.stop())
    }

    @Test func `believes no rest that is longer than a feed may ask for`() {
        harness.setDuty(.forAll, rest: FeedRest(time: .seconds(100_000), failures: 1))
        harness.advance(by: 901)
        #expect(feed.requests.map(\.second) == [base + 900])
        #expect(harness.stop())
    }

    @Test func `forgets the rest when it is another's turn meanwhile, and keeps it when it is alone`() {
        harness.setDuty(.forAll, rest: FeedRest(time: .seconds(60), failures: 1))
        harness.advance(by: 2)
        harness.setDuty(.forItself)
        harness.advance(by: 50)
        #expect(feed.requests.isEmpty)
        harness.setDuty(.none)
        harness.advance(by: 100)
        #expect(feed.requests.isEmpty)
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        #expect(harness.stop())
    }

    @Test func `asks for more while a board is short that others watch`() {
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        harness.setOthersNeed(.races)
        harness.advance(by: 15)
        harness.setOthersNeed(.nothing)
        harness.advance(by: 15)
        #expect(feed.requests.map(\.count) == [50, 100, 50])
        #expect(harness.stop())
    }

    @Test func `asks once more when a board falls short that others watch, not sooner than after five seconds`() {
        harness.setDuty(.forAll)
        harness.advance(by: 3)
        harness.setOthersNeed(.poll)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        harness.advance(by: 2)
        #expect(feed.requests.map(\.count) == [50, 100])
        // It is still said, and not a second time news.
        harness.setOthersNeed(.poll)
        harness.advance(by: 9)
        #expect(feed.requests.count == 2)
        #expect(harness.stop())
    }

    @Test func `that follows tells what its own boards lack, when that changes`() {
        harness.setDuty(.none)
        harness.watch([BoardQuery(count: 2)])
        harness.advance(by: 2)
        #expect(told.needs.isEmpty)
        #expect(harness.adopt(card([TestRaces.race("a", in: -30), TestRaces.race("b", in: 600)], from: 2)))
        harness.advance(by: 2)
        #expect(told.needs.isEmpty)
        // The first leaves the board at 30.
        harness.advance(by: 27)
        #expect(told.needs == [.poll])
        harness.advance(by: 3)
        #expect(told.needs == [.poll, .races])
        harness.watch([BoardQuery(count: 1)])
        harness.advance(by: 2)
        #expect(told.needs == [.poll, .races, .nothing])
        #expect(harness.stop())
    }
}

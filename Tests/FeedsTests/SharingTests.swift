import EventLoop
import Racing
import Synchronization
import TestSupport
import Testing

@testable import Feeds

private let base = TestRaces.base

/// The other nodes, as a test wants them.
private final class Others: Sendable {
    private struct State {
        var outcome = SharingOutcome.shared
        var offered: [CardHistory] = []
        var seconds: [Second] = []
        var delay = Duration.zero
        var clock: ManualClock?
    }

    private let state = Mutex(State())

    var offered: [CardHistory] { state.withLock { $0.offered } }
    var seconds: [Second] { state.withLock { $0.seconds } }
    func answer(_ outcome: SharingOutcome) { state.withLock { $0.outcome = outcome } }
    func answer(after delay: Duration, on clock: ManualClock) {
        state.withLock {
            $0.delay = delay
            $0.clock = clock
        }
    }

    var sharing: HistorySharing {
        HistorySharing(lead: 2) { [self] history, from in
            let (outcome, delay, clock) = state.withLock { state in
                state.offered.append(history)
                state.seconds.append(from)
                return (state.outcome, state.delay, state.clock)
            }
            if let clock { try? await clock.sleep(until: clock.now.advanced(by: delay)) }
            return outcome
        }
    }
}

@Suite struct `An engine among others` {
    private let races = [TestRaces.race("a", in: 300), TestRaces.race("b", in: 600)]
    private let feed = ScriptedFeed([TestRaces.race("a", in: 300), TestRaces.race("b", in: 600)])
    private let others = Others()
    private let harness: EngineHarness

    init() {
        harness = EngineHarness(feed, sharing: others.sharing)
    }

    private func adopted(_ races: [Race], from second: Int) -> CardHistory {
        var history = CardHistory(
            startingAt: base, rules: CardHistory.Rules(hideAfter: 60, pollInterval: 15),
            origin: FeedOrigin(source: .url, clock: .system))
        history.merge(RaceCard(races: races), polledAt: base + second - 3, from: base + second)
        return history
    }

    @Test func `asks for itself when nobody tells it anything`() {
        harness.advance(by: 3)
        #expect(feed.requests.isEmpty)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        harness.setDuty(.none)
        harness.advance(by: 100)
        #expect(feed.requests.count == 1)
        #expect(harness.stop())
    }

    @Test func `waits until it is told to ask, and asks then`() {
        harness.setDuty(.none)
        harness.advance(by: 100)
        #expect(feed.requests.isEmpty)
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        harness.advance(by: 15)
        #expect(feed.requests.count == 2)
        harness.setDuty(.none)
        harness.advance(by: 100)
        #expect(feed.requests.count == 2)
        harness.setDuty(.forItself)
        harness.advance(by: 1)
        #expect(feed.requests.count == 3)
        #expect(harness.stop())
    }

    @Test func `asks out of turn when it becomes the one for all, but not in a hurry`() {
        harness.setDuty(.forItself)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        harness.advance(by: 2)
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        #expect(feed.requests.count == 1)
        harness.advance(by: 2)
        #expect(feed.requests.count == 2)
        // Told the same again it goes on as it does.
        harness.setDuty(.forAll)
        harness.advance(by: 14)
        #expect(feed.requests.count == 2)
        #expect(harness.stop())
    }

    @Test func `leaves a failing feed alone when it becomes the one for all, and offers what it has`() {
        others.answer(.alone)
        harness.setDuty(.forItself)
        harness.advance(by: 1)
        feed.answer(.failed(PollFailure(reason: "the feed answered 500", retryAfter: 600)))
        harness.advance(by: 15)
        #expect(feed.requests.count == 2 && others.offered.count == 2)
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        #expect(feed.requests.count == 2 && others.offered.count == 3)
        harness.advance(by: 10)
        #expect(others.offered.count == 3)
        #expect(harness.stop())
    }

    @Test func `offers what is to hold two seconds later than it would alone, and takes it when the others have`() {
        others.answer(after: .milliseconds(700), on: harness.clock)
        harness.setDuty(.forAll)
        harness.clock.advance(by: .milliseconds(900))
        #expect(others.offered.count == 1 && harness.publications == 0)
        #expect(others.offered[0].lastChange == base + 3)
        harness.advance(by: 1)
        #expect(harness.publications == 1)
        #expect(harness.history.lastChange == base + 3)
        #expect(harness.stop())
    }

    @Test func `keeps what it polls for itself, and drops what the others refuse`() {
        others.answer(.alone)
        harness.setDuty(.forItself)
        harness.advance(by: 1)
        #expect(harness.history.hasCard)
        others.answer(.refused)
        feed.answer([TestRaces.race("c", in: 400)])
        harness.advance(by: 15)
        #expect(feed.requests.count == 2)
        #expect(harness.publications == 1)
        #expect(harness.history.races(BoardQuery(), at: base + 60).map(\.id) == ["a", "b"])
        #expect(harness.stop())
    }

    @Test func `adopts what the one that polls for all says, and goes on from there`() {
        harness.setDuty(.none)
        #expect(!harness.adopt(adopted([TestRaces.race("x", in: 500)], from: 11)), "it lies too far ahead")
        harness.advance(by: 10)
        #expect(harness.adopt(adopted([TestRaces.race("c", in: 400)], from: 20)))
        #expect(harness.history.races(BoardQuery(), at: base + 20).map(\.id) == ["c"])
        // Also when what this node has found out by itself is newer.
        #expect(harness.adopt(adopted([TestRaces.race("d", in: 400)], from: 12)))
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        // What it polls now is merged into that: 'd' may only have been cut off.
        #expect(harness.history.races(BoardQuery(), at: base + 30).map(\.id) == ["a", "d", "b"])
        #expect(harness.stop())
    }

    @Test(arguments: [(30, true), (31, false)])
    func `prefers what it has to what was said long ago`(age: Int, isTaken: Bool) {
        others.answer(.alone)
        harness.setDuty(.forItself)
        harness.advance(by: 100)
        let old = adopted([TestRaces.race("c", in: 400)], from: 60)
        #expect(harness.adopt(old, from: base + 100 - age) == isTaken)
        // Unless it is the newer one after all.
        #expect(harness.adopt(adopted([TestRaces.race("d", in: 400)], from: 99), from: base + 10))
        #expect(harness.stop())
    }

    @Test func `offers again what it has while it leaves a failing feed alone`() {
        harness.setDuty(.forAll)
        harness.advance(by: 1)
        feed.answer(.failed(PollFailure(reason: "the feed answered 500", retryAfter: 600)))
        harness.advance(by: 120)
        #expect(feed.requests.count == 2 && others.offered.count == 2 + 7)
        #expect(Set(others.offered.dropFirst().map(\.lastChange)).count == 1)
        #expect(zip(others.seconds, others.seconds.dropFirst()).allSatisfy { $1 - $0 >= 15 })
        // A node that has only itself has nothing to repeat.
        harness.setDuty(.forItself)
        harness.advance(by: 100)
        #expect(others.offered.count == 9)
        #expect(harness.stop())
    }

    @Test func `without a card adopts any`() {
        harness.setDuty(.none)
        harness.advance(by: 1_000)
        #expect(harness.adopt(adopted([TestRaces.race("c", in: 2_000)], from: 900)))
        #expect(harness.stop())
    }

    @Test func `drops its own when another comes while it is offered`() {
        others.answer(.alone)
        others.answer(after: .seconds(1), on: harness.clock)
        harness.setDuty(.forItself)
        harness.clock.advance(by: .milliseconds(500))
        #expect(others.offered.count == 1)
        #expect(harness.adopt(adopted([TestRaces.race("c", in: 400)], from: 4)))
        harness.advance(by: 2)
        #expect(harness.publications == 1)
        #expect(harness.history.races(BoardQuery(), at: base + 60).map(\.id) == ["c"])
        #expect(harness.stop())
    }

    @Test func `drops its own when the wall clock is set back while it is offered`() {
        others.answer(.alone)
        harness.setDuty(.forItself)
        harness.advance(by: 1)
        others.answer(after: .seconds(1), on: harness.clock)
        harness.clock.advance(by: .milliseconds(14_500))
        #expect(others.offered.count == 2)
        harness.clock.stepWallClock(by: -3_600)
        harness.setBack()
        harness.advance(by: 2)
        #expect(harness.history.firstKnown == base + 15 - 3_600)
        #expect(harness.history.lastChange == base + 15 - 3_600)
        #expect(harness.stop())
    }
}

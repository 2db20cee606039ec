package import EventLoop
package import Racing

/// Keeps the card history: polls the source, merges what comes, and publishes each state before it holds.
///
/// An actor on the loop it is given, in structured concurrency: ``run()`` lasts until its task is cancelled, and there
/// is never more than one poll in flight.
package actor RefreshEngine<EngineClock: Clock> where EngineClock.Duration == Duration {
    private let executor: any SerialExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let source: any FeedSource
    private let clock: EngineClock
    private let wallClock: any WallClock
    private let publish: @Sendable (CardHistory) -> Void
    private let report: @Sendable (PollReport) -> Void
    private let sharing: HistorySharing?

    private var plan: PollPlan
    private var history: CardHistory
    /// The last good answer: what an unchanged one confirms.
    private var lastCard: RaceCard?
    private var sequence = SecondSequence()
    /// When the history was last rebased under a clock that had been set back.
    private var lastSetBack: EngineClock.Instant?
    /// What each loop's subscribers watch.
    private var watched: [Int: Set<BoardQuery>] = [:]
    /// Whether it is for this process to ask the feed; another node may do it for all.
    private var duty: PollDuty
    /// Whether anybody has said so.
    private var isTold = false
    /// Whether it has been told so since the last poll: other nodes wait for an answer.
    private var isElected = false
    /// Until when another node, which polled for all before this one, was to leave the feed alone.
    private var restsUntil: EngineClock.Instant?
    /// What the boards lack that other nodes watch.
    private var othersNeed = BoardNeed.nothing
    /// Whether one of them has fallen short since the last poll.
    private var othersFellShort = false
    private var ownNeed = NeedWatch()
    /// When the history was offered to the others last.
    private var offeredAt: EngineClock.Instant
    /// Grows whenever the history becomes another by something else than a poll.
    private var generation = 0

    /// - Parameters:
    ///   - clock: measures the time between polls.
    ///   - wallClock: says which second it is.
    ///   - publish: is given every new history, whose news hold from a second that has not begun; must not block.
    ///   - report: is told how each poll went.
    ///   - sharing: with other nodes; nil when there are none. Then nothing is polled before ``setDuty(_:)``.
    package init(
        source: any FeedSource, history: CardHistory, plan: PollPlan, clock: EngineClock, wallClock: any WallClock,
        executor: any SerialExecutor, publish: @escaping @Sendable (CardHistory) -> Void,
        report: @escaping @Sendable (PollReport) -> Void, sharing: HistorySharing? = nil
    ) {
        self.sharing = sharing
        duty = sharing == nil ? .forAll : .none
        offeredAt = clock.now
        self.source = source
        self.history = history
        self.plan = plan
        self.clock = clock
        self.wallClock = wallClock
        self.executor = executor
        self.publish = publish
        self.report = report
    }

    /// Polls until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do {
                try await waitForDuty()
                guard try await restIsOver() else { continue }
                let begun = clock.now
                let wait = await poll()
                if duty == .forAll { await sharing?.tellRest(FeedRest(time: wait, failures: plan.failures)) }
                try await waitForNextPoll(begun: begun, wait: wait)
            } catch {
                return
            }
        }
    }

    /// Whether this process is to ask the feed from now on.
    ///
    /// - Parameter rest: what the one who polled for all before left behind; nil when nothing.
    package func setDuty(_ duty: PollDuty, rest: FeedRest? = nil) {
        if duty == .forAll, self.duty != .forAll, let rest, rest.failures > 0 || history.hasCard {
            restsUntil = clock.now.advanced(by: min(rest.time, .seconds(PollPlan.longestRetryAfter)))
            plan.take(failures: rest.failures)
        }
        isElected = duty == .forAll && self.duty != .forAll
        self.duty = duty
        isTold = true
    }

    /// What the boards lack that other nodes watch.
    package func setOthersNeed(_ need: BoardNeed) {
        if need == .poll && othersNeed != .poll { othersFellShort = true }
        othersNeed = need
    }

    /// Takes the history that another node has offered.
    ///
    /// What the one that polls for all says now goes before all that this node has found out by itself; what it said
    /// long ago (before Redis was away, say) only before what is older. What lies in the future is of a wrong clock.
    ///
    /// - Parameter from: the second from which it is everybody's.
    /// - Returns: whether it was taken.
    package func adopt(_ other: CardHistory, from: Second) -> Bool {
        let second = now.second
        guard max(from, other.lastChange) <= second + CardHistory.foresight else { return false }
        let isLive = second - from <= HistorySharing.liveliness
        guard isLive || !history.hasCard || other.lastChange >= history.lastChange else { return false }
        generation += 1
        history = other
        publish(history)
        return true
    }

    /// The boards that the subscribers of one loop watch.
    package func watch(_ boards: Set<BoardQuery>, on loop: Int) {
        watched[loop] = boards
    }

    /// A loop found the wall clock set back by more than it waits out: what was known of later seconds is void.
    package func wallClockWasSetBack(to second: Second) {
        // Each loop tells of it when it turns: after the first, news that hold from the next second are of this time.
        let isToldAgain = lastSetBack.map { $0.duration(to: clock.now) < .seconds(10) } ?? false
        let isBeforeAll = min(second, now.second) < history.firstKnown
        guard !isToldAgain || history.lastChange > now.next || isBeforeAll else { return }
        lastSetBack = clock.now
        generation += 1
        history = history.rebased(at: second)
        publish(history)
    }

    private var watchedBoards: Set<BoardQuery> { watched.values.reduce(into: []) { $0.formUnion($1) } }

    /// The current second, and the first one that no loop can have begun by the time it hears of news.
    private var now: (second: Second, next: Second) {
        let time = wallClock.wallTime
        // As loops do, it waits out a small step back: they have begun the seconds that come again.
        _ = sequence.step(to: time.seconds)
        let second = Second(sequence.last ?? time.seconds)
        // Loops turn at the second's edge: what comes shortly before might reach one before and one after it.
        return (second, second + (time.nanoseconds < 800_000_000 ? 1 : 2) + (sharing?.lead ?? 0))
    }

    /// One poll; returns how long to wait before the next.
    private func poll() async -> Duration {
        isElected = false
        othersFellShort = false
        let asked = now.second
        let count =
            othersNeed > .nothing ? PollPlan.shortCount : PollPlan.count(for: watchedBoards, in: history, at: asked)
        let answer = await source.poll(PollRequest(count: count, second: asked))
        let (second, next) = now
        switch answer {
        case .failed(let failure): return await fail(failure, from: next)
        case .unchanged:
            guard let lastCard else {
                await source.forget()
                return await fail(PollFailure(reason: "the feed confirmed an answer that it never gave"), from: next)
            }
            return await succeed(lastCard, polledAt: second, from: next, report: PollReport(outcome: .unchanged))
        case .body(let body):
            do throws(FeedDecodingError) {
                let decoded = try FeedDecoder.decode(body, now: second, schema: source.schema)
                let report = PollReport(outcome: .changed(races: decoded.card.races.count), skipped: decoded.skipped)
                return await succeed(decoded.card, polledAt: second, from: next, report: report)
            } catch {
                await source.forget()
                return await fail(PollFailure(reason: error.reason), skipped: error.skipped, from: next)
            }
        }
    }

    private func succeed(_ card: RaceCard, polledAt: Second, from: Second, report: PollReport) async -> Duration {
        lastCard = card
        var (next, report) = (history, report)
        report.forgotten = next.merge(card, polledAt: polledAt, from: from)
        await take(next, from: from)
        self.report(report)
        return plan.waitAfterSuccess()
    }

    private func fail(_ failure: PollFailure, skipped: [SkippedRace] = [], from: Second) async -> Duration {
        var next = history
        next.fail(failure.reason, from: from)
        await take(next, from: from)
        let wait = plan.wait(after: failure)
        report(PollReport(outcome: .failed(failure.reason, waits: wait), skipped: skipped))
        return wait
    }

    /// Makes what a poll brought the history, if the other nodes let it.
    private func take(_ next: CardHistory, from: Second) async {
        if let sharing {
            let generation = generation
            offeredAt = clock.now
            let outcome = await sharing.share(next, max(from, next.lastChange))
            // What came from another node meanwhile is newer than what this one built upon.
            guard outcome != .refused, generation == self.generation else { return }
        }
        history = next
        publish(history)
    }

    /// Offers again what the others may not have.
    private func repeatOffer() async {
        guard let sharing, duty == .forAll else { return }
        // Elected while it leaves a failing feed alone it has only this to say; else it is about to poll.
        let isAwaited = isElected && (plan.failures > 0 || restsUntil != nil)
        guard isAwaited || clock.now >= offeredAt.advanced(by: .seconds(HistorySharing.repetition)) else { return }
        if isAwaited { isElected = false }
        offeredAt = clock.now
        _ = await sharing.share(history, max(now.next, history.lastChange))
    }

    /// Waits until it is for this process to poll, but not for long when nobody says whether it is.
    private func waitForDuty() async throws {
        let patienceEnds = clock.now.advanced(by: .seconds(HistorySharing.patience))
        while duty == .none {
            if !isTold && clock.now >= patienceEnds {
                duty = .forItself
            } else {
                tellNeed()
                try await clock.sleep(until: clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
            }
        }
    }

    /// Tells the one that polls, once a second, what the boards watched here lack.
    private func tellNeed() {
        if let need = ownNeed.look(at: watchedBoards, in: history, now.second) { sharing?.tellNeed(need) }
    }

    /// Leaves the feed alone as long as the one before was to; false when it is another's turn meanwhile.
    private func restIsOver() async throws -> Bool {
        while let end = restsUntil, clock.now < end {
            guard duty != .none else { break }
            await repeatOffer()
            try await clock.sleep(until: min(end, clock.now.advanced(by: .seconds(1))), tolerance: nil)
        }
        restsUntil = nil
        return duty != .none
    }

    /// Waits until the next regular poll, or until a watched board falls short and the feed has had a pause.
    private func waitForNextPoll(begun: EngineClock.Instant, wait: Duration) async throws {
        // A healthy feed is asked on the interval; one that failed is left alone from its answer on.
        let regular = plan.failures == 0 ? max(begun.advanced(by: wait), clock.now) : clock.now.advanced(by: wait)
        let pauseOver = begun.advanced(by: .seconds(PollPlan.shortfallPause))
        let mayBeEarly = plan.failures == 0
        var seen = now.second
        var hasFallenShort = false
        while clock.now < regular {
            if duty == .none || isElected && mayBeEarly && clock.now >= pauseOver { return }
            await repeatOffer()
            // Looked at every second, so that a small step back is noticed as one.
            let second = now.second
            if mayBeEarly {
                hasFallenShort =
                    hasFallenShort || othersFellShort
                    || PollPlan.fellShort(watchedBoards, in: history, after: seen, until: second)
                if hasFallenShort && clock.now >= pauseOver { return }
                seen = second
            }
            try await clock.sleep(until: min(regular, clock.now.advanced(by: .seconds(1))), tolerance: nil)
        }
    }
}

/// How one poll went.
package struct PollReport: Sendable {
    package var outcome: Outcome
    /// Races of this answer that could not be used.
    package var skipped: [SkippedRace] = []
    /// What its card made the history forget for want of room.
    package var forgotten = CardHistory.Forgotten.nothing

    package enum Outcome: Sendable {
        case changed(races: Int)
        case unchanged
        /// With the reason, and the time until the next try.
        case failed(String, waits: Duration)
    }
}

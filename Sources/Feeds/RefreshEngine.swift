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

    private var plan: PollPlan
    private var history: CardHistory
    /// The last good answer: what an unchanged one confirms.
    private var lastCard: RaceCard?
    private var sequence = SecondSequence()
    /// When the history was last rebased under a clock that had been set back.
    private var lastSetBack: EngineClock.Instant?
    /// What each loop's subscribers watch.
    private var watched: [Int: Set<BoardQuery>] = [:]

    /// - Parameters:
    ///   - clock: measures the time between polls.
    ///   - wallClock: says which second it is.
    ///   - publish: is given every new history, whose news hold from a second that has not begun; must not block.
    ///   - report: is told how each poll went.
    package init(
        source: any FeedSource, history: CardHistory, plan: PollPlan, clock: EngineClock, wallClock: any WallClock,
        executor: any SerialExecutor, publish: @escaping @Sendable (CardHistory) -> Void,
        report: @escaping @Sendable (PollReport) -> Void
    ) {
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
            let begun = clock.now
            let wait = await poll()
            do {
                try await waitForNextPoll(begun: begun, wait: wait)
            } catch {
                return
            }
        }
    }

    /// The boards that the subscribers of one loop watch.
    package func watch(_ boards: Set<BoardQuery>, on loop: Int) {
        watched[loop] = boards
    }

    /// A loop found the wall clock set back by more than it waits out: what was known of later seconds is void.
    package func wallClockWasSetBack(to second: Second) {
        // Each loop tells of it when it turns: after the first, news that hold from the next second are of this time.
        let isToldAgain = lastSetBack.map { $0.duration(to: clock.now) < .seconds(10) } ?? false
        guard !isToldAgain || history.lastChange > now.next || now.second < history.firstKnown else { return }
        lastSetBack = clock.now
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
        return (second, second + (time.nanoseconds < 800_000_000 ? 1 : 2))
    }

    /// One poll; returns how long to wait before the next.
    private func poll() async -> Duration {
        let asked = now.second
        let count = PollPlan.count(for: watchedBoards, in: history, at: asked)
        let answer = await source.poll(PollRequest(count: count, second: asked))
        let (second, next) = now
        switch answer {
        case .failed(let failure): return fail(failure, from: next)
        case .unchanged:
            guard let lastCard else {
                await source.forget()
                return fail(PollFailure(reason: "the feed confirmed an answer that it never gave"), from: next)
            }
            return succeed(lastCard, polledAt: second, from: next, report: PollReport(outcome: .unchanged))
        case .body(let body):
            do throws(FeedDecodingError) {
                let decoded = try FeedDecoder.decode(body, now: second)
                let report = PollReport(outcome: .changed(races: decoded.card.races.count), skipped: decoded.skipped)
                return succeed(decoded.card, polledAt: second, from: next, report: report)
            } catch {
                await source.forget()
                return fail(PollFailure(reason: error.reason), skipped: error.skipped, from: next)
            }
        }
    }

    private func succeed(_ card: RaceCard, polledAt: Second, from: Second, report: PollReport) -> Duration {
        lastCard = card
        history.merge(card, polledAt: polledAt, from: from)
        publish(history)
        self.report(report)
        return plan.waitAfterSuccess()
    }

    private func fail(_ failure: PollFailure, skipped: [SkippedRace] = [], from: Second) -> Duration {
        history.fail(failure.reason, from: from)
        publish(history)
        let wait = plan.wait(after: failure)
        report(PollReport(outcome: .failed(failure.reason, waits: wait), skipped: skipped))
        return wait
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
            // Looked at every second, so that a small step back is noticed as one.
            let second = now.second
            if mayBeEarly {
                hasFallenShort =
                    hasFallenShort || PollPlan.fellShort(watchedBoards, in: history, after: seen, until: second)
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

    package enum Outcome: Sendable {
        case changed(races: Int)
        case unchanged
        /// With the reason, and the time until the next try.
        case failed(String, waits: Duration)
    }
}

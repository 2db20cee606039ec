import EventLoop
import Racing
import Synchronization
import TestSupport

@testable import Feeds

/// A refresh engine on a clock that the test moves, over a source that the test scripts.
final class EngineHarness {
    let executor = ManualExecutor()
    let clock: ManualClock
    let engine: RefreshEngine<ManualClock>
    private let task: Task<Void, Never>
    private let published: Published

    /// What the engine has published and reported.
    private final class Published: Sendable {
        let histories: Mutex<[CardHistory]>
        let outcomes = Mutex<[String]>([])
        let skipped = Mutex<[SkippedRace]>([])

        init(_ history: CardHistory) {
            histories = Mutex([history])
        }
    }

    convenience init(
        _ source: any FeedSource, start: Second = TestRaces.base, interval: Int = 15, delay: Duration = .zero,
        sharing: HistorySharing? = nil
    ) {
        self.init(start: start, interval: interval, delay: delay, sharing: sharing) { _ in source }
    }

    init(
        start: Second, interval: Int, delay: Duration = .zero, sharing: HistorySharing? = nil,
        source: (ManualClock) -> any FeedSource
    ) {
        clock = ManualClock(executor: executor, start: start.sinceEpoch)
        clock.advance(by: delay)
        let history = CardHistory(
            startingAt: start, rules: CardHistory.Rules(hideAfter: 60, pollInterval: interval),
            origin: FeedOrigin(source: .url, clock: .system))
        let published = Published(history)
        self.published = published
        let engine = RefreshEngine(
            source: source(clock), history: history, plan: PollPlan(interval: interval, seed: 7), clock: clock,
            wallClock: clock, executor: executor,
            publish: { history in published.histories.withLock { $0.append(history) } },
            report: { report in
                let word =
                    switch report.outcome {
                    case .changed(let races): "changed \(races)"
                    case .unchanged: "unchanged"
                    case .failed(let reason, _): "failed: \(reason)"
                    }
                published.outcomes.withLock { $0.append(word) }
                published.skipped.withLock { $0 += report.skipped }
            }, sharing: sharing)
        self.engine = engine
        task = Task.detached(executorPreference: executor) { await engine.run() }
        executor.drain()
    }

    var second: Second { Second(clock.wallTime.seconds) }
    var history: CardHistory { published.histories.withLock { $0[$0.count - 1] } }
    var publications: Int { published.histories.withLock { $0.count - 1 } }
    var outcomes: [String] { published.outcomes.withLock { $0 } }
    var skipped: [SkippedRace] { published.skipped.withLock { $0 } }

    func advance(by seconds: Int) { clock.advance(by: .seconds(seconds)) }

    func watch(_ boards: Set<BoardQuery>) {
        let engine = engine
        Task.detached(executorPreference: executor) { await engine.watch(boards, on: 0) }
        executor.drain()
    }

    func setDuty(_ duty: PollDuty, rest: FeedRest? = nil) {
        let engine = engine
        Task.detached(executorPreference: executor) { await engine.setDuty(duty, rest: rest) }
        executor.drain()
    }

    func setOthersNeed(_ need: BoardNeed) {
        let engine = engine
        Task.detached(executorPreference: executor) { await engine.setOthersNeed(need) }
        executor.drain()
    }

    /// - Parameter from: the second from which it is everybody's, its last change unless told otherwise.
    func adopt(_ history: CardHistory, from: Second? = nil) -> Bool {
        let (engine, taken) = (engine, Taken())
        Task.detached(executorPreference: executor) {
            taken.value.store(await engine.adopt(history, from: from ?? history.lastChange), ordering: .relaxed)
        }
        executor.drain()
        return taken.value.load(ordering: .relaxed)
    }

    private final class Taken: Sendable {
        let value = Atomic(false)
    }

    /// A loop has found the wall clock set back.
    func setBack() {
        let (engine, second) = (engine, second)
        Task.detached(executorPreference: executor) { await engine.wallClockWasSetBack(to: second) }
        executor.drain()
    }

    /// Ends the engine; true when it left nothing behind.
    func stop() -> Bool {
        task.cancel()
        executor.drain()
        return clock.sleeperCount == 0
    }
}

/// A source whose answers the test sets, and which notes what it was asked.
final class ScriptedFeed: FeedSource {
    private struct State {
        var answer: PollAnswer
        var requests: [PollRequest] = []
        var forgotten = 0
    }

    let schema: FeedSchema
    private let state: Mutex<State>

    init(_ answer: PollAnswer, schema: FeedSchema = .nextRaces) {
        self.schema = schema
        state = Mutex(State(answer: answer))
    }

    convenience init(_ races: [Race]) { self.init(.body(FeedBodies.body(races))) }

    var requests: [PollRequest] { state.withLock { $0.requests } }
    var forgotten: Int { state.withLock { $0.forgotten } }

    func answer(_ answer: PollAnswer) { state.withLock { $0.answer = answer } }
    func answer(_ races: [Race]) { answer(.body(FeedBodies.body(races))) }

    func poll(_ request: PollRequest) async -> PollAnswer {
        state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
    }

    func forget() async { state.withLock { $0.forgotten += 1 } }
}

/// A source that fails, but only after a while.
final class SlowFeed: FeedSource {
    private let clock: ManualClock
    private let delay: Duration
    private let seconds = Mutex<[Int]>([])

    init(clock: ManualClock, delay: Duration) {
        self.clock = clock
        self.delay = delay
    }

    /// The seconds of the polls.
    var polls: [Int] { seconds.withLock { $0 } }

    func poll(_ request: PollRequest) async -> PollAnswer {
        seconds.withLock { $0.append(request.second.sinceEpoch) }
        try? await clock.sleep(until: clock.now.advanced(by: delay))
        return .failed(PollFailure(reason: "no answer within 10 s"))
    }
}

/// Bodies in the feed's schema.
enum FeedBodies {
    static func body(_ races: [Race]) -> [UInt8] {
        let summaries = races.map { race in
            """
            "\(race.id)":{"race_id":"\(race.id)","race_number":\(race.number),"meeting_name":"\(race.meeting)",\
            "race_name":"\(race.name ?? "")","category_id":"\(race.category.feedID)",\
            "advertised_start":{"seconds":\(race.start.sinceEpoch)},"venue_name":"\(race.venue.name ?? "")"}
            """
        }
        let ids = races.map { "\"\($0.id)\"" }.joined(separator: ",")
        let text = """
            {"status":200,"data":{"next_to_go_ids":[\(ids)],"race_summaries":{\(summaries.joined(separator: ","))}}}
            """
        return Array(text.utf8)
    }
}

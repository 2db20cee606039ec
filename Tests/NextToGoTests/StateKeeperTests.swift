import EventLoop
import HistoryRecords
import Racing
import Synchronization
import TestSupport
import Testing

@testable import NextToGo

/// A keeper of the state on a clock that the test moves, over a disk that the test spoils.
private final class KeeperHarness {
    let executor = ManualExecutor()
    let clock: ManualClock
    let keeper: StateKeeper<ManualClock>
    private let disk = Disk()
    private let task: Task<Void, Never>

    private final class Disk: Sendable {
        let failure = Mutex<String?>(nil)
        let written = Mutex<[[UInt8]]>([])
        let reports = Mutex<[StateReport]>([])
    }

    init() {
        clock = ManualClock(executor: executor, start: TestRaces.base.sinceEpoch)
        let disk = disk
        let keeper = StateKeeper(
            feed: "demo", clock: clock, executor: executor,
            write: { bytes throws(StateFolder.Failure) in
                if let reason = disk.failure.withLock({ $0 }) { throw StateFolder.Failure(reason: reason) }
                disk.written.withLock { $0.append(bytes) }
            },
            report: { report in disk.reports.withLock { $0.append(report) } })
        self.keeper = keeper
        task = Task.detached(executorPreference: executor) { await keeper.run() }
        executor.drain()
    }

    /// A task that sleeps for ever would keep all of it.
    deinit {
        task.cancel()
        executor.drain()
    }

    var written: [[UInt8]] { disk.written.withLock { $0 } }
    var reports: [StateReport] { disk.reports.withLock { $0 } }
    func fail(_ reason: String?) { disk.failure.withLock { $0 = reason } }

    func keep(_ history: CardHistory) {
        keeper.keep(history)
        executor.drain()
    }

    func finish(with history: CardHistory) -> Bool {
        task.cancel()
        let keeper = keeper
        Task.detached(executorPreference: executor) { await keeper.finish(with: history) }
        executor.drain()
        return clock.sleeperCount == 0
    }
}

@Suite struct `The keeper of the state` {
    private let harness = KeeperHarness()

    private func history(_ start: Int) -> CardHistory { TestRaces.history([TestRaces.race("a", in: start)]) }
    private func bytes(_ start: Int) -> [UInt8] { HistoryFormat.encode(history(start), feed: "demo") }

    @Test func `writes the first change at once, then the newest of each five seconds`() {
        harness.keep(history(300))
        #expect(harness.written == [bytes(300)])
        harness.keep(history(301))
        harness.keep(history(302))
        harness.clock.advance(by: .milliseconds(4_999))
        #expect(harness.written == [bytes(300)])
        harness.clock.advance(by: .milliseconds(1))
        #expect(harness.written == [bytes(300), bytes(302)])
        harness.clock.advance(by: .seconds(60))
        #expect(harness.written.count == 2)
        harness.keep(history(303))
        #expect(harness.written.count == 3)
        #expect(harness.finish(with: history(303)))
        #expect(harness.written.count == 3)
    }

    @Test func `writes what is left when it ends, without waiting`() {
        harness.keep(history(300))
        harness.keep(history(301))
        #expect(harness.finish(with: history(301)))
        #expect(harness.written == [bytes(300), bytes(301)])
    }

    @Test func `writes nothing before there is a card`() {
        harness.keep(CardHistory(startingAt: TestRaces.base, origin: FeedOrigin(source: .demo, clock: .system)))
        #expect(harness.written.isEmpty && harness.reports.isEmpty)
        #expect(harness.finish(with: history(300)))
        #expect(harness.written == [bytes(300)])
    }

    @Test func `tries again with the next change, and tells each outcome`() {
        harness.fail("No space left on device")
        harness.keep(history(300))
        harness.keep(history(301))
        harness.clock.advance(by: .seconds(5))
        harness.fail(nil)
        harness.keep(history(302))
        harness.clock.advance(by: .seconds(5))
        #expect(
            harness.reports == [
                .failed("No space left on device"), .failed("No space left on device"),
                .written(bytes: bytes(302).count),
            ])
        #expect(harness.finish(with: history(302)))
        #expect(harness.written == [bytes(302)])
    }

    @Test func `says once that it cannot write, and once that it can again`() {
        let kept = KeptLog()
        let stateLog = StateLog(log: kept.log(), path: "/s")
        for report: StateReport in [
            .written(bytes: 1), .failed("a"), .failed("a"), .failed("b"), .written(bytes: 1), .written(bytes: 1),
            .failed("b"),
        ] { stateLog(report) }
        #expect(
            kept.take().map { $0.dropFirst("2026-01-15T00:00:00Z ".count) } == [
                "warning: the state cannot be written to /s: a; going on without until it can\n",
                "warning: the state cannot be written to /s: b; going on without until it can\n",
                "info: the state is written to /s again\n",
                "warning: the state cannot be written to /s: b; going on without until it can\n",
            ])
    }

    @Test func `is in the metrics only when there is one`() {
        let metrics = Metrics(loops: 1)
        let status = FeedStatus(state: .fresh, ageSeconds: 0, since: TestRaces.base, reason: nil)
        func page(_ seconds: Int) -> String {
            MetricsPage.text(
                metrics, history: MetricsPage.HistoryFigures(status: status), limit: 1, now: .seconds(seconds))
        }
        #expect(!page(0).contains("nexttogo_state_"))
        metrics.state.begin()
        #expect(page(0).contains("\nnexttogo_state_writes_total 0\n") && !page(0).contains("nexttogo_state_age"))
        metrics.state.count(.failed("x"), at: .seconds(1))
        metrics.state.count(.written(bytes: 70), at: .milliseconds(2_500))
        for line in [
            "nexttogo_state_writes_total 1", "nexttogo_state_failures_total 1", "nexttogo_state_bytes 70",
            "nexttogo_state_age_seconds 7",
        ] { #expect(page(10).contains("\n\(line)\n")) }
    }
}

internal import EventLoop
internal import Racing
internal import Synchronization

/// The keeper of `--state` on a thread of its own, from its first write to its last.
final class StateWriter: Sendable {
    private let loop: EventLoop
    private let thread: LoopThread
    private let keeper: StateKeeper<LoopClock>
    private let task: Task<Void, Never>
    private let hasFinished = Atomic(false)

    init(_ folder: StateFolder, feed: String, metrics: Metrics, log: Log) throws(EventLoopError) {
        let loop = try EventLoop()
        let clock = LoopClock(loop: loop)
        let stateLog = StateLog(log: log, path: folder.path)
        metrics.state.begin()
        let keeper = StateKeeper(
            feed: feed, clock: clock, executor: loop,
            write: { bytes throws(StateFolder.Failure) in try folder.write(bytes) },
            report: { report in
                metrics.state.count(report, at: clock.now.sinceBoot)
                stateLog(report)
            })
        self.loop = loop
        self.keeper = keeper
        thread = try loop.runOnThread()
        task = Task.detached(executorPreference: loop) { await keeper.run() }
    }

    /// Takes a new history to be written in time.
    func keep(_ history: CardHistory) { keeper.keep(history) }

    /// Writes the last history soon, and ends the thread.
    func finish(with history: CardHistory) {
        task.cancel()
        Task.detached(executorPreference: loop) { [self] in
            await task.value
            await keeper.finish(with: history)
            hasFinished.store(true, ordering: .releasing)
            loop.stop()
        }
    }

    /// Whether the last history has been written, or could not be.
    var isFinished: Bool { hasFinished.load(ordering: .acquiring) }

    /// Waits for the thread's end; once, when it ``isFinished``.
    func join() { thread.join() }
}

package import EventLoop
internal import Synchronization

/// An executor whose jobs run when the test says so, on the test's own thread.
package final class ManualExecutor: SerialExecutor, TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs, also those they enqueue, until none is left.
    package func drain() {
        while true {
            let batch = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            if batch.isEmpty { return }
            for job in batch {
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// A clock that stands still until it is moved, and the wall clock that moves with it.
package final class ManualClock: Clock, WallClock {
    package struct Instant: InstantProtocol {
        package var offset: Duration
        package init(offset: Duration) { self.offset = offset }
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var id: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var wallShift = 0
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }

    private let executor: ManualExecutor
    private let start: Int
    private let state = Mutex(State())

    /// - Parameter start: the wall clock's first second since 1970-01-01 UTC.
    package init(executor: ManualExecutor, start: Int) {
        self.executor = executor
        self.start = start
    }

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package var wallTime: WallTime {
        let (seconds, attoseconds) = state.withLock { $0.now.offset + .seconds($0.wallShift) }.components
        // Before the start, both parts are negative.
        let nanoseconds = Int(attoseconds / 1_000_000_000)
        let borrows = nanoseconds < 0
        return WallTime(
            seconds: start + Int(seconds) - (borrows ? 1 : 0), nanoseconds: nanoseconds + (borrows ? 1_000_000_000 : 0))
    }

    /// Sets the wall clock forward, or back when negative, without letting time pass.
    package func stepWallClock(by seconds: Int) {
        state.withLock { $0.wallShift += seconds }
    }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.cancelled.contains(id) || deadline <= state.now { return true }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// Lets `duration` pass: every sleeper wakes exactly at its deadline, in order, and what it starts runs.
    package func advance(by duration: Duration) {
        let end = now.advanced(by: duration)
        executor.drain()
        while let sleeper = takeDueSleeper(until: end) {
            sleeper.continuation.resume()
            executor.drain()
        }
        state.withLock { $0.now = end }
        executor.drain()
    }

    private func takeDueSleeper(until end: Instant) -> Sleeper? {
        state.withLock { state in
            let due = state.sleepers.indices.filter { state.sleepers[$0].deadline <= end }
            guard let index = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline }) else {
                return nil
            }
            state.now = max(state.now, state.sleepers[index].deadline)
            return state.sleepers.remove(at: index)
        }
    }
}

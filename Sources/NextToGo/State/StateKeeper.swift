internal import EventLoop
internal import HistoryRecords
internal import Racing
internal import Synchronization

/// Writes the history to where it outlives the process, on a loop of its own: a disk may take its time.
///
/// The first change is written at once, then the newest at most every ``pause`` seconds, so that much may be lost when
/// the process is killed; ``finish(with:)`` writes what is left.
actor StateKeeper<KeeperClock: Clock> where KeeperClock.Duration == Duration {
    private let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let feed: String
    private let clock: KeeperClock
    private let write: @Sendable ([UInt8]) throws(StateFolder.Failure) -> Void
    private let report: @Sendable (StateReport) -> Void
    private let changes: AsyncStream<CardHistory>
    private nonisolated let continuation: AsyncStream<CardHistory>.Continuation
    /// What is on the disk.
    private var written: [UInt8] = []

    /// Seconds from one write to the next, at least.
    static var pause: Int { 5 }

    /// - Parameters:
    ///   - feed: which feed the history is of.
    ///   - write: replaces what was written before, or leaves it whole.
    ///   - report: is told how each write went.
    init(
        feed: String, clock: KeeperClock, executor: any SerialExecutor,
        write: @escaping @Sendable ([UInt8]) throws(StateFolder.Failure) -> Void,
        report: @escaping @Sendable (StateReport) -> Void
    ) {
        self.feed = feed
        self.clock = clock
        self.executor = executor
        self.write = write
        self.report = report
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes a new history to be written in time; from anywhere, at once.
    nonisolated func keep(_ history: CardHistory) {
        continuation.yield(history)
    }

    /// Writes until the task is cancelled.
    func run() async {
        for await history in changes {
            save(history)
            do {
                try await clock.sleep(until: clock.now.advanced(by: .seconds(Self.pause)), tolerance: nil)
            } catch {
                return
            }
        }
    }

    /// Writes the last history, unless it is there already.
    func finish(with history: CardHistory) {
        save(history)
    }

    private func save(_ history: CardHistory) {
        // Before the first card there is nothing that is worth keeping.
        guard history.hasCard else { return }
        let bytes = HistoryFormat.encode(history, feed: feed)
        guard bytes != written else { return }
        do throws(StateFolder.Failure) {
            try write(bytes)
            written = bytes
            report(.written(bytes: bytes.count))
        } catch {
            report(.failed(error.reason))
        }
    }
}

/// How one write of the state went.
enum StateReport: Equatable, Sendable {
    case written(bytes: Int)
    case failed(String)
}

/// Tells the operator of writes what is new: one line when they begin to fail, one when they work again.
final class StateLog: Sendable {
    private let log: Log
    private let path: String
    private let failure = Mutex<String?>(nil)

    init(log: Log, path: String) {
        self.log = log
        self.path = path
    }

    func callAsFunction(_ report: StateReport) {
        switch report {
        case .written:
            if failure.withLock({ $0.take() }) != nil { log(.info, "the state is written to \(path) again") }
        case .failed(let reason):
            let isNew = failure.withLock { last in
                defer { last = reason }
                return last != reason
            }
            if isNew {
                log(.warning, "the state cannot be written to \(path): \(reason); going on without until it can")
            }
        }
    }
}

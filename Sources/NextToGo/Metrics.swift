internal import Broadcasting
internal import Feeds
internal import HTTPServer
internal import Racing
internal import Synchronization

/// What all loops have counted: each puts its own figures in once a second, any of them reads all for `/metrics`.
final class Metrics: Sendable {
    /// The figures of one serving loop.
    struct LoopFigures: Sendable {
        var broadcast = BroadcastCounts()
        var http = HTTPCounts()
        /// Subscribers by the name of their format.
        var subscribers: [String: Int] = [:]
        var lateness = LatenessHistogram()
    }

    /// The figures of the engine.
    struct PollFigures: Sendable {
        var changed = 0
        var unchanged = 0
        var failed = 0
        var skipped: [SkippedRace.Reason: Int] = [:]
        var cardsForgotten = 0
        var racesForgotten = 0
    }

    private let loops: Mutex<[LoopFigures]>
    private let polls = Mutex(PollFigures())
    let state = StateFigures()
    let cluster = ClusterFigures()

    init(loops count: Int) {
        loops = Mutex(Array(repeating: LoopFigures(), count: count))
    }

    func put(_ figures: LoopFigures, of loop: Int) {
        loops.withLock { $0[loop] = figures }
    }

    func count(_ report: PollReport) {
        polls.withLock { polls in
            switch report.outcome {
            case .changed: polls.changed += 1
            case .unchanged: polls.unchanged += 1
            case .failed: polls.failed += 1
            }
            for race in report.skipped { polls.skipped[race.reason, default: 0] += 1 }
            polls.cardsForgotten += report.forgotten.cards
            polls.racesForgotten += report.forgotten.races
        }
    }

    var loopFigures: [LoopFigures] { loops.withLock { $0 } }
    var pollFigures: PollFigures { polls.withLock { $0 } }
}

/// How late seconds were noticed, in the buckets of a Prometheus histogram.
struct LatenessHistogram: Equatable, Sendable {
    /// Upper bounds in milliseconds; one more bucket takes what is later.
    static let bounds = [1, 2, 5, 10, 20, 50, 100, 250, 500]

    /// How many fell into each bucket, not added up.
    private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    private(set) var sum = Duration.zero

    mutating func note(_ lateness: Duration) {
        counts[Self.bounds.firstIndex { lateness <= .milliseconds($0) } ?? Self.bounds.count] += 1
        sum += lateness
    }

    mutating func add(_ other: LatenessHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}

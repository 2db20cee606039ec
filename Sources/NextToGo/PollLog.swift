internal import Feeds
internal import Synchronization

/// Tells the operator of polls what is new, and of each race that cannot be used once.
final class PollLog: Sendable {
    private struct State {
        var failure: String?
        var hasAnswered = false
        /// Hash values of reason and key: the keys themselves are as long as the feed makes them.
        var skipped: Set<Int> = []
    }

    private let log: Log
    private let state = Mutex(State())
    /// Races of one answer that are looked at, its first ones; twice as many are remembered.
    private static let remembered = 1_000
    /// Races that one answer can have named.
    private static let named = 100

    init(log: Log) {
        self.log = log
    }

    func callAsFunction(_ report: PollReport) {
        for line in state.withLock({ Self.lines(for: report, &$0) }) { log(line.0, line.1) }
    }

    private static func lines(for report: PollReport, _ state: inout State) -> [(Log.Level, String)] {
        var lines: [(Log.Level, String)] = []
        switch report.outcome {
        case .failed(let reason, let wait):
            if state.failure != reason {
                lines.append((.warning, "poll failed: \(reason); next try in \(Int(wait / .seconds(1))) s"))
            }
            state.failure = reason
        case .changed(let races):
            if state.failure != nil || !state.hasAnswered { lines.append((.info, "the feed answers: \(races) races")) }
            state.failure = nil
            state.hasAnswered = true
        case .unchanged:
            if state.failure != nil { lines.append((.info, "the feed answers again: unchanged")) }
            state.failure = nil
        }
        return lines + linesForSkipped(report.skipped, &state).map { (.warning, $0) }
    }

    /// A line for each race that is new, and one for all that are too many: a feed cannot fill a log.
    private static func linesForSkipped(_ skipped: [SkippedRace], _ state: inout State) -> [String] {
        // The first ones are the same in the next answer, since they come in the order of their keys.
        let first = skipped.prefix(remembered)
        let new = first.filter { !state.skipped.contains(fingerprint($0)) }
        if new.isEmpty { return [] }
        if state.skipped.count + new.count > 2 * remembered { state.skipped = [] }
        state.skipped.formUnion(first.map(fingerprint))
        let lines = new.prefix(named).map { race in
            "race skipped: \(race.reason.rawValue) (\(String(race.key.unicodeScalars.prefix(80))))"
        }
        let others = new.count - lines.count + skipped.count - first.count
        return others == 0 ? lines : lines + ["\(others) more races skipped: /metrics counts them by reason"]
    }

    private static func fingerprint(_ race: SkippedRace) -> Int {
        var hasher = Hasher()
        hasher.combine(race.reason)
        hasher.combine(race.key)
        return hasher.finalize()
    }
}

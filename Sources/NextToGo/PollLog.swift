internal import Feeds
internal import Synchronization

/// Tells the operator of polls what is new, and of each race that cannot be used once.
final class PollLog: Sendable {
    private struct State {
        var failure: String?
        var hasAnswered = false
        var skipped: Set<String> = []
    }

    private let log: Log
    private let state = Mutex(State())
    /// Beyond this many different faults, the memory of what was said starts over.
    private static let remembered = 1_000

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
        for race in report.skipped {
            if state.skipped.count >= remembered { state.skipped = [] }
            guard state.skipped.insert("\(race.reason.rawValue) \(race.key)").inserted else { continue }
            lines.append((.warning, "race skipped: \(race.reason.rawValue) (\(race.key.prefix(80)))"))
        }
        return lines
    }
}

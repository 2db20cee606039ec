internal import Feeds
internal import Racing
internal import Synchronization

/// Tells the operator of polls what is new, and of each race that cannot be used once.
final class PollLog: Sendable {
    private struct State {
        var failure: String?
        var hasAnswered = false
        var names = SkippedRaceNames()
        /// When cards, or races of the newest one, were forgotten last.
        var cardsForgotten: Duration?
        var racesForgotten: Duration?
    }

    private let log: Log
    private let state = Mutex(State())

    init(log: Log) {
        self.log = log
    }

    /// - Parameter now: monotonic time.
    func callAsFunction(_ report: PollReport, at now: Duration) {
        for line in state.withLock({ Self.lines(for: report, at: now, &$0) }) { log(line.0, line.1) }
    }

    private static func lines(
        for report: PollReport, at now: Duration, _ state: inout State
    ) -> [(Log.Level, String)] {
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
        lines += self.lines(for: report.forgotten, at: now, &state).map { (.warning, $0) }
        // What says nothing of races leaves them as they were.
        guard report.isOfRaces else { return lines }
        return lines + self.lines(for: state.names.news(report.skipped, at: now)).map { (.warning, $0) }
    }

    /// A line when the history begins to have too little room, or does so again after an hour.
    private static func lines(
        for forgotten: CardHistory.Forgotten, at now: Duration, _ state: inout State
    ) -> [String] {
        func isNew(_ count: Int, _ last: inout Duration?) -> Bool {
            guard count > 0 else { return false }
            defer { last = now }
            return last.map { now - $0 >= SkippedRaceNames.memory } ?? true
        }
        let limits = CardHistory.Limits()
        var lines: [String] = []
        if isNew(forgotten.cards, &state.cardsForgotten) {
            lines.append(
                "the history has no room for an hour (\(limits.history >> 20) MiB): the oldest cards are forgotten, and"
                    + " clients that come back from before them begin anew")
        }
        if isNew(forgotten.races, &state.racesForgotten) {
            lines.append(
                "the card has no room (\(limits.card >> 20) MiB): the latest races that the feed names no more are forgotten"
            )
        }
        return lines
    }

    /// A line for each race that is new, and one for all that are too many.
    private static func lines(for news: SkippedRaceNames.News) -> [String] {
        let lines = news.races.map { race in
            "race skipped: \(race.reason.rawValue) (\(String(race.key.unicodeScalars.prefix(80))))"
        }
        guard !news.unnamed.isEmpty else { return lines }
        let counts = news.unnamed.map { "\($0.count) \($0.reason.rawValue)" }.joined(separator: ", ")
        return lines + [
            "more races skipped than are named (\(SkippedRaceNames.limit) an hour for each reason): \(counts) in this"
                + " answer; /metrics counts them all"
        ]
    }
}

extension PollReport {
    /// Whether there was an answer that named races, usable or not.
    fileprivate var isOfRaces: Bool {
        if case .changed = outcome { return true }
        return !skipped.isEmpty
    }
}

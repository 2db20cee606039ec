internal import Racing

/// What must be known about a board besides its races, in plain sentences, the most important first.
enum TerminalNotices {
    struct Notice: Equatable {
        var text: String
        /// Whether what is shown may be wrong.
        var isWarning = false
    }

    /// - Parameter marks: what the category marks in the rows mean; nil when they need no words.
    static func texts(
        _ history: CardHistory, _ query: BoardQuery, marks: String?, at second: Second
    ) -> [Notice] {
        let status = history.feedStatus(at: second)
        let shown = history.races(query, at: second).count
        let origin = [source(history.origin.source), clock(history.origin.clock, at: second)]
        let plain = [shortage(shown, query, status.state)] + origin + [marks]
        return [feed(status)].compactMap(\.self) + plain.compactMap { $0.map { Notice(text: $0) } }
    }

    /// Columns of the feed's part of a notice.
    private static let longestReason = 120

    private static func feed(_ status: FeedStatus) -> Notice? {
        let reason = status.reason.map { " (\(TerminalText($0).cut(to: longestReason).text))" } ?? ""
        let age = status.ageSeconds.map { ": last update \(words($0)) ago" } ?? ""
        switch status.state {
        case .fresh: return nil
        case .starting: return Notice(text: "Waiting for the feed..." + reason)
        case .stale: return Notice(text: "Times may be out of date" + age + reason + ".", isWarning: true)
        case .down: return Notice(text: "The feed does not answer" + reason + age + ".", isWarning: true)
        }
    }

    /// Said of a board with fewer races than wanted, unless the feed has nothing to say at all.
    private static func shortage(_ shown: Int, _ query: BoardQuery, _ state: FeedStatus.State) -> String? {
        guard shown < query.count, state != .starting, state != .down else { return nil }
        let chosen = slugs(query.categories)
        let races = chosen.isEmpty ? "races" : chosen.joined(separator: " and ") + " races"
        return shown == 0
            ? "No \(races) listed at the moment." : "\(shown) of \(query.count): no further \(races) listed."
    }

    private static func source(_ source: FeedOrigin.Source) -> String? {
        switch source {
        case .demo: "Demonstration data: these races are made up."
        case .replay: "Recorded data, played back."
        case .neds, .nedsV2, .ladbrokes, .url, .file: nil
        }
    }

    private static func clock(_ clock: FeedOrigin.ClockKind, at second: Second) -> String? {
        switch clock {
        case .system: nil
        case .shifted: "Not the present: the clock is set to \(second.rfc3339.prefix { $0 != "T" })."
        }
    }

    /// Exact under two minutes, then whole minutes (contract 6).
    private static func words(_ age: Int) -> String {
        Countdown(remaining: age < 120 ? age : age / 60 * 60).spoken
    }

    /// The chosen categories in their order; none when all are.
    static func slugs(_ categories: CategorySet) -> [String] {
        let chosen = Category.allCases.filter(categories.contains)
        return chosen.count == Category.allCases.count ? [] : chosen.map(\.slug)
    }
}

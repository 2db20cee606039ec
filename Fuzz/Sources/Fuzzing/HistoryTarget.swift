internal import HistoryRecords
internal import Racing

/// Histories as a state file or another node gives them: what is taken says the same when it is written again, answers
/// every question, and goes on.
enum HistoryTarget {
    private static let rules = CardHistory.Rules(limits: CardHistory.Limits(history: 4 << 20, card: 1 << 16))
    private static let origin = FeedOrigin(source: .url, clock: .system)

    static func run(_ bytes: [UInt8]) {
        switch decoded(bytes) {
        case .failure(let refusal):
            require(!refusal.reason.isEmpty && refusal.reason.utf8.count < 1_000 + bytes.count, "a refusal says why")
        case .success(let history): check(history)
        }
    }

    private static func decoded(_ bytes: [UInt8]) -> Result<CardHistory, CardHistoryRecord.Refusal> {
        Result { () throws(CardHistoryRecord.Refusal) in
            try HistoryFormat.decode(bytes, feed: "x", rules: rules, origin: origin)
        }
    }

    private static func check(_ history: CardHistory) {
        require(history.hasCard && history.weight > 0, "a history has a card")
        let written = HistoryFormat.encode(history, feed: "x")
        guard case .success(let copy) = decoded(written) else {
            fatalError("does not hold: what was written can be read")
        }
        require(copy.record(feed: "x") == history.record(feed: "x"), "what was written is what was read")
        require(HistoryFormat.encode(copy, feed: "x") == written, "the same is written the same")
        let seconds = [
            history.firstKnown, history.firstKnown + 1, history.lastChange, history.lastChange + 5,
            history.lastChange + 4_000,
        ]
        for second in seconds { ask(history, at: second) }
        for second in seconds {
            guard let resumed = try? history.resumed(at: second) else { continue }
            require(resumed.firstKnown >= history.firstKnown, "nothing is known that was not")
            ask(resumed, at: second)
        }
        ask(history.rebased(at: history.firstKnown), at: history.firstKnown)
        goOn(history)
    }

    private static func ask(_ history: CardHistory, at second: Second) {
        for query in [BoardQuery(), BoardQuery(count: 1), BoardQuery(count: 20)] {
            let board = history.races(query, at: second)
            require(board.count <= query.count, "a board has no more races than wanted")
            require(zip(board, board.dropFirst()).allSatisfy(Race.precedes), "a board is in order")
            let revision = history.revision(query, at: second)
            require(revision <= max(second, history.firstKnown), "a revision is not of the future")
            let changes = history.changes(query, since: history.firstKnown, at: second)
            require(Set(changes.map(\.id)).count == changes.count, "a race changes once")
            _ = history.announcement(query, .frequent, at: Second(second.sinceEpoch / 5 * 5))
        }
        _ = history.feedStatus(at: second)
    }

    /// Polls that bring other races, until it has forgotten what it was given.
    private static func goOn(_ history: CardHistory) {
        var history = history
        var from = history.lastChange
        for poll in 0..<4 {
            from = from + 1_000 * poll + 1
            let race = Race(id: "new \(poll)", meeting: "M", number: 1, category: .horse, start: from + 60)
            history.merge(RaceCard(races: [race]), polledAt: from - 1, from: from)
            require(history.races(BoardQuery(count: 20), at: from).contains(race), "what a poll names is shown")
            require(history.weight <= rules.limits.history + rules.limits.card, "a history has its bound")
        }
        history.fail("no answer", from: from + 1)
        ask(history, at: from + 2)
    }
}

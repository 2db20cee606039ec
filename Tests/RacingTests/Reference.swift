import Racing

/// The rules once more, as plainly as they can be said: the whole card of each second, and no shortcut.
struct Reference {
    let rules: CardHistory.Rules
    /// By id, for each second from ``zero`` on.
    private(set) var cards: [[String: Race]]
    private let polls: [PollScript.Poll]

    init(_ script: PollScript) {
        rules = script.rules
        polls = script.polls
        cards = Array(repeating: [:], count: PollScript.length + 1)
        var card: [String: Race] = [:]
        var before: RaceCard?
        for poll in script.polls {
            guard case .card(let answer) = poll.answer else { continue }
            for race in card.values where race.start > poll.from && Self.misses(race, answer) {
                if let before, Self.misses(race, before) { card[race.id] = nil }
            }
            for race in answer.races { card[race.id] = race }
            before = answer
            for second in poll.from - zero..<cards.count { cards[second] = card }
        }
    }

    private static func misses(_ race: Race, _ answer: RaceCard) -> Bool {
        guard !answer.presentIDs.contains(race.id) else { return false }
        return switch answer.horizon {
        case .none: false
        case .overall(let last): race.start < last
        case .perCategory(let lasts): lasts[race.category].map { race.start < $0 } ?? false
        }
    }

    func isVisible(_ race: Race, at second: Int) -> Bool {
        race.start - (zero + second) > -rules.hideAfter
    }

    func board(_ query: BoardQuery, at second: Int) -> [Race] {
        let fitting = cards[second].values.filter {
            isVisible($0, at: second) && query.categories.contains($0.category)
        }
        return Array(fitting.sorted { Self.rank($0).lexicographicallyPrecedes(Self.rank($1)) }.prefix(query.count))
    }

    /// What decides the place of a race, as numbers; every text ends in a zero, so that none is part of another.
    private static func rank(_ race: Race) -> [Int] {
        let meeting = race.meeting.utf8.map(Int.init) + [0]
        return [race.start - zero] + meeting + [race.number] + race.id.utf8.map(Int.init) + [0]
    }

    /// How a race that was on a board at `revision` and is none to be shown at `second` went: found by going from
    /// second to second, up to the last one in which it went.
    func departure(_ id: String, since revision: Int, at second: Int) -> BoardChange.Kind? {
        for later in stride(from: second, to: revision, by: -1) {
            guard let race = cards[later - 1][id], isVisible(race, at: later - 1) else { continue }
            guard let rest = cards[later][id] else { return .delisted }
            return isVisible(rest, at: later) ? nil : .expired
        }
        return nil
    }

    func state(at second: Int) -> FeedStatus.State {
        guard let good = lastGood(at: second) else { return second < rules.staleAfter ? .starting : .down }
        if zero + second - good.polledAt <= rules.staleAfter { return .fresh }
        return cards[second].values.contains { isVisible($0, at: second) } ? .stale : .down
    }

    func lastGood(at second: Int) -> PollScript.Poll? {
        polls.last { poll in
            if case .card = poll.answer { poll.from <= zero + second } else { false }
        }
    }

    func reason(at second: Int) -> String? {
        switch polls.last(where: { $0.from <= zero + second })?.answer {
        case .failure(let reason) where state(at: second) != .fresh: reason
        case nil where state(at: second) == .down: "no answer yet"
        default: nil
        }
    }
}

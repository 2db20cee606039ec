import Racing

/// Tests count their seconds from here: 2025-11-30 05:20:00 UTC, a whole minute.
let zero = Second(1_764_480_000)

/// The second `seconds` after ``zero``.
func at(_ seconds: Int) -> Second { zero + seconds }

func race(
    _ id: String, _ start: Int, _ category: Category = .horse, meeting: String = "Randwick", number: Int = 1,
    name: String? = nil, venue: Race.Venue = Race.Venue()
) -> Race {
    Race(id: id, meeting: meeting, number: number, name: name, category: category, venue: venue, start: at(start))
}

/// A history that begins at ``zero`` and knows nothing yet.
func emptyHistory(hideAfter: Int = 60, staleAfter: Int = 60) -> CardHistory {
    CardHistory(
        startingAt: zero, rules: CardHistory.Rules(hideAfter: hideAfter, staleAfter: staleAfter),
        origin: FeedOrigin(source: .demo, clock: .system))
}

/// A history whose first poll, with all these races, holds from second 1 on.
func history(hideAfter: Int = 60, _ races: Race...) -> CardHistory {
    var history = emptyHistory(hideAfter: hideAfter)
    history.poll(races, from: 1)
    return history
}

extension CardHistory {
    /// A good poll, answered in the second before it holds.
    mutating func poll(
        _ races: [Race], present: Set<String> = [], horizon: RaceCard.Horizon? = nil, from second: Int
    ) {
        merge(
            RaceCard(races: races, presentIDs: present, horizon: horizon), polledAt: at(second - 1), from: at(second))
    }

    func ids(_ query: BoardQuery = BoardQuery(), at second: Int) -> [String] {
        races(query, at: zero + second).map(\.id)
    }

    /// The changes of a board of all categories, unless told otherwise.
    func changes(_ query: BoardQuery = BoardQuery(), from revision: Int, to second: Int) -> [BoardChange] {
        changes(query, since: zero + revision, at: zero + second)
    }

    /// The revision, as seconds from ``zero``.
    func revision(_ query: BoardQuery = BoardQuery(), at second: Int) -> Int {
        revision(query, at: zero + second) - zero
    }
}

extension BoardQuery {
    static func first(_ count: Int, _ categories: Category...) -> BoardQuery {
        BoardQuery(categories: CategorySet(categories.map { CategorySet($0) }), count: count)
    }
}

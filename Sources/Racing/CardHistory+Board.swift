/// The board of any query in any second.
extension CardHistory {
    /// The first races of the chosen categories that are visible in `second`: filter first, then take.
    package func races(_ query: BoardQuery, at second: Second) -> [Race] {
        var board: [Race] = []
        for race in version(at: second).races where isVisible(race, at: second) {
            guard query.categories.contains(race.category) else { continue }
            board.append(race)
            if board.count == query.count { break }
        }
        return board
    }

    /// Whether a race is still to be shown in `second`: it is gone once `hideAfter` seconds have passed since its start.
    func isVisible(_ race: Race, at second: Second) -> Bool {
        second < rules.expiry(of: race.start)
    }

    /// Whether there is anything to show to anybody in `second`.
    package func hasVisibleRace(at second: Second) -> Bool {
        version(at: second).races.contains { isVisible($0, at: second) }
    }

    /// The second from which the board of `query` stands as it does in `second`, at least the first known one.
    package func revision(_ query: BoardQuery, at second: Second) -> Second {
        let board = races(query, at: second)
        var index = versionIndex(at: second)
        var last = second
        while true {
            let version = versions[index]
            // Within one card a board changes just when a race of the query expires: the one that does was on it.
            let lastExpiry = version.races.lazy.filter { query.categories.contains($0.category) }
                .map { rules.expiry(of: $0.start) }.filter { $0 <= last }.max()
            if let lastExpiry, lastExpiry > version.from { return lastExpiry }
            if index == 0 || races(query, at: version.from - 1) != board { return version.from }
            last = version.from - 1
            index -= 1
        }
    }

    /// The next second after `second` in which the board of `query` gets shorter than wanted because a race expires
    /// and none is known to follow; nil when it is short already or that never happens.
    package func nextShortfall(_ query: BoardQuery, after second: Second) -> Second? {
        let known = version(at: second).races.filter {
            query.categories.contains($0.category) && isVisible($0, at: second)
        }
        guard known.count >= query.count else { return nil }
        return rules.expiry(of: known[known.count - query.count].start)
    }
}

/// The board of any query in any second.
extension CardHistory {
    /// The first races of the chosen categories that are visible in `second`: filter first, then take.
    package func races(_ query: BoardQuery, at second: Second) -> [Race] {
        let races = version(at: second).races
        var board: [Race] = []
        var index = firstVisible(in: races, at: second)
        while index < races.count && board.count < query.count {
            if query.categories.contains(races[index].category) { board.append(races[index]) }
            index += 1
        }
        return board
    }

    /// Where the visible races begin: those in front have expired, since a card is in order of start.
    func firstVisible(in races: RaceList, at second: Second) -> Int {
        var (low, high) = (0, races.count)
        while low < high {
            let middle = (low + high) / 2
            if isVisible(races[middle], at: second) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether a race is still to be shown in `second`: it is gone once `hideAfter` seconds have passed since its start.
    func isVisible(_ race: Race, at second: Second) -> Bool {
        second < rules.expiry(of: race.start)
    }

    /// Whether there is anything to show to anybody in `second`.
    package func hasVisibleRace(at second: Second) -> Bool {
        let races = version(at: second).races
        return firstVisible(in: races, at: second) < races.count
    }

    /// The second from which the board of `query` stands as it does in `second`, at least the first known one.
    package func revision(_ query: BoardQuery, at second: Second) -> Second {
        let board = races(query, at: second)
        var index = versionIndex(at: second)
        var last = second
        while true {
            let version = versions[index]
            // Within one card a board changes just when a race of the query expires: the one that does was on it.
            let expired = version.races[..<firstVisible(in: version.races, at: last)]
            let lastExpiry = expired.last { query.categories.contains($0.category) }.map { rules.expiry(of: $0.start) }
            if let lastExpiry, lastExpiry > version.from { return lastExpiry }
            if index == 0 || races(query, at: version.from - 1) != board { return version.from }
            last = version.from - 1
            index -= 1
        }
    }

    /// The next second after `second` in which the board of `query` gets shorter than wanted because a race expires
    /// and none is known to follow; nil when it is short already or that never happens.
    package func nextShortfall(_ query: BoardQuery, after second: Second) -> Second? {
        let races = version(at: second).races
        var wanted = query.count
        // From the end: the race behind which just as many follow as are wanted, itself included.
        for race in races[firstVisible(in: races, at: second)...].reversed()
        where query.categories.contains(race.category) {
            wanted -= 1
            if wanted == 0 { return rules.expiry(of: race.start) }
        }
        return nil
    }

    /// Whether this history can follow `other` after `second` for those who watch a board: it shows the same in that
    /// second, and the revision that they have from `other` still means what they have.
    package func continues(_ other: CardHistory, _ query: BoardQuery, at second: Second) -> Bool {
        let shown = other.races(query, at: second)
        guard races(query, at: second) == shown else { return false }
        let revision = other.revision(query, at: second)
        return !knows(revision, at: second) || races(query, at: revision) == shown
    }

    /// Whether both have known the same cards from the same seconds on, up to `second`, as far as both reach back.
    package func sharesPast(of other: CardHistory, until second: Second) -> Bool {
        var (mine, theirs) = (versionIndex(at: second), other.versionIndex(at: second))
        while versions[mine].races == other.versions[theirs].races {
            if mine == 0 || theirs == 0 {
                // The one that reaches back less far may not know when this card began.
                return (theirs == 0 || other.versions[theirs].from <= firstKnown)
                    && (mine == 0 || versions[mine].from <= other.firstKnown)
            }
            guard versions[mine].from == other.versions[theirs].from else { return false }
            (mine, theirs) = (mine - 1, theirs - 1)
        }
        return false
    }
}

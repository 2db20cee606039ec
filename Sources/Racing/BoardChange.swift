/// What happened to one race between two boards of the same query.
package struct BoardChange: Equatable, Sendable {
    package var id: String
    package var kind: Kind
    /// The start it had on the earlier board or card, where that is part of the change.
    package var from: Second?

    package init(id: String, kind: Kind, from: Second? = nil) {
        self.id = id
        self.kind = kind
        self.from = from
    }

    package enum Kind: String, Sendable {
        /// Not on the old board.
        case added
        /// On both, and the start differs.
        case retimed
        /// On both, and another shown field differs.
        case updated
        /// Left because its time was over.
        case expired
        /// Left because the feed no longer lists it.
        case delisted
        /// Left because others come first now, or it no longer fits the query.
        case displaced
    }
}

extension CardHistory {
    /// Whether a client may be told the difference since `revision`: any second from the first known to `second`.
    package func knows(_ revision: Second, at second: Second) -> Bool {
        firstKnown <= revision && revision <= second
    }

    /// The difference between the boards of `query` at `revision` and at `second`: first the races of the new board in
    /// its order, then those that left it in the old order; one entry a race, and none for a race that stayed as it was.
    package func changes(_ query: BoardQuery, since revision: Second, at second: Second) -> [BoardChange] {
        if isSame(revision, second) { return [] }
        let old = races(query, at: revision)
        let new = races(query, at: second)
        let arrivals = new.compactMap { race in
            arrival(of: race, old: old.first { $0.id == race.id }, since: revision)
        }
        let onNew = Set(new.map(\.id))
        let leavers = old.filter { !onNew.contains($0.id) }.map { departure(of: $0, since: revision, at: second) }
        return arrivals + leavers
    }

    /// Whether nothing at all has changed between two seconds: the same card, and no expiry.
    private func isSame(_ earlier: Second, _ later: Second) -> Bool {
        let index = versionIndex(at: later)
        guard versionIndex(at: earlier) == index else { return false }
        let races = versions[index].races
        return firstVisible(in: races, at: earlier) == firstVisible(in: races, at: later)
    }

    private func arrival(of race: Race, old: Race?, since revision: Second) -> BoardChange? {
        guard let old else {
            let earlier = version(at: revision).race(race.id)?.start
            return BoardChange(id: race.id, kind: .added, from: earlier == race.start ? nil : earlier)
        }
        if old.start != race.start { return BoardChange(id: race.id, kind: .retimed, from: old.start) }
        return old == race ? nil : BoardChange(id: race.id, kind: .updated)
    }

    private func departure(of old: Race, since revision: Second, at second: Second) -> BoardChange {
        if let race = version(at: second).race(old.id), isVisible(race, at: second) {
            return BoardChange(id: old.id, kind: .displaced, from: race.start == old.start ? nil : old.start)
        }
        let delisting = delistings.last { $0.race.id == old.id && revision < $0.from && $0.from <= second }
        guard let delisting else { return BoardChange(id: old.id, kind: .expired) }
        // Listed again in time it may have expired after all; listed again too late it has not come back.
        let cameBack = versions[versionIndex(at: delisting.from)...versionIndex(at: second)].contains { version in
            version.race(old.id).map { isVisible($0, at: version.from) } ?? false
        }
        return BoardChange(id: old.id, kind: cameBack ? .expired : .delisted)
    }
}

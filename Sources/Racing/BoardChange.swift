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
        isSame(revision, second) ? [] : difference(query, since: revision, of: self, after: revision, at: second)
    }

    /// The difference to what `other` showed in its second `last`: for those who were sent boards by a history that
    /// this one replaces.
    package func changes(
        _ query: BoardQuery, since last: Second, shownBy other: CardHistory, at second: Second
    ) -> [BoardChange] {
        difference(query, since: last, of: other, after: nil, at: second)
    }

    /// - Parameter after: the second after which a delisting counts; nil when the earlier board knew another past.
    private func difference(
        _ query: BoardQuery, since earlier: Second, of other: CardHistory, after: Second?, at second: Second
    ) -> [BoardChange] {
        let old = other.races(query, at: earlier)
        let new = races(query, at: second)
        let card = other.version(at: earlier)
        let arrivals = new.compactMap { race in
            arrival(of: race, old: old.first { $0.id == race.id }, earlierStart: card.race(race.id)?.start)
        }
        let onNew = Set(new.map(\.id))
        let leavers = old.filter { !onNew.contains($0.id) }.map { departure(of: $0, after: after, at: second) }
        return arrivals + leavers
    }

    /// Whether nothing at all has changed between two seconds: the same card, and no expiry.
    private func isSame(_ earlier: Second, _ later: Second) -> Bool {
        let index = versionIndex(at: later)
        guard versionIndex(at: earlier) == index else { return false }
        let races = versions[index].races
        return firstVisible(in: races, at: earlier) == firstVisible(in: races, at: later)
    }

    private func arrival(of race: Race, old: Race?, earlierStart: Second?) -> BoardChange? {
        guard let old else {
            return BoardChange(id: race.id, kind: .added, from: earlierStart == race.start ? nil : earlierStart)
        }
        if old.start != race.start { return BoardChange(id: race.id, kind: .retimed, from: old.start) }
        return old == race ? nil : BoardChange(id: race.id, kind: .updated)
    }

    private func departure(of old: Race, after revision: Second?, at second: Second) -> BoardChange {
        let race = version(at: second).race(old.id)
        if let race, isVisible(race, at: second) {
            return BoardChange(id: old.id, kind: .displaced, from: race.start == old.start ? nil : old.start)
        }
        let delisting = delistings.last { delisting in
            delisting.race.id == old.id && delisting.from <= second && revision.map { $0 < delisting.from } ?? true
        }
        guard let delisting else {
            // One that this history never knew, or had no room for, and whose time is not over, has made way for others.
            let last = revision == nil ? old : lastKnown(old.id, at: second) ?? old
            let hasMadeWay = race == nil && isVisible(last, at: second)
            return BoardChange(id: old.id, kind: hasMadeWay ? .displaced : .expired)
        }
        // Listed again in time it may have expired after all; listed again too late it has not come back.
        let cameBack = versions[versionIndex(at: delisting.from)...versionIndex(at: second)].contains { version in
            version.race(old.id).map { isVisible($0, at: version.from) } ?? false
        }
        return BoardChange(id: old.id, kind: cameBack ? .expired : .delisted)
    }

    /// A race as it was on the last card that had it.
    private func lastKnown(_ id: String, at second: Second) -> Race? {
        versions[...versionIndex(at: second)].reversed().lazy.compactMap { $0.race(id) }.first
    }
}

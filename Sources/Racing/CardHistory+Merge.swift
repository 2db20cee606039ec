/// How polls enter the history.
extension CardHistory {
    /// Takes a good poll into the history.
    ///
    /// A race that the poll does not name in any form leaves the card when it was missing in the poll before as well,
    /// has not started, and starts strictly before the horizon of both: otherwise it may only have been cut off, or
    /// belongs to the clock.
    ///
    /// - Parameters:
    ///   - polledAt: the second of the answer, from which the age of the card counts.
    ///   - from: the first second for which it holds; it must not have begun on any loop.
    /// - Returns: what was forgotten for want of room.
    @discardableResult
    package mutating func merge(_ card: RaceCard, polledAt: Second, from: Second) -> Forgotten {
        let from = max(from, lastChange)
        let known = versions[versions.count - 1]
        var races = card.races
        var missing: Set<String> = []
        let listed = Set(card.races.map(\.id))
        for shared in known.races.shared where !listed.contains(shared.race.id) {
            let race = shared.race
            // Forgotten an hour after its time; while the feed names it, it may still be delayed.
            if rules.expiry(of: race.start) + Self.retention <= from { continue }
            let mayBeDelisted =
                !card.presentIDs.contains(race.id) && race.start > from
                && card.horizon.start(for: race.category).map { race.start < $0 } ?? false
            if mayBeDelisted && suspects.contains(race.id) {
                delistings.append(Delisting(from: from, shared: shared))
                continue
            }
            if mayBeDelisted { missing.insert(race.id) }
            races.append(race)
        }
        suspects = missing
        var list = RaceList(races, sharing: known.races)
        var forgotten = Forgotten.nothing
        forgotten.races = list.lighten(to: rules.limits.card, sparing: listed)
        if list != known.races { replaceCard(by: list, from: from) }
        confirm(polledAt: polledAt, from: from)
        trim(at: from)
        forgotten.cards = lighten(at: from)
        return forgotten
    }

    /// Takes a failed poll into the history: it changes nothing but what is said of the feed.
    package mutating func fail(_ reason: String, from: Second) {
        let from = max(from, lastChange)
        let lastGood = confirmations.last?.from
        if let last = failures.last, last.reason == reason, lastGood.map({ $0 <= last.from }) ?? true { return }
        failures.append(Failure(from: from, reason: reason))
        trim(at: from)
    }

    private mutating func replaceCard(by races: RaceList, from: Second) {
        if versions[versions.count - 1].from == from, versions.count > 1 {
            versions.removeLast()
        }
        let last = versions[versions.count - 1].races
        if last != races { versions.append(Version(from: from, races: races, after: last)) }
    }

    private mutating func confirm(polledAt: Second, from: Second) {
        let wasFresh = feedStatus(at: from - 1).state == .fresh && !confirmations.isEmpty
        let freshSince = wasFresh ? confirmations[confirmations.count - 1].freshSince : from
        if confirmations.isEmpty { firstCard = from }
        if confirmations.last?.from == from { confirmations.removeLast() }
        failures.removeAll { $0.from == from }
        confirmations.append(Confirmation(from: from, polledAt: polledAt, freshSince: freshSince))
    }

    /// An hour at least can be asked about; cut in steps of an hour, so that the first known second rarely moves.
    private mutating func trim(at second: Second) {
        guard second - firstKnown > 2 * Self.retention else { return }
        // The hour counts from the present, and `second` is yet to come: a minute is ample.
        let cut = second - Self.retention - 60
        failures.removeFirst(failures.lastIndex { $0.from <= cut } ?? 0)
        // Until the first card there is nothing else to cut, and the state of the feed counts from the first second.
        if !confirmations.isEmpty { forget(before: cut) }
    }

    /// Makes `cut` the first known second.
    mutating func forget(before cut: Second) {
        firstKnown = cut
        versions.removeFirst(versionIndex(at: firstKnown))
        versions[0].from = firstKnown
        delistings.removeAll { $0.from < firstKnown }
        confirmations.removeFirst(confirmations.lastIndex { $0.from <= firstKnown } ?? 0)
    }

    /// Seconds that a history reaches back at least, once it is that old, as long as it has room (``Limits``).
    package static let retention = 3_600
}

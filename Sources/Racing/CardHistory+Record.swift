/// From a history to its record and back.
extension CardHistory {
    /// - Parameter feed: which feed it is of.
    package func record(feed: String) -> CardHistoryRecord {
        var kept: [Race: [Int]] = [:]
        var order: [Race] = []
        for (index, version) in versions.enumerated() {
            for race in version.races {
                let on = kept[race] ?? []
                if on.isEmpty { order.append(race) }
                kept[race] = on.last == index ? on.dropLast() + [index + 1] : on + [index, index + 1]
            }
        }
        return CardHistoryRecord(
            feed: feed, clock: origin.clock.rawValue, hideAfter: rules.hideAfter, staleAfter: rules.staleAfter,
            firstKnown: firstKnown.sinceEpoch, firstCard: firstCard?.sinceEpoch,
            cards: versions.map(\.from.sinceEpoch),
            races: order.map { CardHistoryRecord.KeptRace(race: RaceRecord($0), on: kept[$0] ?? []) },
            polls: confirmations.map { [$0.from.sinceEpoch, $0.polledAt.sinceEpoch, $0.freshSince.sinceEpoch] },
            failures: failures.map { CardHistoryRecord.KeptFailure(from: $0.from.sinceEpoch, reason: $0.reason) },
            delisted: delistings.map {
                CardHistoryRecord.KeptDelisting(from: $0.from.sinceEpoch, race: RaceRecord($0.race))
            },
            suspects: suspects.sorted())
    }

    /// The history of a record, under the rules of this process.
    ///
    /// - Throws: why it cannot be used: another feed or clock, no card, or parts that do not fit together.
    package init(
        _ record: CardHistoryRecord, feed: String, rules: Rules, origin: FeedOrigin
    ) throws(CardHistoryRecord.Refusal) {
        guard record.feed == feed else {
            throw CardHistoryRecord.Refusal("it is of another feed ('\(record.feed)', not '\(feed)')")
        }
        guard record.clock == origin.clock.rawValue else {
            throw CardHistoryRecord.Refusal("it is of a \(record.clock) clock, not of a \(origin.clock.rawValue) one")
        }
        guard !record.polls.isEmpty else { throw CardHistoryRecord.Refusal("it has no card") }
        self.init(startingAt: try CardHistoryRecord.second(record.firstKnown), rules: rules, origin: origin)
        firstCard = try record.firstCard.map(CardHistoryRecord.second)
        versions = try record.versions(within: rules.limits.history)
        confirmations = try record.confirmations()
        for failure in record.failures {
            failures.append(Failure(from: try CardHistoryRecord.second(failure.from), reason: failure.reason))
        }
        for delisting in record.delisted {
            delistings.append(
                Delisting(
                    from: try CardHistoryRecord.second(delisting.from), shared: SharedRace(try delisting.race.race())))
        }
        suspects = Set(record.suspects)
        let isInOrder =
            versions[0].from == firstKnown
            && [versions.map(\.from), confirmations.map(\.from), failures.map(\.from), delistings.map(\.from)]
                .allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<=) }
            && confirmations.allSatisfy { $0.polledAt <= $0.from && $0.freshSince <= $0.from }
        guard isInOrder else { throw CardHistoryRecord.Refusal("its times are not in order") }
    }

    /// What is left of a kept history for a process that begins in `second`: an hour of it, and all that has happened
    /// to the time since.
    ///
    /// - Throws: when it is older than that, or of a time that has not come yet.
    package func resumed(at second: Second) throws(CardHistoryRecord.Refusal) -> CardHistory {
        // What was published last may hold from a few seconds later.
        guard lastChange <= second + Self.foresight else {
            throw CardHistoryRecord.Refusal("its times lie in the future: it ends at \(lastChange.rfc3339)")
        }
        guard second - lastChange <= Self.retention else {
            throw CardHistoryRecord.Refusal("it is more than an hour old: it ends at \(lastChange.rfc3339)")
        }
        var copy = self
        if firstKnown < second - Self.retention { copy.forget(before: second - Self.retention) }
        return copy
    }

    /// Seconds by which a change may be known before it holds, at most.
    package static let foresight = 10

    /// Whether it has ever had a card.
    package var hasCard: Bool { !confirmations.isEmpty }
}

extension CardHistoryRecord {
    /// - Throws: for a time outside the years 1970 to 9999.
    static func second(_ number: Int) throws(Refusal) -> Second {
        guard (0...253_402_300_799).contains(number) else { throw Refusal("it names an absurd time (\(number))") }
        return Second(number)
    }

    /// - Parameter limit: bytes that the places on all cards may take: a few words can put races on many.
    fileprivate func versions(within limit: Int) throws(Refusal) -> [CardHistory.Version] {
        guard !cards.isEmpty else { throw Refusal("it has no card") }
        var room = limit / RaceList.reference
        var lists: [[SharedRace]] = Array(repeating: [], count: cards.count)
        for kept in races {
            let race = SharedRace(try kept.race.race())
            let isInRange =
                kept.on.count.isMultiple(of: 2) && !kept.on.isEmpty && kept.on.allSatisfy { 0...cards.count ~= $0 }
                && zip(kept.on, kept.on.dropFirst()).allSatisfy { $0 < $1 }
            guard isInRange else { throw Refusal("a race is on cards that are not there") }
            for pair in stride(from: 0, to: kept.on.count, by: 2) {
                room -= kept.on[pair + 1] - kept.on[pair]
                guard room >= 0 else { throw Refusal("its cards take more room than a history may") }
                for index in kept.on[pair]..<kept.on[pair + 1] { lists[index].append(race) }
            }
        }
        var versions: [CardHistory.Version] = []
        for (from, races) in zip(cards, lists) {
            guard Set(races.map(\.race.id)).count == races.count else { throw Refusal("a race is twice on one card") }
            versions.append(
                CardHistory.Version(
                    from: try Self.second(from), races: RaceList(races.sorted { Race.precedes($0.race, $1.race) }),
                    after: versions.last?.races))
        }
        return versions
    }

    fileprivate func confirmations() throws(Refusal) -> [CardHistory.Confirmation] {
        var list: [CardHistory.Confirmation] = []
        for poll in polls {
            guard poll.count == 3 else { throw Refusal("a poll has no three times") }
            list.append(
                CardHistory.Confirmation(
                    from: try Self.second(poll[0]), polledAt: try Self.second(poll[1]),
                    freshSince: try Self.second(poll[2])))
        }
        return list
    }
}

/// How much room a history takes, and what it forgets when that is too much.
extension CardHistory {
    /// Far beyond what any real feed brings, of which two busy hours take about one MiB.
    package struct Limits: Equatable, Sendable {
        /// Bytes of a history, by its ``CardHistory/weight``, beyond which it forgets its oldest cards. Default 64 MiB.
        package var history: Int
        /// Bytes of a card beyond which it lets go of races that the feed names no more; an answer of 4 MiB takes
        /// less. Default 6 MiB.
        package var card: Int

        package init(history: Int = 64 << 20, card: Int = 6 << 20) {
            self.history = history
            self.card = card
        }
    }

    /// What a poll made it forget for want of room.
    package struct Forgotten: Equatable, Sendable {
        /// Cards of the last hour.
        package var cards = 0
        /// Races of the newest card.
        package var races = 0

        package init(cards: Int = 0, races: Int = 0) {
            self.cards = cards
            self.races = races
        }

        package static let nothing = Forgotten()
    }

    /// Seconds up to its last change that it keeps whatever they take: what loops may still be asked about.
    package static let present = 15

    /// Bytes that it takes, at least as many as in memory and in a record: cards, what was delisted, who is missing. The
    /// rest of it is a few numbers a poll.
    package var weight: Int {
        versions.dropFirst().reduce(versions[0].races.weight) { $0 + $1.added }
            + delistings.reduce(0) { $0 + $1.shared.weight } + weightOfSuspects
    }

    private var weightOfSuspects: Int { suspects.reduce(0) { $0 + SharedRace.weight(of: $1) } }

    /// Forgets the oldest cards when it takes more room than it may, down to half of that, so that the first known
    /// second rarely moves.
    ///
    /// - Parameter second: the first for which the last poll holds.
    /// - Returns: how many cards of the last hour these were.
    mutating func lighten(at second: Second) -> Int {
        guard weight > rules.limits.history else { return 0 }
        // An hour is all that was promised.
        let hour = second - Self.retention - 60
        if firstKnown < hour {
            forget(before: hour)
            if weight <= rules.limits.history { return 0 }
        }
        let first = firstVersion(within: rules.limits.history / 2, notAfter: versionIndex(at: second - Self.present))
        if first > 0 { forget(before: versions[first].from) }
        return first
    }

    /// As much of its newest part as takes no more than `bytes`; what holds now and what is to come, the last two
    /// cards, whatever they take.
    package func lightened(to bytes: Int) -> CardHistory {
        guard weight > bytes else { return self }
        var copy = self
        let first = firstVersion(within: bytes, notAfter: max(0, versions.count - 2))
        if first > 0 { copy.forget(before: versions[first].from) }
        return copy
    }

    /// The first card with which a history that begins there takes no more than `bytes`; `last` if that is later.
    private func firstVersion(within bytes: Int, notAfter last: Int) -> Int {
        var later = weightOfSuspects
        var first = versions.count - 1
        var delisted = delistings.count
        for (index, version) in versions.enumerated().reversed() {
            while delisted > 0, delistings[delisted - 1].from >= version.from {
                delisted -= 1
                later += delistings[delisted].shared.weight
            }
            if later + version.races.weight > bytes { break }
            first = index
            later += version.added
        }
        return min(first, last)
    }
}

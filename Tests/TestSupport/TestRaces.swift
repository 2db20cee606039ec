package import Racing

/// Races for tests, with as little said as matters.
package enum TestRaces {
    /// 2026-01-15 00:00:00 UTC, a whole minute like every real start.
    package static let base = Second(1_768_435_200)

    package static func race(
        _ id: String, in seconds: Int, category: Category = .horse, meeting: String = "Randwick", number: Int = 1,
        name: String? = "Maiden Plate"
    ) -> Race {
        Race(
            id: id, meeting: meeting, number: number, name: name, category: category,
            venue: Race.Venue(name: meeting, state: "NSW", country: "AUS"), start: base + seconds)
    }

    /// A history from `base` on whose card, given at `base`, holds from the second after.
    package static func history(
        _ races: [Race], hideAfter: Int = 60, staleAfter: Int = 60, source: FeedOrigin.Source = .url
    ) -> CardHistory {
        var history = CardHistory(
            startingAt: base, rules: CardHistory.Rules(hideAfter: hideAfter, staleAfter: staleAfter),
            origin: FeedOrigin(source: source, clock: .system))
        history.merge(RaceCard(races: races), polledAt: base, from: base + 1)
        return history
    }
}

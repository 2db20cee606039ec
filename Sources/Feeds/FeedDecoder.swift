internal import FoundationEssentials
package import Racing

/// What a good answer said.
package struct DecodedBody: Equatable, Sendable {
    package var card: RaceCard
    /// The races that were left out: the faulty ones in the order of their keys, then those beyond the limit.
    package var skipped: [SkippedRace]
}

/// Reads answers in a feed's schema, by default `{"status":200,"data":{"next_to_go_ids":[…],"race_summaries":{…}}}`.
///
/// Every race stands for itself: one that cannot be used is skipped with a reason, and the others stay (contract 7).
package enum FeedDecoder {
    /// The earliest races of each category that are kept of one answer.
    package static let racesPerCategory = 1_000
    /// The largest body that any source takes, in bytes: 4 MiB.
    package static let maximumBodySize = 4 << 20

    /// The starts that can be meant in `now`: from a day before to 30 days after, both inclusive.
    package static func sanityWindow(around now: Second) -> ClosedRange<Second> {
        now - 86_400...now + 30 * 86_400
    }

    /// Reads one answer.
    ///
    /// - Parameters:
    ///   - body: the answer's bytes, at most ``maximumBodySize`` of them.
    ///   - now: the second of the poll, by which absurd starts are told.
    ///   - schema: the source's.
    /// - Throws: when the answer as a whole is of no use. An answer that names no race at all is a good one.
    package static func decode(
        _ body: [UInt8], now: Second, schema: FeedSchema = .nextRaces
    ) throws(FeedDecodingError) -> DecodedBody {
        let answer = try parse(body, schema)
        try check(answer.status)
        guard let summaries = answer.summaries else { throw .otherShape }

        let window = sanityWindow(around: now)
        let (races, faulty) = select(from: summaries, in: window)
        let named = Set(summaries.keys).union(answer.listedIDs)
        if races.isEmpty && !named.isEmpty {
            throw .noUsableRace(count: named.count, skipped: faulty)
        }
        let (kept, beyond) = limit(races.sorted(by: Race.precedes))
        let card = RaceCard(
            races: kept, presentIDs: named.union(summaries.values.compactMap(\.raceID)),
            horizon: horizon(of: summaries.values, schema, in: window))
        return DecodedBody(card: card, skipped: faulty + beyond)
    }

    /// The last start that the answer gave, also of races that cannot be used: of all, or category by category.
    private static func horizon(
        of summaries: some Sequence<RaceSummary>, _ schema: FeedSchema, in window: ClosedRange<Second>
    ) -> RaceCard.Horizon {
        if schema == .nextRacesByCategory {
            let starts = summaries.compactMap { summary in
                summary.saneStart(in: window).flatMap { start in summary.knownCategory.map { ($0, start) } }
            }
            return .perCategory(Dictionary(starts, uniquingKeysWith: max))
        }
        return summaries.compactMap { $0.saneStart(in: window) }.max().map(RaceCard.Horizon.overall) ?? .none
    }

    private static func parse(_ body: [UInt8], _ schema: FeedSchema) throws(FeedDecodingError) -> FeedBody {
        let budget = DecodingBudget(bodySize: body.count)
        let decoder = JSONDecoder()
        schema.attach(to: decoder)
        budget.attach(to: decoder)
        let answer = try? decoder.decode(FeedBody.self, from: Data(body))
        if budget.isExhausted { throw .tooCostly }
        guard let answer else { throw .notJSON }
        return answer
    }

    private static func check(_ status: FeedBody.Status) throws(FeedDecodingError) {
        switch status {
        case .number(200): return
        case .number(let number): throw .status(String(number))
        case .text("200"), .none: throw .otherShape
        case .text(let text): throw .status(printable(text))
        }
    }

    /// The beginning of a text that others wrote, fit to be shown: 40 letters, digits, spaces and hyphens at most, so
    /// that no address and no markup gets through.
    private static func printable(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40).prefix { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", "-": true
            default: false
            }
        }
        let words = String(start).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? "unknown" : words
    }

    /// One race for each id: of several that can be used the one whose key is its id, else the one with the smallest
    /// key by UTF-8 bytes, whatever the order they were written in.
    private static func select(
        from summaries: [String: RaceSummary], in window: ClosedRange<Second>
    ) -> (races: [Race], skipped: [SkippedRace]) {
        var races: [String: Race] = [:]
        var skipped: [SkippedRace] = []
        for (key, summary) in summaries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            do throws(SkippedRace.Reason) {
                let race = try summary.race(in: window)
                if key == race.id || races[race.id] == nil { races[race.id] = race }
            } catch {
                let id = summary.raceID ?? ""
                skipped.append(SkippedRace(key: id.isEmpty ? key : id, reason: error))
            }
        }
        return (Array(races.values), skipped)
    }

    /// Cuts `races`, which are in board order, down to the earliest of each category.
    private static func limit(_ races: [Race]) -> (kept: [Race], skipped: [SkippedRace]) {
        var counts: [Category: Int] = [:]
        var kept: [Race] = []
        var skipped: [SkippedRace] = []
        for race in races {
            let count = counts[race.category, default: 0] + 1
            counts[race.category] = count
            if count <= racesPerCategory {
                kept.append(race)
            } else {
                skipped.append(SkippedRace(key: race.id, reason: .beyondLimit))
            }
        }
        return (kept, skipped)
    }
}

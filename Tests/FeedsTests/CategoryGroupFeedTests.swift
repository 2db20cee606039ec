import Feeds
import Racing
import Testing

private let now = MadeUpFeed.now

@Suite struct `An answer by category` {
    private func race(_ id: String, _ category: Category = .horse, start: String = "\"2025-11-30T05:25:00Z\"") -> String
    {
        MadeUpFeed.summary([
            "race_id": "\"\(id)\"", "category_id": "\"\(category.feedID)\"", "advertised_start": start,
        ])
    }

    private func body(
        _ summaries: KeyValuePairs<String, String>, lists: String = "{}", status: String? = nil
    ) -> [UInt8] {
        let members = summaries.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let status = status.map { ",\"status\":\($0)" } ?? ""
        return Array("{\"category_race_map\":\(lists),\"race_summaries\":{\(members)}\(status)}".utf8)
    }

    private func decode(_ body: [UInt8]) throws(FeedDecodingError) -> DecodedBody {
        try FeedDecoder.decode(body, now: now, schema: .nextRacesByCategory)
    }

    @Test(arguments: [
        ("\"2025-11-30T05:25:00Z\"", 1_764_480_300), ("\"2025-11-30T05:25:00.999Z\"", 1_764_480_300),
        ("\"2025-11-30T16:25:00+11:00\"", 1_764_480_300),
    ])
    func `has starts that are texts, whose fraction is cut off`(text: String, second: Int) throws {
        let card = try decode(body(["a": race("a", start: text)])).card
        #expect(card.races.map(\.start) == [Second(second)])
        #expect(card.races[0].meeting == "Randwick" && card.races[0].venue.country == "AUS")
    }

    @Test(arguments: [
        ("\"soon\"", SkippedRace.Reason.startNotANumber), ("\"2025-11-31T05:25:00Z\"", .startNotANumber),
        ("1764480300", .startNotANumber), ("{\"seconds\":1764480300}", .startNotANumber), ("null", .noStart),
        ("\"1970-01-01T00:00:00Z\"", .startAbsurd), ("\"9999-12-31T23:59:59Z\"", .startAbsurd),
        ("\"\\ud800\"", .startNotANumber),
    ])
    func `skips a race whose start is none`(text: String, reason: SkippedRace.Reason) throws {
        let decoded = try decode(body(["a": race("a", start: text), "b": race("b")]))
        #expect(decoded.card.races.map(\.id) == ["b"])
        #expect(decoded.skipped == [SkippedRace(key: "a", reason: reason)])
        #expect(decoded.card.presentIDs == ["a", "b"])
    }

    @Test func `reaches in each category up to the last start of that one`() throws {
        let card = try decode(
            body([
                "a": race("a"), "b": race("b", start: "\"2025-11-30T05:30:00Z\""),
                "c": race("c", .greyhound, start: "\"2025-11-30T05:27:00Z\""),
                "d": MadeUpFeed.summary([
                    "race_id": "\"\"", "category_id": "\"\(Category.greyhound.feedID)\"",
                    "advertised_start": "\"2025-11-30T05:28:00Z\"",
                ]),
            ])
        ).card
        #expect(
            card.horizon == .perCategory([.horse: Second(1_764_480_600), .greyhound: Second(1_764_480_480)]))
        #expect(card.horizon.start(for: .harness) == nil)
    }

    @Test func `names what its lists name, whatever else they hold`() throws {
        let lists = "{\"x\":{\"race_ids\":[\"a\",\"e\",7,null]},\"y\":{\"race_ids\":[\"f\"]}}"
        #expect(try decode(body(["a": race("a")], lists: lists)).card.presentIDs == ["a", "e", "f"])
        #expect(try decode(body(["a": race("a")], lists: "[]")).card.presentIDs == ["a"])
        #expect(try decode(body([:])).card == RaceCard(races: [], horizon: .perCategory([:])))
    }

    @Test(arguments: [
        ("{\"status\":200,\"data\":{\"race_summaries\":{}}}", FeedDecodingError.otherShape), ("[]", .otherShape),
        ("{\"race_summaries\":[]}", .otherShape), ("{", .notJSON),
    ])
    func `is of no use in another shape`(text: String, error: FeedDecodingError) {
        #expect(throws: error) { try decode(Array(text.utf8)) }
    }

    @Test func `says its status only when something is wrong`() throws {
        #expect(throws: FeedDecodingError.status("500")) { try decode(body(["a": race("a")], status: "500")) }
        #expect(throws: FeedDecodingError.status("No")) { try decode(body(["a": race("a")], status: "\"No\"")) }
        #expect(try decode(body(["a": race("a")], status: "200")).card.races.count == 1)
    }

    /// One harness race is left of two, and the answer reaches beyond it; of greyhounds nothing is said at all.
    @Test func `delists within the horizon of a category, and only there`() throws {
        let all = body([
            "a": race("a", .harness), "b": race("b", .harness, start: "\"2025-11-30T05:30:00Z\""),
            "c": race("c", .greyhound),
        ])
        let fewer = body(["b": race("b", .harness, start: "\"2025-11-30T05:30:00Z\"")])
        var history = CardHistory(startingAt: now, origin: FeedOrigin(source: .nedsV2, clock: .system))
        for (offset, answer) in [all, fewer, fewer].enumerated() {
            history.merge(try decode(answer).card, polledAt: now + offset * 15, from: now + offset * 15 + 1)
        }
        #expect(history.races(BoardQuery(), at: now + 40).map(\.id) == ["c", "b"])
    }

    @Test func `is what the second version of the public feed is asked for`() {
        let url = FeedAddress.nedsV2.url(count: 50)
        #expect(FeedAddress.nedsV2.schema == .nextRacesByCategory && FeedAddress.neds.schema == .nextRaces)
        #expect(
            url == "https://api.neds.com.au/v2/racing/next-races-category-group?categories=%5B"
                + "%224a2788f8-e825-4d36-9894-efd4baf1cfae%22%2C%22161d9be2-e909-4326-8c2c-35ed71fb460b%22%2C"
                + "%229daef0d7-bf3c-4f50-921d-8e818c60fe61%22%5D&count=50")
    }
}

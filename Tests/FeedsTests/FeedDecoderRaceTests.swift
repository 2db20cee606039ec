import Feeds
import Racing
import Testing

/// Single races: which are skipped and why, and that the others stay.
struct FeedDecoderRaceTests {
    static let now = MadeUpFeed.now.sinceEpoch

    @Test(
        arguments: [
            ("race_id", nil, .noID), ("race_id", "null", .noID), ("race_id", "\"\"", .noID), ("race_id", "7", .noID),
            ("race_id", "{}", .noID), ("race_id", "\"\\ud800\"", .badText),
            ("meeting_name", nil, .noMeeting), ("meeting_name", "null", .noMeeting),
            ("meeting_name", "\"\"", .noMeeting),
            ("meeting_name", "[]", .noMeeting), ("meeting_name", "\"a\\udc00b\"", .badText),
            ("race_number", nil, .noNumber), ("race_number", "null", .noNumber), ("race_number", "\"3\"", .noNumber),
            ("race_number", "3.5", .noNumber), ("race_number", "true", .noNumber), ("race_number", "1e999", .noNumber),
            ("race_number", "9007199254740992", .noNumber), ("race_number", "03", .noNumber),
            ("advertised_start", nil, .noStart), ("advertised_start", "null", .noStart),
            ("advertised_start", "{}", .noStart), ("advertised_start", "{\"seconds\":null}", .noStart),
            ("advertised_start", "{\"minutes\":1}", .noStart),
            ("advertised_start", "1764480300", .startNotANumber), ("advertised_start", "[]", .startNotANumber),
            ("advertised_start", "\"2025-11-30T05:25:00Z\"", .startNotANumber),
            ("advertised_start", "{\"\\ud800\":1}", .startNotANumber),
            ("advertised_start", "{\"seconds\":\"1764480300\"}", .startNotANumber),
            ("advertised_start", "{\"seconds\":true}", .startNotANumber),
            ("advertised_start", "{\"seconds\":{}}", .startNotANumber),
            ("category_id", nil, .unknownCategory), ("category_id", "null", .unknownCategory),
            ("category_id", "1", .unknownCategory), ("category_id", "\"horse\"", .unknownCategory),
            ("category_id", "\"\\ud800\"", .unknownCategory),
            ("category_id", "\"4A2788F8-E825-4D36-9894-EFD4BAF1CFAE\"", .unknownCategory),
            ("race_name", "\"\\ud800\"", .badText), ("race_name", "\"\\q\"", .badText),
            ("race_name", "\"a\tb\"", .badText),
            ("venue_name", "\"\\ud83d\"", .badText), ("venue_state", "\"\\udfff\"", .badText),
            ("venue_country", "\"\\ud800\\u0041\"", .badText),
        ] as [(String, String?, SkippedRace.Reason)])
    func `a race with a bad field is skipped`(_ field: String, _ value: String?, _ reason: SkippedRace.Reason) throws {
        let summary = MadeUpFeed.summary([field: value])
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(["key": summary, "good": MadeUpFeed.race("good")]))
        #expect(decoded.skipped == [SkippedRace(key: field == "race_id" ? "key" : "r1", reason: reason)])
        #expect(decoded.card.races.map(\.id) == ["good"])
        #expect(decoded.card.presentIDs.isSuperset(of: ["key", "good"]))
    }

    @Test(arguments: ["null", "1", "\"text\"", "[]", "true"])
    func `a summary that is no object is skipped`(_ summary: String) throws {
        #expect(try MadeUpFeed.skipped(summary) == [SkippedRace(key: "key", reason: .notAnObject)])
    }

    @Test func `half a surrogate pair in the name of a race's field loses only that race`() throws {
        let skipped = try MadeUpFeed.skipped("{\"\\ud800\":1,\"race_id\":\"r1\"}")
        #expect(skipped == [SkippedRace(key: "key", reason: .badText)])
    }

    @Test func `a text in bytes that are not UTF-8 loses only its race`() throws {
        let mark = UInt8(ascii: "~")
        let bad = MadeUpFeed.summary(["race_name": "\"~\""])
        let body = MadeUpFeed.body(["key": bad, "good": MadeUpFeed.race("good")]).map { $0 == mark ? 0xFF : $0 }
        let decoded = try MadeUpFeed.decode(body)
        #expect(decoded.card.races.map(\.id) == ["good"])
        #expect(decoded.skipped == [SkippedRace(key: "r1", reason: .badText)])
    }

    @Test(arguments: [
        ("\(now - 86_400)", now - 86_400), ("\(now + 2_592_000)", now + 2_592_000),
        ("\(now - 86_400).0", now - 86_400), ("\(now + 2_592_000).5", now + 2_592_000),
        ("\(now).999", now), ("\(now)", now), ("1.7644803e9", 1_764_480_300),
    ])
    func `a start inside the window is taken, without its fraction`(_ seconds: String, _ start: Int) throws {
        let summary = MadeUpFeed.summary(["advertised_start": "{\"seconds\":\(seconds)}"])
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(["r1": summary]))
        #expect(decoded.card.races.map(\.start) == [Second(start)])
        #expect(decoded.card.horizon == .overall(Second(start)))
    }

    @Test(arguments: [
        "\(now - 86_401)", "\(now - 86_401).999", "\(now + 2_592_001)", "0", "-1", "-0.5", "1e18",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e300", "-1e300", "1e999", "-1e999",
    ])
    func `a start outside the window is absurd, however large the number`(_ seconds: String) throws {
        let summary = MadeUpFeed.summary(["advertised_start": "{\"seconds\":\(seconds)}"])
        #expect(try MadeUpFeed.skipped(summary) == [SkippedRace(key: "r1", reason: .startAbsurd)])
    }

    @Test(arguments: [
        ("1", 1), ("20", 20), ("3.0", 3), ("30e-1", 3), ("0", 0), ("9007199254740991", 9_007_199_254_740_991),
    ])
    func `a whole number is a race number however it is written`(_ written: String, _ number: Int) throws {
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(["r1": MadeUpFeed.summary(["race_number": written])]))
        #expect(decoded.card.races.map(\.number) == [number])
    }

    @Test(arguments: [nil, "null", "7", "true", "{}", "[]"] as [String?])
    func `a text that is missing or of another type is absent`(_ value: String?) throws {
        let fields = ["race_name", "venue_name", "venue_state", "venue_country"]
        let changes = Dictionary(uniqueKeysWithValues: fields.map { ($0, value) })
        let race = try #require(
            try MadeUpFeed.decode(MadeUpFeed.body(["r1": MadeUpFeed.summary(changes)])).card.races.first)
        #expect(race.name == nil)
        #expect(race.venue == Race.Venue())
    }

    @Test(arguments: [
        ("\"\"", ""), ("\" \"", " "), ("\"a\\r\\nb\\u0000\"", "a\r\nb\0"), ("\"R\\u0026B\"", "R&B"),
        ("\"\\u2028\\ufeff\"", "\u{2028}\u{FEFF}"), ("\"\\ud83d\\udc0e e\\u0301\"", "\u{1F40E} e\u{301}"),
    ])
    func `a text is kept as it is`(_ written: String, _ text: String) throws {
        let fields = ["race_name", "venue_name", "venue_state", "venue_country"]
        let changes = Dictionary(uniqueKeysWithValues: fields.map { ($0, Optional(written)) })
        let race = try #require(
            try MadeUpFeed.decode(MadeUpFeed.body(["r1": MadeUpFeed.summary(changes)])).card.races.first)
        for kept in [race.name, race.venue.name, race.venue.state, race.venue.country] {
            #expect(kept.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test func `of several faults the first in the order of the checks is named`() throws {
        let order: [(String, SkippedRace.Reason)] = [
            ("race_id", .noID), ("meeting_name", .noMeeting), ("race_number", .noNumber),
            ("advertised_start", .noStart), ("category_id", .unknownCategory),
        ]
        for index in order.indices {
            var changes = Dictionary(uniqueKeysWithValues: order[index...].map { ($0.0, Optional("null")) })
            changes["race_name"] = "\"\\ud800\""
            #expect(try MadeUpFeed.skipped(MadeUpFeed.summary(changes)).map(\.reason) == [order[index].1])
        }
    }

    @Test func `the labels of the reasons stay as they are`() {
        #expect(
            SkippedRace.Reason.allCases.map(\.rawValue) == [
                "not_an_object", "no_id", "no_meeting", "no_number", "no_start", "start_not_a_number", "start_absurd",
                "unknown_category", "bad_text", "beyond_limit",
            ])
    }
}

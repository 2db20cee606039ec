import Feeds
import Racing
import Testing

/// Answers as a whole: which are of use, and what people are told of the others.
struct FeedDecoderAnswerTests {
    static let empty = "{\"status\":200,\"data\":{\"next_to_go_ids\":[],\"race_summaries\":{}}}"

    @Test func `a usable race is read field by field`() throws {
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(ids: "[\"r1\"]", ["r1": MadeUpFeed.summary()]))
        let race = Race(
            id: "r1", meeting: "Randwick", number: 3, name: "Maiden Plate", category: .horse,
            venue: Race.Venue(name: "Royal Randwick", state: "NSW", country: "AUS"), start: Second(1_764_480_300))
        #expect(decoded.card == RaceCard(races: [race], presentIDs: ["r1"], horizon: .overall(race.start)))
        #expect(decoded.skipped.isEmpty)
    }

    @Test func `an answer without races is a good one and reaches nowhere`() throws {
        let decoded = try MadeUpFeed.decode(Array(Self.empty.utf8))
        #expect(decoded.card == RaceCard(races: [], presentIDs: [], horizon: RaceCard.Horizon.none))
        #expect(decoded.skipped.isEmpty)
    }

    @Test(arguments: [
        "", " ", "{;}@\"", "<html></html>", "{\"status\":200", empty + "x", "\u{0}\u{0}\u{0}", "\u{FEFF}", "nul",
    ])
    func `what is not JSON fails`(_ text: String) {
        #expect(throws: FeedDecodingError.notJSON) { try MadeUpFeed.decode(Array(text.utf8)) }
    }

    @Test(arguments: [
        "null", "200", "\"text\"", "[]", "{}", "{\"status\":200}", "{\"status\":200,\"data\":null}",
        "{\"status\":200,\"data\":[]}", "{\"status\":200,\"data\":{}}",
        "{\"status\":200,\"data\":{\"race_summaries\":null}}", "{\"status\":200,\"data\":{\"race_summaries\":[]}}",
        "{\"status\":200,\"data\":{\"race_summaries\":\"\"}}",
        "{\"status\":200,\"data\":{\"summaries\":{\"a\":{\"id\":\"a\",\"name\":\"x\",\"name\":\"y\",\"id\":\"b\"}}}}",
        "{\"data\":{\"race_summaries\":{}}}", "{\"status\":null,\"data\":{\"race_summaries\":{}}}",
        "{\"status\":true,\"data\":{\"race_summaries\":{}}}", "{\"status\":[200],\"data\":{\"race_summaries\":{}}}",
        "{\"status\":\"200\",\"data\":{\"race_summaries\":{}}}", "{\"status\":200.5,\"data\":{\"race_summaries\":{}}}",
        "{\"status\":1e999,\"data\":{\"race_summaries\":{}}}",
        "{\"status\":\"\\ud800\",\"data\":{\"race_summaries\":{}}}",
        "{\"\\ud800\":1,\"status\":200,\"data\":{\"race_summaries\":{}}}",
        "{\"status\":200,\"data\":{\"race_summaries\":{\"\\ud800\":{}}}}",
    ])
    func `JSON in another shape fails`(_ text: String) {
        #expect(throws: FeedDecodingError.otherShape) { try MadeUpFeed.decode(Array(text.utf8)) }
    }

    @Test(arguments: ["200", "200.0", "2e2"])
    func `the number 200 is a good status however it is written`(_ status: String) throws {
        let text = "{\"status\":\(status),\"data\":{\"race_summaries\":{}}}"
        #expect(try MadeUpFeed.decode(Array(text.utf8)).card.races.isEmpty)
    }

    @Test(arguments: [
        ("500", "500"), ("199", "199"), ("201", "201"), ("-1", "-1"),
        ("\"Internal Server Error\"", "Internal Server Error"), ("\"500\"", "500"),
        ("\" two  words \"", "two words"), ("\"\"", "unknown"), ("\"<b>\"", "unknown"),
        ("\"error: http://10.0.0.1/\"", "error"), ("\"line\\nbreak\"", "line"), ("\"a\\u0000b\"", "a"),
        ("\"0123456789012345678901234567890123456789x\"", "0123456789012345678901234567890123456789"),
    ])
    func `any other status is named, short and printable`(_ status: String, _ shown: String) {
        let error = FeedDecodingError.status(shown)
        let envelope = Array("{\"id\":\"go.micro.api\",\"code\":500,\"status\":\(status)}".utf8)
        #expect(throws: error) { try MadeUpFeed.decode(envelope) }
        let whole = Array("{\"status\":\(status),\"data\":{\"race_summaries\":{\"a\":\(MadeUpFeed.race("a"))}}}".utf8)
        #expect(throws: error) { try MadeUpFeed.decode(whole) }
    }

    @Test func `an answer in which no race can be used fails and says among how many`() {
        let noID = MadeUpFeed.summary(["race_id": nil])
        #expect(
            throws: FeedDecodingError.noUsableRace(
                count: 3,
                skipped: [SkippedRace(key: "a", reason: .noID), SkippedRace(key: "b", reason: .notAnObject)])
        ) {
            try MadeUpFeed.decode(MadeUpFeed.body(ids: "[\"a\",\"c\"]", ["b": "null", "a": noID]))
        }
    }

    @Test func `ids without summaries are not an empty answer`() {
        #expect(throws: FeedDecodingError.noUsableRace(count: 2, skipped: [])) {
            try MadeUpFeed.decode(MadeUpFeed.body(ids: "[\"a\",\"b\",\"a\"]", [:]))
        }
    }

    @Test func `people are told in one clause`() {
        #expect(FeedDecodingError.notJSON.reason == "the answer is not JSON")
        #expect(FeedDecodingError.otherShape.reason == "the answer has another shape")
        #expect(FeedDecodingError.tooCostly.reason == "the answer would take too long to read")
        #expect(FeedDecodingError.status("500").reason == "the feed says status 500")
        #expect(FeedDecodingError.noUsableRace(count: 10, skipped: []).reason == "no usable race among 10")
    }
}

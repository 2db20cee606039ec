import Feeds
import Racing
import Testing

/// Answers made to break the reader, by accident or not: they end in an error or a skipped race, soon.
struct FeedDecoderRobustnessTests {
    private func nested(_ open: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    /// As large as a body may be, with space at the end.
    private func padded(_ body: [UInt8]) -> [UInt8] {
        body + Array(repeating: UInt8(ascii: " "), count: FeedDecoder.maximumBodySize - body.count)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func `nesting bombs are not JSON`(_ open: String) {
        let body = Array(String(repeating: open, count: 100_000).utf8)
        #expect(throws: FeedDecodingError.notJSON) { try MadeUpFeed.decode(body) }
    }

    @Test func `a nesting bomb inside an answer fails it`() {
        let bomb = MadeUpFeed.summary(["race_form": nested("[", "]", 100_000)])
        #expect(throws: FeedDecodingError.notJSON) { try MadeUpFeed.decode(MadeUpFeed.body(["r1": bomb])) }
    }

    @Test func `depth that still is JSON does no harm where nobody looks`() throws {
        let deep = MadeUpFeed.summary(["race_form": nested("[", "]", 400)])
        #expect(try MadeUpFeed.decode(MadeUpFeed.body(["r1": deep])).card.races.map(\.id) == ["r1"])
    }

    @Test(arguments: ["race_number", "race_id", "race_name", "category_id", "race_form"])
    func `a number of a million digits does no harm`(_ field: String) throws {
        let summary = MadeUpFeed.summary([field: String(repeating: "9", count: 1_000_000)])
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(["key": summary, "good": MadeUpFeed.race("good")]))
        #expect(decoded.card.races.contains { $0.id == "good" })
    }

    @Test func `duplicate keys do no harm`() throws {
        let race = MadeUpFeed.race("r1")
        let doubled = "{\"race_number\":3," + race.dropFirst()
        let text = "{\"status\":200,\"data\":{\"race_summaries\":{\"r1\":\(race),\"r1\":\(doubled)}},\"status\":200}"
        let decoded = try MadeUpFeed.decode(Array(text.utf8))
        #expect(decoded.card.races.map(\.number) == [3])
    }

    @Test func `a byte order mark is passed over`() throws {
        let body = [0xEF, 0xBB, 0xBF] + MadeUpFeed.body(["r1": MadeUpFeed.race("r1")])
        #expect(try MadeUpFeed.decode(body).card.races.map(\.id) == ["r1"])
    }

    @Test func `a body of four mebibytes is read whole`() throws {
        let comment = String(repeating: "The favourite was never sighted. ", count: 80)
        let form = "{\"race_comment\":\"\(comment)\"}"
        let summaries = (0..<1_400).map { index in
            let changes = ["race_id": "\"r\(index)\"", "race_form": form]
            return (key: "r\(index)", value: MadeUpFeed.summary(changes))
        }
        let body = padded(MadeUpFeed.body(summaries: summaries))
        #expect(body.count == FeedDecoder.maximumBodySize)
        #expect(try MadeUpFeed.decode(body).card.races.count == FeedDecoder.racesPerCategory)
    }

    @Test func `no more ids and races are read than can be meant`() throws {
        func body(ids: Int) -> [UInt8] {
            let list = Array(repeating: "\"r1\"", count: ids).joined(separator: ",")
            return MadeUpFeed.body(ids: "[\(list)]", ["r1": MadeUpFeed.race("r1")])
        }
        #expect(try MadeUpFeed.decode(body(ids: 65_534)).card.presentIDs == ["r1"])
        #expect(throws: FeedDecodingError.tooCostly) { try MadeUpFeed.decode(body(ids: 65_535)) }
    }

    @Test(arguments: [
        "{\"race_id\":\"\\ud800\"}", "{\"\\ud800\":1}", "{\"race_number\":1e999}",
        "{\"advertised_start\":{\"seconds\":1e999}}",
    ])
    func `a large body full of what cannot be read is given up`(_ summary: String) {
        let summaries = (0..<64).map { (key: "\($0)", value: summary) }
        #expect(throws: FeedDecodingError.tooCostly) {
            try MadeUpFeed.decode(padded(MadeUpFeed.body(summaries: summaries)))
        }
    }

    @Test func `a large body full of ids that cannot be read is given up`() {
        let ids = "[" + Array(repeating: "\"\\ud800\"", count: 64).joined(separator: ",") + "]"
        #expect(throws: FeedDecodingError.tooCostly) { try MadeUpFeed.decode(padded(MadeUpFeed.body(ids: ids, [:]))) }
    }

    @Test func `sixty bad races in a large body are only skipped`() throws {
        var summaries = (0..<60).map { (key: "\($0)", value: "{\"race_id\":\"\\ud800\"}") }
        summaries.append((key: "good", value: MadeUpFeed.race("good")))
        let decoded = try MadeUpFeed.decode(padded(MadeUpFeed.body(summaries: summaries)))
        #expect(decoded.card.races.map(\.id) == ["good"])
        #expect(decoded.skipped.count == 60)
    }

    @Test func `a hundred bad races in an ordinary answer are only skipped`() throws {
        let bad = MadeUpFeed.summary(["race_name": "\"\\ud800\"", "venue_name": "\"\\ud800\"", "race_number": "1e999"])
        var summaries = (0..<100).map { (key: "\($0)", value: bad) }
        summaries.append((key: "good", value: MadeUpFeed.race("good")))
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(summaries: summaries))
        #expect(decoded.card.races.map(\.id) == ["good"])
        #expect(decoded.skipped.count == 100)
    }
}

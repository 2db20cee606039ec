import Feeds
import Racing

/// Bodies in the feed's schema, with anything in them written as raw JSON.
enum MadeUpFeed {
    /// The second of every poll here.
    static let now = Second(1_764_480_000)

    private static let usual = [
        "race_id": "\"r1\"", "race_name": "\"Maiden Plate\"", "race_number": "3", "meeting_id": "\"m1\"",
        "meeting_name": "\"Randwick\"", "category_id": "\"\(Category.horse.feedID)\"",
        "advertised_start": "{\"seconds\":1764480300}", "race_form": "{\"distance\":1609,\"additional_data\":\"{}\"}",
        "venue_id": "\"v1\"", "venue_name": "\"Royal Randwick\"", "venue_state": "\"NSW\"",
        "venue_country": "\"AUS\"",
    ]

    /// A summary that can be used, but for the `changes`; nil takes a field away.
    static func summary(_ changes: [String: String?] = [:]) -> String {
        var fields = usual
        for (field, value) in changes { fields[field] = value }
        return "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    /// A summary that can be used, of race `id`.
    static func race(_ id: String, start: Int = 1_764_480_300, category: Category = .horse) -> String {
        summary([
            "race_id": "\"\(id)\"", "advertised_start": "{\"seconds\":\(start)}",
            "category_id": "\"\(category.feedID)\"",
        ])
    }

    /// The answer with these summaries by their keys, in this order.
    static func body(ids: String? = "[]", _ summaries: KeyValuePairs<String, String>) -> [UInt8] {
        body(ids: ids, summaries: summaries.map { ($0.key, $0.value) })
    }

    static func body(ids: String? = "[]", summaries: [(key: String, value: String)]) -> [UInt8] {
        let members = summaries.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let list = ids.map { "\"next_to_go_ids\":\($0)," } ?? ""
        return Array("{\"status\":200,\"data\":{\(list)\"race_summaries\":{\(members)}},\"message\":\"\"}".utf8)
    }

    static func decode(_ body: [UInt8]) throws(FeedDecodingError) -> DecodedBody {
        try FeedDecoder.decode(body, now: now)
    }

    /// What is skipped of an answer with this summary and a good one beside it.
    static func skipped(_ summary: String) throws -> [SkippedRace] {
        let decoded = try decode(body(["key": summary, "good": race("good")]))
        return decoded.skipped
    }
}

import Foundation
import Testing

@testable import Feeds

/// The bodies of the demonstration feed, read with a JSON parser that is not ours.
struct DemoFeedTests {
    private static let noon = 1_764_504_000  // 30 November 2025, 12:00 UTC
    private let feed = DemoFeed()

    struct Answer {
        let ids: [String]
        let summaries: [String: [String: Any]]
        let message: String

        init(_ bytes: [UInt8]) throws {
            let body = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(Set(body.keys) == ["status", "data", "message"])
            #expect(body["status"] as? Int == 200)
            let data = try #require(body["data"] as? [String: Any])
            #expect(Set(data.keys) == ["next_to_go_ids", "race_summaries"])
            ids = try #require(data["next_to_go_ids"] as? [String])
            summaries = try #require(data["race_summaries"] as? [String: [String: Any]])
            message = try #require(body["message"] as? String)
        }

        func start(_ id: String) throws -> Int {
            let start = try #require(summaries[id]?["advertised_start"] as? [String: Int])
            #expect(Array(start.keys) == ["seconds"])
            return try #require(start["seconds"])
        }
    }

    @Test func `equal seeds give equal bytes and others do not`() {
        for second in stride(from: Self.noon, to: Self.noon + 5400, by: 1501) {
            let body = feed.body(at: second, count: 50)
            #expect(body == DemoFeed(seed: 1).body(at: second, count: 50))
            #expect(body != DemoFeed(seed: 2).body(at: second, count: 50))
        }
    }

    @Test func `an answer has the fields of the public feed with their types`() throws {
        let required: Set = [
            "race_id", "race_name", "race_number", "meeting_id", "meeting_name", "category_id", "advertised_start",
            "venue_id", "venue_name", "venue_country",
        ]
        var optional: [String: Int] = [:]
        var total = 0
        for second in stride(from: Self.noon, to: Self.noon + 86_400, by: 3600) {
            let answer = try Answer(feed.body(at: second, count: 100))
            for (id, race) in answer.summaries {
                #expect(race["race_id"] as? String == id)
                #expect(UUID(uuidString: id)?.uuidString.lowercased() == id)
                #expect(required.isSubset(of: race.keys))
                #expect(race["race_number"] is Int)
                for key in required.subtracting(["race_number", "advertised_start"]) {
                    #expect((race[key] as? String)?.isEmpty == false)
                }
                for key in ["meeting_id", "venue_id", "category_id"] {
                    #expect(UUID(uuidString: race[key] as? String ?? "") != nil)
                }
                #expect(race["venue_name"] as? String == race["meeting_name"] as? String)
                if let form = race["race_form"] as? [String: Any] { #expect(form["distance"] is Int) }
                for key in Set(race.keys).subtracting(required) { optional[key, default: 0] += 1 }
                total += 1
            }
        }
        #expect(Set(optional.keys) == ["race_form", "venue_state"])
        #expect(optional.values.allSatisfy { $0 > total * 3 / 4 && $0 < total })
    }

    @Test func `ids are the keys of the summaries in the order of starts, all whole minutes, none long past`() throws {
        for second in stride(from: Self.noon, to: Self.noon + 7200, by: 77) {
            let answer = try Answer(feed.body(at: second, count: 50))
            let starts = try answer.ids.map(answer.start)
            #expect(starts == starts.sorted())
            #expect(Set(answer.ids) == Set(answer.summaries.keys))
            #expect(answer.ids.count == answer.summaries.count)
            #expect(starts.allSatisfy { $0.isMultiple(of: 60) && $0 > second - 180 })
            #expect((35...50).contains(starts.count))
        }
    }

    @Test(arguments: [-1, 0, 1, 2, 5, 10, 40, 50, 100, 1000])
    func `a count is a total over all categories, earliest first`(count: Int) throws {
        let all = try Answer(feed.body(at: Self.noon, count: .max)).ids
        let ids = try Answer(feed.body(at: Self.noon, count: count)).ids
        #expect(ids == Array(all.prefix(max(count, 0))))
        #expect(ids.count == min(max(count, 0), all.count))
    }

    @Test func `nothing but the start of a race changes while it is listed`() throws {
        var first: [String: NSDictionary] = [:]
        var starts: [String: Set<Int>] = [:]
        for second in stride(from: Self.noon, to: Self.noon + 5400, by: 150) {
            let answer = try Answer(feed.body(at: second, count: 100))
            for (id, race) in answer.summaries {
                var rest = race
                rest["advertised_start"] = nil
                #expect(first[id, default: rest as NSDictionary] == rest as NSDictionary)
                first[id] = rest as NSDictionary
                starts[id, default: []].insert(try answer.start(id))
            }
        }
        #expect(starts.values.count { $0.count > 1 } > 8)
    }

    @Test func `the message says that it is demonstration data`() throws {
        let message = try Answer(feed.body(at: Self.noon, count: 50)).message
        #expect(message == "Next 50 races of a demonstration: invented, not real racing")
    }

    @Test func `a day has names with ampersands, quotation marks and letters beyond ASCII`() throws {
        var names: Set<String> = []
        for second in stride(from: Self.noon, to: Self.noon + 86_400, by: 3600) {
            let body = feed.body(at: second, count: 100)
            #expect(!body.contains(UInt8(ascii: "&")) && !body.contains(UInt8(ascii: "\n")))
            for race in try Answer(body).summaries.values { names.insert(try #require(race["race_name"] as? String)) }
        }
        #expect(names.contains { $0.contains("&") })
        #expect(names.contains { $0.contains("\"") })
        #expect(names.contains { $0.contains("é") })
        #expect(names.contains { $0.count > 60 })
        #expect(!names.contains { $0.contains("\\") })
    }
}

import Feeds
import Racing
import Testing

/// What an answer says beyond its usable races: ids, reach, one race for each id, no more than can be meant.
struct FeedDecoderCardTests {
    static let now = MadeUpFeed.now.sinceEpoch

    @Test func `present is every key, every race id and every listed id`() throws {
        let decoded = try MadeUpFeed.decode(
            MadeUpFeed.body(
                ids: "[\"listed\",\"listed\",\"good\"]",
                [
                    "key": MadeUpFeed.race("inside"), "good": MadeUpFeed.race("good"), "null": "null",
                    "faulty": MadeUpFeed.summary(["race_id": "\"named\"", "race_number": nil]),
                ]))
        #expect(decoded.card.presentIDs == ["listed", "good", "key", "inside", "null", "faulty", "named"])
        #expect(Set(decoded.card.races.map(\.id)) == ["inside", "good"])
    }

    @Test(
        arguments: [
            (nil, []), ("null", []), ("7", []), ("\"a\"", []), ("{\"a\":1}", []), ("[]", []),
            ("[1,\"a\",null,true,{},[],\"\\ud800\",1e999,\"b\"]", ["a", "b"]),
        ] as [(String?, Set<String>)])
    func `listed ids of any type are tolerated`(_ ids: String?, _ listed: Set<String>) throws {
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(ids: ids, ["r1": MadeUpFeed.race("r1")]))
        #expect(decoded.card.presentIDs == listed.union(["r1"]))
        #expect(decoded.card.races.map(\.id) == ["r1"])
    }

    @Test func `the horizon is the last sane start, also of a race that cannot be used`() throws {
        let late = MadeUpFeed.summary(["race_id": nil, "advertised_start": "{\"seconds\":\(Self.now + 7_200)}"])
        let absurd = MadeUpFeed.race("absurd", start: Self.now + 2_592_001)
        let decoded = try MadeUpFeed.decode(
            MadeUpFeed.body(["late": late, "absurd": absurd, "good": MadeUpFeed.race("good", start: Self.now + 60)]))
        #expect(decoded.card.horizon == .overall(Second(Self.now + 7_200)))
        #expect(decoded.card.races.map(\.id) == ["good"])
    }

    @Test(arguments: [
        (["a", "r1", "b"], "r1"), (["r1", "a"], "r1"), (["z", "r1"], "r1"), (["b", "a", "c"], "a"), (["é", "z"], "z"),
        (["B", "a"], "B"),
    ])
    func `of two summaries with one id that under its own key wins, else the smallest key`(
        _ keys: [String], _ winner: String
    ) throws {
        for order in [keys, keys.reversed()] {
            let summaries = order.map { key in
                (key: key, value: MadeUpFeed.summary(["race_name": "\"under \(key)\""]))
            }
            let decoded = try MadeUpFeed.decode(MadeUpFeed.body(summaries: summaries))
            #expect(decoded.card.races.map(\.name) == ["under \(winner)"])
            #expect(decoded.card.presentIDs == Set(keys).union(["r1"]))
            #expect(decoded.skipped.isEmpty)
        }
    }

    @Test func `a faulty summary leaves its id to a good one`() throws {
        let decoded = try MadeUpFeed.decode(
            MadeUpFeed.body(["r1": MadeUpFeed.summary(["meeting_name": nil]), "a": MadeUpFeed.race("r1")]))
        #expect(decoded.card.races.map(\.id) == ["r1"])
        #expect(decoded.skipped == [SkippedRace(key: "r1", reason: .noMeeting)])
    }

    @Test func `the order of an answer does not matter`() throws {
        let summaries = (0..<40).map { index in
            let isBad = index.isMultiple(of: 7)
            let race = MadeUpFeed.race("r\(index)", start: Self.now + index / 3 * 60)
            return (key: "k\(index)", value: isBad ? "null" : race)
        }
        let forward = try MadeUpFeed.decode(MadeUpFeed.body(summaries: summaries))
        let backward = try MadeUpFeed.decode(MadeUpFeed.body(summaries: summaries.reversed()))
        #expect(forward == backward)
        #expect(forward.skipped.map(\.key) == ["k0", "k14", "k21", "k28", "k35", "k7"])
        #expect(forward.card.races.count == 34)
    }

    @Test func `the thousand earliest races of each category are kept`() throws {
        let limit = FeedDecoder.racesPerCategory
        var summaries = (0...limit + 1).reversed().map { index in
            (key: "h\(index)", value: MadeUpFeed.race("h\(index)", start: Self.now + index * 60))
        }
        summaries += (0..<limit).map { index in
            (key: "g\(index)", value: MadeUpFeed.race("g\(index)", start: Self.now + index, category: .greyhound))
        }
        let decoded = try MadeUpFeed.decode(MadeUpFeed.body(summaries: summaries))
        let kept = Set(decoded.card.races.map(\.id))
        #expect(limit == 1_000)
        #expect(kept.count == 2 * limit)
        #expect(kept.contains("h\(limit - 1)") && !kept.contains("h\(limit)") && kept.contains("g\(limit - 1)"))
        #expect(
            decoded.skipped == [
                SkippedRace(key: "h\(limit)", reason: .beyondLimit),
                SkippedRace(key: "h\(limit + 1)", reason: .beyondLimit),
            ])
        #expect(decoded.card.presentIDs.isSuperset(of: ["h\(limit)", "h\(limit + 1)"]))
        #expect(decoded.card.horizon == .overall(Second(Self.now + (limit + 1) * 60)))
    }
}

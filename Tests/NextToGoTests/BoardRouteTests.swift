import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `The board as JSON` {
    private static let base = TestRaces.base.sinceEpoch

    @Test func `is the event's data, as a line`() throws {
        let answer = try LoopHarness(LoopHarness.Setup(races: [TestRaces.race("a", in: 300)])).ask("/races")
        let (now, start) = (Self.base + 1, Self.base + 300)
        #expect(
            answer.body == #"{"now":\#(now),"revision":\#(now),"wanted":5,"#
                + #""feed":{"source":"url","state":"fresh","ageSeconds":1,"clock":"system"},"#
                + #""races":[{"id":"a","meeting":"Randwick","number":1,"name":"Maiden Plate","category":"horse","#
                + #""categoryName":"Horse racing","venue":{"name":"Randwick","state":"NSW","country":"AUS"},"#
                + #""start":\#(start),"startAt":"2026-01-15T00:05:00Z","label":"Randwick. Horse racing. Race 1."}],"#
                + #""changes":[],"reset":true}"# + "\n")
        #expect(answer.names == ["Content-Type", "ETag", "Cache-Control", "Access-Control-Allow-Origin"])
        #expect(answer.field("cache-control") == "no-cache")
    }

    @Test(arguments: [
        ("/races", ["a", "b"], 3), ("/races?count=1", ["a"], 1), ("/races?category=greyhound", ["b"], 3),
        ("/races?category=harness&count=20", [], 20), ("/races?category=horse&category=greyhound&_=7", ["a", "b"], 3),
    ])
    func `shows what was asked for`(target: String, ids: [String], wanted: Int) throws {
        let body = try LoopHarness(LoopHarness.Setup(count: 3)).ask(target).body
        #expect(body.contains("\"wanted\":\(wanted),"))
        let shown = ["a", "b"].filter { body.contains("{\"id\":\"\($0)\",") }
        #expect(shown == ids)
    }

    @Test func `is of the second in which it is asked for, without waiting for a tick`() throws {
        let harness = LoopHarness()
        harness.clock.advance(by: .milliseconds(999))
        #expect(try harness.ask("/races").body.hasPrefix("{\"now\":\(Self.base + 1),"))
        harness.clock.advance(by: .milliseconds(1))
        let answer = try harness.ask("/races")
        #expect(answer.body.hasPrefix("{\"now\":\(Self.base + 2),"))
        #expect(answer.field("date") == "Thu, 15 Jan 2026 00:00:02 GMT")
    }

    @Test func `has a tag that its revision and the state of the feed decide`() throws {
        let harness = LoopHarness(
            LoopHarness.Setup(races: [TestRaces.race("a", in: 10), TestRaces.race("b", in: 900)]))
        func tag() throws -> String? { try harness.ask("/races?count=1").field("etag") }
        func status(_ list: String) throws -> Int {
            try harness.ask("/races?count=1", fields: "If-None-Match: \(list)").status
        }
        let first = "W/\"\(Self.base + 1)-fresh\""
        #expect(try tag() == first)
        harness.advance(by: .seconds(59))
        #expect(try tag() == first)
        for list in [first, String(first.dropFirst(2)), "\"x\", \(first)", "*"] { #expect(try status(list) == 304) }
        for list in ["\"x\"", "W/\"\(Self.base + 1)-stale\"", ""] { #expect(try status(list) == 200) }
        harness.advance(by: .seconds(1))
        #expect(try tag() == "W/\"\(Self.base + 1)-stale\"")
        #expect(try status(first) == 200)
        harness.advance(by: .seconds(9))
        #expect(try tag() == "W/\"\(Self.base + 70)-stale\"")
    }
}

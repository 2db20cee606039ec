import Foundation
import HistoryRecords
import Racing
import TestSupport
import Testing

@Suite struct `A history as bytes` {
    private static let rules = CardHistory.Rules()
    private static let origin = FeedOrigin(source: .url, clock: .system)

    private static let history: CardHistory = {
        var history = TestRaces.history([
            TestRaces.race("a", in: 300, meeting: "Ångström \"A\"\r\nevent: x\u{0}\u{2028}/"),
            TestRaces.race("b", in: 600, category: .greyhound, name: nil),
        ])
        history.fail("the feed answered 500", from: TestRaces.base + 16)
        history.merge(
            RaceCard(races: [TestRaces.race("a", in: 360), TestRaces.race("c", in: 900, category: .harness)]),
            polledAt: TestRaces.base + 30, from: TestRaces.base + 31)
        history.merge(
            RaceCard(races: [TestRaces.race("a", in: 360), TestRaces.race("c", in: 900, category: .harness)]),
            polledAt: TestRaces.base + 45, from: TestRaces.base + 46)
        return history
    }()

    private static func decode(_ bytes: [UInt8], feed: String = "demo") throws(CardHistoryRecord.Refusal) -> CardHistory
    {
        try HistoryFormat.decode(bytes, feed: feed, rules: rules, origin: origin)
    }

    private static func refusal(_ text: String) -> String? {
        do throws(CardHistoryRecord.Refusal) {
            _ = try decode(Array(text.utf8))
            return nil
        } catch {
            return error.reason
        }
    }

    private static let text = String(decoding: HistoryFormat.encode(history, feed: "demo"), as: UTF8.self)

    /// The text with one part replaced; it must be there.
    private static func replacing(_ part: String, by other: String) throws -> String {
        try #require(text.contains(part), "\(text)")
        return text.replacingOccurrences(of: part, with: other)
    }

    @Test func `is one line, the same for the same history, and comes back whole`() throws {
        let bytes = HistoryFormat.encode(Self.history, feed: "demo")
        #expect(bytes == HistoryFormat.encode(Self.history, feed: "demo"))
        #expect(!bytes.contains(0x0A) && !bytes.contains(0))
        #expect(Self.text.contains(#""format":"next-to-go card history""#) && Self.text.contains(#""version":1"#))
        let copy = try Self.decode(bytes)
        #expect(copy.record(feed: "demo") == Self.history.record(feed: "demo"))
        #expect(HistoryFormat.encode(copy, feed: "demo") == bytes)
    }

    @Test func `cut anywhere it is refused`() {
        let bytes = Array(Self.text.utf8)
        for end in bytes.indices { #expect((try? Self.decode(Array(bytes[..<end]))) == nil, "after \(end) bytes") }
        #expect(Self.refusal("") == "it is empty")
        #expect(Self.refusal(String(Self.text.dropLast())) == "it is not a whole card history")
    }

    @Test(arguments: [
        "garbage", "\u{0}\u{0}\u{0}", "{}", "[]", "null", #"{"format":"other","version":1}"#,
        #"{"format":"next-to-go card history","version":"1"}"#, #"{"format":"next-to-go card history","version":1}"#,
    ])
    func `what is something else is refused`(text: String) {
        #expect(Self.refusal(text) == "it is not a whole card history")
    }

    @Test func `a bit that flips never brings the process down`() {
        var random = SplitMix64(seed: 5)
        let bytes = Array(Self.text.utf8)
        for _ in 0..<3_000 {
            var spoilt = bytes
            spoilt[random.next(in: 0...bytes.count - 1)] ^= UInt8(1) << UInt8(random.next(in: 0...7))
            // It may still be a history, of another name or time: then it must work.
            guard let history = try? Self.decode(spoilt) else { continue }
            _ = history.races(BoardQuery(), at: TestRaces.base + 100)
            _ = history.announcement(BoardQuery(), .frequent, at: TestRaces.base + 100)
            _ = try? history.resumed(at: TestRaces.base + 100)
        }
    }

    @Test func `a newer version is refused, whatever else is in it, and an unknown member is not`() throws {
        #expect(
            Self.refusal(#"{"format":"next-to-go card history","version":2,"things":[]}"#)
                == "it was written by a newer version (format 2)")
        let more = try Self.replacing(#""version":1"#, by: #""version":1,"more":{"x":[1]}"#)
        #expect(Self.refusal(more) == nil)
    }

    @Test func `parts that do not fit together are refused`() throws {
        let first = TestRaces.base.sinceEpoch
        for (part, other, reason) in [
            (#""cards":[\#(first),"#, #""cards":[\#(first + 1),"#, "its times are not in order"),
            (
                #""cards":[\#(first),\#(first + 1),"#, #""cards":[\#(first),\#(first + 40),"#,
                "its times are not in order"
            ),
            (
                #""polls":[[\#(first + 1),\#(first),"#, #""polls":[[\#(first + 1),\#(first + 2),"#,
                "its times are not in order"
            ),
            (#""polls":[[\#(first + 1),"#, #""polls":[["#, "a poll has no three times"),
            (#""firstKnown":\#(first)"#, #""firstKnown":-1"#, "it names an absurd time (-1)"),
            (#""start":\#(first + 900)"#, #""start":999999999999999"#, "it names an absurd time (999999999999999)"),
            (#""category":"harness""#, #""category":"camel""#, "it names an unknown category"),
            (#""on":[1,2]"#, #""on":[1,9]"#, "a race is on cards that are not there"),
            (#""on":[1,2]"#, #""on":[2,1]"#, "a race is on cards that are not there"),
            (#""on":[1,2]"#, #""on":[1]"#, "a race is on cards that are not there"),
            (#""on":[1,2]"#, #""on":[]"#, "a race is on cards that are not there"),
            (#""on":[1,2]"#, #""on":[1,3]"#, "a race is twice on one card"),
        ] { #expect(Self.refusal(try Self.replacing(part, by: other)) == reason, "\(other)") }
        #expect(Self.refusal(#"{"format":"next-to-go card history","version":1,"history":{}}"#) != nil)
    }

    @Test func `one without a card, or larger than any can be, is refused`() {
        let empty = CardHistory(startingAt: TestRaces.base, origin: Self.origin)
        #expect(
            Self.refusal(String(decoding: HistoryFormat.encode(empty, feed: "demo"), as: UTF8.self)) == "it has no card"
        )
        #expect(Self.refusal(String(repeating: " ", count: HistoryFormat.largest + 1)) == "it is larger than 16 MiB")
    }

    @Test func `of one that is too large the newest part is written, and can be read`() throws {
        var history = CardHistory(startingAt: TestRaces.base, origin: Self.origin)
        for poll in 0..<20 {
            // Names as JSON makes them longest.
            let name = "\(poll)" + String(repeating: "\u{1}\"", count: 500)
            let races = (0..<1_000).map { TestRaces.race("\(poll)-\($0)", in: 9_000, name: name) }
            history.merge(
                RaceCard(races: races), polledAt: TestRaces.base + poll * 15, from: TestRaces.base + poll * 15 + 1)
        }
        #expect(history.weight > HistoryFormat.largest)
        let bytes = HistoryFormat.encode(history, feed: "demo")
        #expect(bytes.count <= HistoryFormat.largest)
        let copy = try Self.decode(bytes)
        let last = TestRaces.base + 19 * 15 + 1
        #expect(copy.firstKnown > history.firstKnown && copy.lastChange == last)
        #expect(copy.races(BoardQuery(), at: last) == history.races(BoardQuery(), at: last))
    }

    /// A day as busy as the real feed's: a race a minute, fifty on each card, two hours kept.
    @Test func `a busy history stays small`() {
        var history = CardHistory(startingAt: TestRaces.base, origin: Self.origin)
        for poll in 0..<480 {
            let minute = poll / 4
            let races = (minute..<minute + 50).map {
                TestRaces.race("5c1ff8f2-3b8c-4a3d-9d6c-0c2a8e1f\($0 + 1_000)", in: $0 * 60, number: $0 % 9 + 1)
            }
            history.merge(
                RaceCard(races: races), polledAt: TestRaces.base + poll * 15, from: TestRaces.base + poll * 15 + 1)
        }
        #expect(HistoryFormat.encode(history, feed: "demo").count < HistoryFormat.largest / 100)
    }
}

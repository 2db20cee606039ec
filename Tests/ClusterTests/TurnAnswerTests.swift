import EventLoop
import Testing

@testable import Cluster

@Suite struct `What Redis answers of needs` {
    private func answer(_ milliseconds: RedisReply, _ failures: String, _ need: String) -> NeedsAnswer? {
        NeedsAnswer(.list([milliseconds, .bytes(failures), .bytes(need)]))
    }

    @Test func `is a rest, if one is left, and what boards lack`() {
        #expect(answer(.number(1_500), "2", "1")?.rest == NeedsAnswer.Rest(time: .milliseconds(1_500), failures: 2))
        #expect(answer(.number(-2), "0", "2").map { $0.rest == nil && $0.need == 2 } == true)
        // No expiry, none left, and more than any feed may ask for.
        #expect(answer(.number(-1), "0", "0").map { $0.rest == nil } == true)
        #expect(answer(.number(0), "0", "0").map { $0.rest == nil } == true)
        #expect(answer(.number(Int.max), "99999", "0")?.rest == NeedsAnswer.Rest(time: .seconds(900), failures: 1_000))
        #expect(answer(.number(1), "-5", "0")?.rest?.failures == 0)
    }

    @Test(arguments: ["3", "-1", "x", ""])
    func `is of no use when it is something else`(need: String) {
        #expect(answer(.number(-2), "0", need) == nil)
        #expect(answer(.number(-2), need == "3" || need == "-1" ? "many" : need, "0") == nil)
        #expect(NeedsAnswer(.null) == nil && NeedsAnswer(.list([.number(1)])) == nil)
    }
}

@Suite struct `What Redis answers to a turn` {
    private static func reply(
        _ seconds: RedisReply = .bytes(Array("1768435200".utf8)), _ microseconds: String = "250000",
        token: String = "a:1", id: String = "1768435203-0", card: RedisReply = .bytes([1, 2])
    ) -> RedisReply {
        .list([
            seconds, .bytes(Array(microseconds.utf8)), .bytes(Array(token.utf8)), .bytes(Array(id.utf8)), card,
        ])
    }

    @Test func `is a time, a token and the newest entry, if there is one`() {
        let answer = TurnAnswer(Self.reply())
        #expect(answer?.time == WallTime(seconds: 1_768_435_200, nanoseconds: 250_000_000))
        #expect(answer?.token == "a:1" && answer?.newest?.card == [1, 2] && answer?.newest?.name == "1768435203-0")
        #expect(answer?.newest?.id == EntryID(second: 1_768_435_203, count: 0))
        #expect(TurnAnswer(Self.reply(id: "", card: .bytes([])))?.newest == nil)
        #expect(TurnAnswer(Self.reply(card: .null)).map { $0.newest == nil } == true)
    }

    @Test(arguments: [
        .null, .list([]), .number(1), .error("x"), Self.reply(.number(-1)), Self.reply(.number(Int.max)),
        Self.reply(.number(TurnAnswer.latest + 1)), Self.reply(.bytes(Array("noon".utf8))),
        Self.reply(.number(0), "1000000"), Self.reply(.number(0), "-1"),
    ])
    func `is of no use when it is something else, or of no time that a clock shows`(reply: RedisReply) {
        #expect(TurnAnswer(reply) == nil)
    }

    @Test(arguments: [
        ("0-0", true), ("253402300799-0", true), ("253402300800-0", false), ("1-9223372036854775805", true),
        ("1-9223372036854775806", false), ("1-9223372036854775807", false), ("1-18446744073709551615", false),
        ("18446744073709551615-18446744073709551615", false), ("-1-0", false), ("1", false), ("1-2-3", false),
        ("", false),
    ])
    func `has an id only if it is one of ours, and another can follow`(text: String, isOne: Bool) {
        let id = EntryID(text)
        #expect((id != nil) == isOne)
        if let id { #expect(id.text == text && id < id.next) }
    }
}

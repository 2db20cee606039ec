import EventLoop
import Racing
import Synchronization
import Testing

@testable import Feeds
@testable import NextToGo

/// A log that keeps its lines, at 2026-01-15 00:00:00 UTC for ever.
final class KeptLog: Sendable {
    private struct StoppedClock: WallClock {
        var wallTime: WallTime { WallTime(seconds: 1_768_435_200, nanoseconds: 999_999_999) }
    }

    private let written = Mutex<[String]>([])

    func log(_ format: LogFormat = .text) -> Log {
        Log(format: format, wallClock: StoppedClock()) { [self] bytes in
            written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    /// What was written since the last call, one element a write.
    func take() -> [String] {
        written.withLock { written in
            defer { written = [] }
            return written
        }
    }
}

@Suite struct `A log` {
    @Test(arguments: [(Log.Level.info, "info"), (.warning, "warning"), (.error, "error")])
    func `writes a line with its time and level at once`(level: Log.Level, word: String) {
        let kept = KeptLog()
        kept.log()(level, "all is well")
        #expect(kept.take() == ["2026-01-15T00:00:00Z \(word): all is well\n"])
        kept.log(.json)(level, "all is well")
        #expect(
            kept.take() == [#"{"time":"2026-01-15T00:00:00Z","level":"\#(word)","message":"all is well"}"# + "\n"])
    }

    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\nb", "a  b"), ("\u{1B}[2J", " [2J"), ("a\0\t\u{7F}b", "a   b"), ("\u{9B}2J", " 2J"),
        ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"), ("é – 🏇", "é – 🏇"), ("", ""),
        ("a\u{202E}b\u{2066}c\u{200F}d\u{61C}e", "a b c d e"),
    ])
    func `is one line a message, whatever the message holds`(message: String, line: String) {
        let kept = KeptLog()
        kept.log()(.info, message)
        #expect(kept.take() == ["2026-01-15T00:00:00Z info: \(line)\n"])
        kept.log(.json)(.info, message)
        let json = kept.take()
        #expect(json.count == 1 && json[0].hasSuffix("\"}\n"))
        #expect(json[0].unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"])
    }

    @Test func `goes to stderr without failing`() {
        Log.toStandardError([])
    }
}

@Suite struct `The log of polls` {
    private let kept = KeptLog()
    private let polls: PollLog

    init() {
        polls = PollLog(log: kept.log())
    }

    /// What a poll makes it say, without the time.
    private func lines(
        _ outcome: PollReport.Outcome, skipped: [SkippedRace] = [], at seconds: Int = 0
    ) -> [String] {
        polls(PollReport(outcome: outcome, skipped: skipped), at: .seconds(seconds))
        return kept.take().map { String($0.dropFirst("2026-01-15T00:00:00Z ".count).dropLast()) }
    }

    @Test func `tells the first answer, and no other`() {
        #expect(lines(.changed(races: 12)) == ["info: the feed answers: 12 races"])
        #expect(lines(.changed(races: 13)) == [])
        #expect(lines(.unchanged) == [])
    }

    @Test func `tells a failure once, another one again, and the recovery`() {
        #expect(
            lines(.failed("no answer", waits: .milliseconds(29_999)))
                == ["warning: poll failed: no answer; next try in 29 s"])
        #expect(lines(.failed("no answer", waits: .seconds(60))) == [])
        #expect(
            lines(.failed("the feed answered 500", waits: .seconds(60)))
                == ["warning: poll failed: the feed answered 500; next try in 60 s"])
        #expect(lines(.changed(races: 7)) == ["info: the feed answers: 7 races"])
        #expect(lines(.failed("no answer", waits: .seconds(30))).count == 1)
        #expect(lines(.unchanged) == ["info: the feed answers again: unchanged"])
        #expect(lines(.unchanged) == [])
        #expect(lines(.changed(races: 2)) == [])
    }

    @Test func `tells each race that is skipped once a reason`() {
        let noID = SkippedRace(key: "a", reason: .noID)
        let noStart = SkippedRace(key: "a", reason: .noStart)
        #expect(lines(.changed(races: 1), skipped: [noID]).last == "warning: race skipped: no_id (a)")
        #expect(lines(.changed(races: 1), skipped: [noID, noStart]) == ["warning: race skipped: no_start (a)"])
        #expect(lines(.failed("x", waits: .zero), skipped: [noID, noStart]).count == 1)
    }

    @Test func `cuts long keys, and tells those apart that begin alike`() {
        let key = String(repeating: "k", count: 80)
        let races = ["", "1", "2"].map { SkippedRace(key: key + $0, reason: .noID) }
        _ = lines(.changed(races: 1))
        #expect(
            lines(.changed(races: 1), skipped: races)
                == Array(repeating: "warning: race skipped: no_id (\(key))", count: 3))
    }

    @Test func `counts the marks on a letter when it cuts a key`() {
        let key = "k" + String(repeating: "\u{301}", count: 10_000)
        _ = lines(.changed(races: 1))
        let line = lines(.changed(races: 1), skipped: [SkippedRace(key: key, reason: .noID)])
        #expect(line.count == 1 && line[0].unicodeScalars.count == "warning: race skipped: no_id ()".count + 80)
    }

    private static func races(_ range: Range<Int>, _ reason: SkippedRace.Reason = .noID) -> [SkippedRace] {
        range.map { SkippedRace(key: "\($0)", reason: reason) }
    }

    private static func named(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("warning: race skipped: ") } }

    private static func tooMany(_ counts: String) -> String {
        "warning: more races skipped than are named (1000 an hour for each reason): \(counts) in this answer; /metrics"
            + " counts them all"
    }

    @Test(arguments: [101, 999, 1_000])
    func `names every race of an answer up to the limit, and none of them again`(count: Int) {
        let races = Self.races(0..<count)
        #expect(lines(.failed("x", waits: .zero), skipped: races).count == count + 1)
        for poll in 1...20 {
            #expect(lines(.changed(races: 1), skipped: races, at: 15 * poll).count == (poll == 1 ? 1 : 0))
        }
    }

    @Test func `names as many as the limit, says once how many more there are, and that only while it is so`() {
        _ = lines(.changed(races: 1))
        let races = Self.races(0..<30_000)
        let first = lines(.changed(races: 1), skipped: races)
        #expect(first.count == 1_001)
        #expect(first[999] == "warning: race skipped: no_id (999)")
        #expect(first[1_000] == Self.tooMany("29000 no_id"))
        for second in [15, 3_000, 6_000, 9_000] {
            #expect(lines(.changed(races: 1), skipped: Self.races(0..<second + 1_001), at: second) == [])
        }
    }

    @Test func `a feed with other bad races in each answer gets a limited number of lines an hour`() {
        _ = lines(.changed(races: 1))
        var written = 0
        for poll in 0..<480 {
            written +=
                lines(.changed(races: 1), skipped: Self.races(poll * 3_000..<(poll + 1) * 3_000), at: 15 * poll).count
        }
        // At once and after the first hour; of there being too many it has spoken.
        #expect(written == 2 * 1_000 + 1)
    }

    @Test func `one reason does not take the room of another`() {
        _ = lines(.changed(races: 1))
        _ = lines(.changed(races: 1), skipped: Self.races(0..<2_000, .beyondLimit))
        let more = Self.races(0..<1_001, .noMeeting) + Self.races(0..<1_500, .beyondLimit)
        let said = lines(.changed(races: 1), skipped: more, at: 15)
        #expect(Self.named(said) == 1_000 && said.last == Self.tooMany("1 no_meeting, 500 beyond_limit"))
    }

    @Test(arguments: [(3_599, 0), (3_600, 1)])
    func `names a race again that had not been bad for an hour`(pause: Int, count: Int) {
        _ = lines(.changed(races: 1), skipped: Self.races(0..<1))
        #expect(lines(.changed(races: 1), at: pause) == [])
        #expect(lines(.changed(races: 1), skipped: Self.races(0..<1), at: pause + 1).count == count)
    }

    @Test func `a race that stays bad while nothing is heard is not named again`() {
        _ = lines(.changed(races: 1), skipped: Self.races(0..<5))
        for hour in 1...4 { #expect(lines(.unchanged, at: 3_600 * hour) == []) }
        _ = lines(.failed("no answer", waits: .zero), at: 20_000)
        #expect(Self.named(lines(.changed(races: 1), skipped: Self.races(0..<5), at: 30_000)) == 0)
        #expect(Self.named(lines(.changed(races: 1), skipped: Self.races(0..<6), at: 40_000)) == 1)
    }

    @Test func `says again that there are too many when for an hour there were not`() {
        _ = lines(.changed(races: 1), skipped: Self.races(0..<1_001))
        #expect(lines(.changed(races: 1), skipped: Self.races(0..<1_000), at: 3_599) == [])
        #expect(lines(.changed(races: 1), skipped: Self.races(0..<1_002), at: 3_600) == [Self.tooMany("2 no_id")])
        #expect(lines(.changed(races: 1), skipped: Self.races(0..<1_002), at: 7_199) == [])
        #expect(lines(.changed(races: 1), skipped: Self.races(0..<1_002), at: 9_000) == [])
    }

    @Test func `a race that is twice in an answer is named once`() {
        let twice = Self.races(0..<1) + Self.races(0..<1)
        #expect(Self.named(lines(.changed(races: 1), skipped: twice)) == 1)
    }

    @Test func `says once that the history has no room for an hour, and again when for an hour it had`() {
        func lines(cards: Int, races: Int = 0, at seconds: Int) -> [String] {
            let report = PollReport(
                outcome: .changed(races: 1), forgotten: CardHistory.Forgotten(cards: cards, races: races))
            polls(report, at: .seconds(seconds))
            return kept.take()
        }
        _ = lines(cards: 0, at: 0)
        let first = lines(cards: 7, at: 15)
        #expect(first.count == 1 && first[0].contains("the history has no room for an hour (64 MiB): "))
        #expect(lines(cards: 1, at: 30) == [] && lines(cards: 0, at: 45) == [] && lines(cards: 1, at: 3_629) == [])
        #expect(lines(cards: 1, at: 7_228) == [])
        #expect(lines(cards: 1, at: 10_828).count == 1)
        let races = lines(cards: 0, races: 3, at: 10_829)
        #expect(races.count == 1 && races[0].contains("the card has no room (6 MiB): "))
        #expect(lines(cards: 1, races: 1, at: 10_830) == [])
    }
}

import EventLoop
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
    private func lines(_ outcome: PollReport.Outcome, skipped: [SkippedRace] = []) -> [String] {
        polls(PollReport(outcome: outcome, skipped: skipped))
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
        #expect(
            lines(.unchanged, skipped: races)
                == Array(repeating: "warning: race skipped: no_id (\(key))", count: 3))
    }

    @Test func `counts the marks on a letter when it cuts a key`() {
        let key = "k" + String(repeating: "\u{301}", count: 10_000)
        let line = lines(.unchanged, skipped: [SkippedRace(key: key, reason: .noID)])
        #expect(line.count == 1 && line[0].unicodeScalars.count == "warning: race skipped: no_id ()".count + 80)
    }

    private static func races(_ range: Range<Int>) -> [SkippedRace] {
        range.map { SkippedRace(key: "\($0)", reason: .noID) }
    }

    @Test func `names a hundred races of an answer, counts the others, and does so once`() {
        let races = Self.races(0..<30_000)
        let first = lines(.unchanged, skipped: races)
        #expect(first.count == 101)
        #expect(first[99] == "warning: race skipped: no_id (99)")
        #expect(first[100] == "warning: 29900 more races skipped: /metrics counts them by reason")
        #expect(lines(.unchanged, skipped: races) == [])
        #expect(lines(.unchanged, skipped: Self.races(0..<100)) == [])
        #expect(lines(.unchanged, skipped: Self.races(30_000..<30_100)).count == 100)
        #expect(lines(.unchanged, skipped: Self.races(30_100..<30_201)).count == 101)
    }

    @Test func `forgets when there is too much to remember`() {
        _ = lines(.unchanged, skipped: Self.races(0..<1_000))
        _ = lines(.unchanged, skipped: Self.races(1_000..<2_000))
        #expect(lines(.unchanged, skipped: Self.races(0..<1)) == [])
        #expect(lines(.unchanged, skipped: Self.races(2_000..<2_001)).count == 1)
        #expect(lines(.unchanged, skipped: Self.races(0..<1)).count == 1)
        #expect(lines(.unchanged, skipped: Self.races(0..<1)) == [])
    }
}

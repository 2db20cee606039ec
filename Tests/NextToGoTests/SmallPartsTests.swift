import CommandLineOptions
import EventLoop
import Feeds
import Glibc
import Racing
import Testing

@testable import NextToGo

@Suite struct `The pulse of a loop` {
    @Test(arguments: [
        (Duration.zero, true), (.milliseconds(2_999), true), (.seconds(3), false), (.seconds(3_600), false),
        (.seconds(-1), true), (.microseconds(2_999_999), true),
    ])
    func `counts for less than the patience with it`(age: Duration, isWell: Bool) {
        let start = Duration.seconds(12_345) + .milliseconds(678)
        let pulse = LoopPulse(name: "serving 1", now: start)
        #expect(pulse.hasTurned(within: .seconds(3), before: start + age) == isWell)
        let later = LoopPulse(name: "feed", now: .zero)
        later.beat(at: start)
        #expect(later.hasTurned(within: .seconds(3), before: start + age) == isWell)
    }
}

@Suite struct `Descriptors` {
    @Test func `are as many as the system grants`() {
        let limit = DescriptorLimit.raise()
        var granted = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &granted)
        #expect(granted.rlim_cur == granted.rlim_max)
        #expect(limit == Int(clamping: granted.rlim_cur))
        #expect(DescriptorLimit.raise() == limit)
    }

    @Test(arguments: [
        (1_024, 1, 746), (1_024, 2, 740), (1_020, 1, 743), (20_000, 4, 19_704), (100, 1, 53), (30, 1, 1), (29, 1, 1),
        (0, 64, 1), (1 << 24, 1, 16_776_938), (Int.max, 1, 16_776_938),
    ])
    func `leave places for streams, less a reserve`(limit: Int, threads: Int, streams: Int) {
        #expect(DescriptorLimit.subscribers(within: limit, threads: threads) == streams)
    }
}

@Suite struct `The wiring of a feed` {
    private static let second = Second(1_768_435_200)

    private func wiring(_ words: String...) throws -> FeedWiring {
        let command = try Command(arguments: ["nexttogo"] + words, environment: [:], cores: 1)
        guard case .serve(let options) = command else { throw UsageError("it does not serve") }
        return try FeedWiring(options, at: Self.second, on: EventLoop())
    }

    @Test(arguments: [
        ("demo", FeedOrigin.Source.demo), ("neds", .neds), ("ladbrokes", .ladbrokes), ("http://a/", .url),
    ])
    func `lives in the system's time`(feed: String, source: FeedOrigin.Source) throws {
        let wiring = try wiring("--feed", feed)
        #expect(wiring.origin == FeedOrigin(source: source, clock: .system))
        #expect(wiring.shift == 0)
        #expect((wiring.source is DemoSource) == (feed == "demo"))
        #expect((wiring.source is HTTPFeed) == (feed != "demo"))
    }

    @Test(arguments: [("2026-01-15T00:00:01Z", 1), ("2026-01-15T00:00:00Z", 0), ("2025-01-15T00:00:00Z", -31_536_000)])
    func `lives in the time that it is given`(now: String, shift: Int) throws {
        let wiring = try wiring("--now", now)
        #expect(wiring.shift == shift)
        #expect(wiring.origin == FeedOrigin(source: .demo, clock: .shifted))
    }

    @Test func `reads a file that is there`() throws {
        let folder = try FolderOnDisk()
        let wiring = try wiring("--feed", "file:" + folder.write("feed.json"))
        #expect(wiring.source is FileFeed)
        #expect(wiring.origin == FeedOrigin(source: .file, clock: .system))
        let path = folder.path + "/missing.json"
        let error = #expect(throws: FeedFileError.self) { try self.wiring("--feed", "file:" + path) }
        #expect(error?.message.contains(path) == true)
    }

    @Test func `plays captures in their own time, or in the one it is given`() throws {
        let folder = try FolderOnDisk()
        try folder.write("capture-1768435260999.json")
        try folder.write("capture-1768435300000.json")
        let wiring = try wiring("--feed", "replay:" + folder.path)
        #expect(wiring.source is ReplayFeed)
        #expect(wiring.shift == 60)
        #expect(wiring.origin == FeedOrigin(source: .replay, clock: .shifted))
        let given = try self.wiring("--feed", "replay:" + folder.path, "--now=2026-01-15T00:01:30Z")
        #expect(given.shift == 90)
        #expect(throws: FeedFileError.self) { try self.wiring("--feed", "replay:/nonexistent") }
    }
}

@Suite struct `A date as HTTP writes it` {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_768_435_200, "Thu, 15 Jan 2026 00:00:00 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
        (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `has a fixed form`(second: Int, text: String) {
        #expect(HTTPDate.text(secondsSinceEpoch: second) == text)
    }
}

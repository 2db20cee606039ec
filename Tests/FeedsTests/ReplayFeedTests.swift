import Feeds
import Racing
import Testing

struct ReplayFeedTests {
    private func poll(_ feed: ReplayFeed, at second: Int) async -> PollAnswer {
        await feed.poll(PollRequest(count: 50, second: Second(second)))
    }

    private func body(_ text: String) -> PollAnswer { .body(Array(text.utf8)) }

    @Test func `each capture is the answer from its second until the next one's`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("late", to: "feed-1768438900000.json")
        try folder.write("early", to: "feed-1768438793569.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(feed.firstSecond == Second(1_768_438_793))
        #expect(await poll(feed, at: 1_768_438_792) == .failed(PollFailure(reason: "no capture yet")))
        #expect(await poll(feed, at: 1_768_438_793) == body("early"))
        #expect(await poll(feed, at: 1_768_438_794) == .unchanged)
        #expect(await poll(feed, at: 1_768_438_899) == .unchanged)
        #expect(await poll(feed, at: 1_768_438_900) == body("late"))
        #expect(await poll(feed, at: 1_768_500_000) == .unchanged)
    }

    @Test func `a clock set back brings the earlier capture back`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "1000000000000.json")
        try folder.write("two", to: "1000000060000.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(await poll(feed, at: 1_000_000_060) == body("two"))
        #expect(await poll(feed, at: 1_000_000_059) == body("one"))
        #expect(await poll(feed, at: 999_999_999) == .failed(PollFailure(reason: "no capture yet")))
        #expect(await poll(feed, at: 1_000_000_000) == .unchanged)
    }

    @Test func `of several captures in one second the newest answers`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("first", to: "z-1000000000001.json")
        try folder.write("last", to: "b-1000000000999.json")
        try folder.write("same instant, earlier name", to: "a-1000000000999.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(feed.firstSecond == Second(1_000_000_000))
        #expect(await poll(feed, at: 1_000_000_000) == body("last"))
    }

    @Test func `a body that was of no use is given again, not called unchanged`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("{;}", to: "1000000000000.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(await poll(feed, at: 1_000_000_000) == body("{;}"))
        await (feed as any FeedSource).forget()
        #expect(await poll(feed, at: 1_000_000_001) == body("{;}"))
        #expect(await poll(feed, at: 1_000_000_002) == .unchanged)
    }

    @Test(arguments: [
        "1000000000000.json", "capture-1000000000000.json", "feed.1000000000000.json", "é1000000000000.json",
        "91000000000000.json",
    ])
    func `a name that ends in thirteen digits is a capture`(_ name: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("body", to: name)
        let feed = try ReplayFeed(directory: folder.path)
        #expect(feed.firstSecond == Second(1_000_000_000))
        #expect(await poll(feed, at: 1_000_000_000) == body("body"))
    }

    @Test(arguments: [
        "feed.json", "100000000000.json", "feed-100000000000.json", "1000000000000.JSON", "1000000000000.json.gz",
        "1000000000000json", "1000000000000", "1000000000000-a.json", ".1000000000000.json", "._a-1000000000000.json",
        "100000000000x.json", ".json", "٣٣٣٣٣٣٣٣٣٣٣٣٣.json",
    ])
    func `any other name is none, and a folder of them is refused`(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("body", to: name)
        let message = "no capture named *<milliseconds>.json in the replay folder \(folder.path)"
        #expect(throws: FeedFileError(message: message)) { try ReplayFeed(directory: folder.path) }
    }

    @Test func `a folder that cannot be read is one clear line`() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path("none")
        #expect(throws: FeedFileError(message: "cannot read the replay folder \(missing): No such file or directory")) {
            try ReplayFeed(directory: missing)
        }
        let file = try folder.write("body", to: "1000000000000.json")
        #expect(throws: FeedFileError(message: "cannot read the replay folder \(file): Not a directory")) {
            try ReplayFeed(directory: file)
        }
    }

    @Test func `a capture that cannot be read fails its polls until it can`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("one", to: "1000000000000.json")
        try folder.write("two", to: "1000000060000.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(await poll(feed, at: 1_000_000_000) == body("one"))
        try folder.remove("1000000060000.json")
        let reason = "the capture cannot be read: No such file or directory"
        #expect(await poll(feed, at: 1_000_000_060) == .failed(PollFailure(reason: reason)))
        #expect(await poll(feed, at: 1_000_000_061) == .failed(PollFailure(reason: reason)))
        try folder.write("two again", to: "1000000060000.json")
        #expect(await poll(feed, at: 1_000_000_062) == body("two again"))
    }

    @Test func `a capture of more than four mebibytes fails its polls`() async throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 32, count: FeedDecoder.maximumBodySize + 1), to: "1000000000000.json")
        let feed = try ReplayFeed(directory: folder.path)
        #expect(await poll(feed, at: 1_000_000_000) == .failed(PollFailure(reason: "body over 4 MiB")))
    }
}

import Feeds
import Foundation
import Racing
import Testing

struct FileFeedTests {
    static let request = PollRequest(count: 50, second: MadeUpFeed.now)

    private func poll(_ feed: FileFeed) async -> PollAnswer { await feed.poll(Self.request) }

    /// Sets the modification time, so that no test depends on how fine the file system's own is.
    private func setModified(_ path: String, to seconds: Int, nanoseconds: Int = 0) {
        let times = [timespec(tv_sec: seconds, tv_nsec: nanoseconds), timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test func `a file is read once and then stands unchanged`() async throws {
        let folder = try TemporaryFolder()
        let feed = FileFeed(path: try folder.write("one", to: "feed.json"))
        #expect(await poll(feed) == .body(Array("one".utf8)))
        #expect(await poll(feed) == .unchanged)
        #expect(await feed.poll(PollRequest(count: 100, second: MadeUpFeed.now + 3_600)) == .unchanged)
    }

    @Test func `a file of another size is read again`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("one", to: "feed.json")
        setModified(path, to: 1_000)
        let feed = FileFeed(path: path)
        #expect(await poll(feed) == .body(Array("one".utf8)))
        try folder.write("three", to: "feed.json")
        setModified(path, to: 1_000)
        #expect(await poll(feed) == .body(Array("three".utf8)))
        #expect(await poll(feed) == .unchanged)
    }

    @Test func `a file modified a nanosecond later is read again`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("one", to: "feed.json")
        setModified(path, to: 1_000, nanoseconds: 1)
        let feed = FileFeed(path: path)
        #expect(await poll(feed) == .body(Array("one".utf8)))
        try folder.write("two", to: "feed.json")
        setModified(path, to: 1_000, nanoseconds: 2)
        #expect(await poll(feed) == .body(Array("two".utf8)))
        #expect(await poll(feed) == .unchanged)
    }

    @Test func `a file put in its place is read again`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("one", to: "feed.json")
        setModified(path, to: 1_000)
        let feed = FileFeed(path: path)
        #expect(await poll(feed) == .body(Array("one".utf8)))
        let other = try folder.write("two", to: "other.json")
        setModified(other, to: 1_000)
        #expect(rename(other, path) == 0)
        #expect(await poll(feed) == .body(Array("two".utf8)))
        #expect(await poll(feed) == .unchanged)
    }

    @Test func `a file whose permissions change stands unchanged`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("one", to: "feed.json")
        let feed = FileFeed(path: path)
        #expect(await poll(feed) == .body(Array("one".utf8)))
        #expect(chmod(path, 0o400) == 0)
        #expect(await poll(feed) == .unchanged)
    }

    @Test func `a body that was of no use is given again, not called unchanged`() async throws {
        let folder = try TemporaryFolder()
        let feed = FileFeed(path: try folder.write("{;}", to: "feed.json"))
        #expect(await poll(feed) == .body(Array("{;}".utf8)))
        await (feed as any FeedSource).forget()
        #expect(await poll(feed) == .body(Array("{;}".utf8)))
        #expect(await poll(feed) == .unchanged)
    }

    @Test func `a file that goes away fails the poll and may come back`() async throws {
        let folder = try TemporaryFolder()
        let feed = FileFeed(path: try folder.write("one", to: "feed.json"))
        #expect(await poll(feed) == .body(Array("one".utf8)))
        try folder.remove("feed.json")
        let reason = "the feed file cannot be read: No such file or directory"
        #expect(await poll(feed) == .failed(PollFailure(reason: reason)))
        #expect(await poll(feed) == .failed(PollFailure(reason: reason)))
        try folder.write("two, longer", to: "feed.json")
        #expect(await poll(feed) == .body(Array("two, longer".utf8)))
    }

    @Test func `an empty file is a body without bytes`() async throws {
        let folder = try TemporaryFolder()
        let feed = FileFeed(path: try folder.write("", to: "feed.json"))
        #expect(await poll(feed) == .body([]))
    }

    @Test func `a body may have four mebibytes and not a byte more`() async throws {
        let folder = try TemporaryFolder()
        let most = [UInt8](repeating: UInt8(ascii: " "), count: 4 * 1_024 * 1_024)
        let feed = FileFeed(path: try folder.write(most, to: "feed.json"))
        #expect(await poll(feed) == .body(most))
        try folder.write(most + [UInt8(ascii: " ")], to: "feed.json")
        let failure = PollAnswer.failed(PollFailure(reason: "body over 4 MiB"))
        #expect(await poll(feed) == failure)
        #expect(await poll(feed) == failure)
    }

    @Test func `at start a readable file is fine whatever it holds`() throws {
        let folder = try TemporaryFolder()
        try FileFeed.check(path: try folder.write("{;}", to: "feed.json"))
    }

    @Test func `at start a missing file is one clear line`() throws {
        let path = try TemporaryFolder().path("feed.json")
        let error = FeedFileError(message: "cannot read the feed file \(path): No such file or directory")
        #expect(throws: error) { try FileFeed.check(path: path) }
    }

    @Test func `a folder or a pipe is no feed file, and nothing waits for it`() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe] {
            let error = FeedFileError(message: "cannot read the feed file \(path): Not a regular file")
            #expect(throws: error) { try FileFeed.check(path: path) }
            let reason = "the feed file cannot be read: Not a regular file"
            #expect(await poll(FileFeed(path: path)) == .failed(PollFailure(reason: reason)))
        }
    }
}

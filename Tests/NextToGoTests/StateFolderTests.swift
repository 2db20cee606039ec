import EventLoop
import Foundation
import HistoryRecords
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `The folder of the state` {
    private let parent = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)").path
    private let log = KeptLog()
    private let history = TestRaces.history([TestRaces.race("a", in: 300)])

    init() throws {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    }

    private var folder: StateFolder { StateFolder(path: parent + "/state") }
    private var file: String { folder.path + "/card-history.json" }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: parent) }

    private func read(at seconds: Int = 60) -> CardHistory? {
        KeptState.read(
            folder, feed: "demo", rules: history.rules, origin: history.origin, at: TestRaces.base + seconds,
            log: log.log())
    }

    /// The one line of the log since the last call.
    private var line: String {
        let lines = log.take()
        return lines.count == 1 ? lines[0] : "\(lines.count) lines: \(lines)"
    }

    @Test func `is made, and gives back what was written last, without a trace of drafts`() throws {
        defer { cleanUp() }
        #expect(read() == nil && log.take().isEmpty)
        try folder.write(Array("something longer than what follows".utf8))
        try folder.write(HistoryFormat.encode(history, feed: "demo"))
        #expect(read()?.record(feed: "demo") == history.record(feed: "demo"))
        #expect(line == "2026-01-15T00:00:00Z info: the state was read: known since 2026-01-15T00:00:00Z\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["card-history.json"])
    }

    @Test(arguments: [
        ("", "it is empty"), ("garbage", "it is not a whole card history"),
        (#"{"format":"next-to-go card history","version":7}"#, "it was written by a newer version (format 7)"),
    ])
    func `with a file of no use tells why, and puts it aside`(text: String, reason: String) throws {
        defer { cleanUp() }
        try folder.write(Array(text.utf8))
        #expect(read() == nil)
        #expect(
            line.hasSuffix(
                " warning: the state in \(folder.path) cannot be used: \(reason); going on without"
                    + " (kept as card-history.json.refused)\n"))
        #expect(FileManager.default.contents(atPath: file + ".refused") == Data(text.utf8))
        #expect(read() == nil && log.take().isEmpty)
    }

    @Test func `with a state of another feed, an hour ago or yet to come goes on without`() throws {
        defer { cleanUp() }
        for (feed, second, reason) in [
            ("neds", 60, "it is of another feed ('neds', not 'demo')"), ("demo", 3_602, "it is more than an hour old"),
            ("demo", -10, "its times lie in the future: it ends at 2026-01-15T00:00:01Z"),
        ] {
            try folder.write(HistoryFormat.encode(history, feed: feed))
            #expect(read(at: second) == nil)
            #expect(line.contains("cannot be used: \(reason)"))
        }
    }

    @Test func `of a server with a shifted clock is not for one with the system's`() throws {
        defer { cleanUp() }
        var shifted = CardHistory(startingAt: TestRaces.base, origin: FeedOrigin(source: .url, clock: .shifted))
        shifted.merge(RaceCard(races: []), polledAt: TestRaces.base, from: TestRaces.base + 1)
        try folder.write(HistoryFormat.encode(shifted, feed: "demo"))
        #expect(read() == nil)
        #expect(line.contains("it is of a shifted clock, not of a system one"))
    }

    @Test func `that cannot be read or written says what the system says`() throws {
        defer { cleanUp() }
        // Not by permissions: root has them all.
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(read() == nil)
        #expect(line.contains("the state in \(folder.path) cannot be read: Not a regular file; going on without"))
        #expect(throws: StateFolder.Failure(reason: "Is a directory")) { try folder.write([1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["card-history.json"])
        #expect(throws: StateFolder.Failure(reason: "No such file or directory")) {
            try StateFolder(path: parent + "/no/where").write([1])
        }
        try Data().write(to: URL(filePath: parent + "/file"))
        let blocked = StateFolder(path: parent + "/file")
        #expect(throws: StateFolder.Failure(reason: "Not a directory")) { try blocked.write([1]) }
        #expect(throws: StateFolder.Failure(reason: "Not a directory")) { try blocked.read() }
    }

    @Test func `does not read a file without end`() throws {
        defer { cleanUp() }
        try folder.write(Array(repeating: 0x20, count: HistoryFormat.largest + (1 << 20)))
        #expect(read() == nil)
        #expect(line.contains("it is larger than 16 MiB"))
    }
}

import Foundation
import Glibc
import ServerSentEvents
import Testing

@Suite struct `A server that keeps its state` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)").path

    private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

    private func port(of server: LiveServer) -> String {
        server.address.split(separator: ":").last.map(String.init) ?? ""
    }

    @Test func `tells clients of the one before exactly what has changed`() throws {
        defer { cleanUp() }
        let now = Int(Date().timeIntervalSince1970)
        // One race leaves the board while no server runs or soon after; nothing else happens by itself.
        let races = [("gone", now - 54), ("a", now + 600), ("b", now + 660), ("c", now + 720)]
        let feed = try LiveFeed(.races(races.map { LiveFeed.Race(id: $0, start: $1) }))
        let options = ["--feed", feed.url, "--poll", "1", "--threads", "2", "--state", folder]
        let first = try LiveServer(options)
        let reader = try CurlStream(first)
        let board = try #require(reader.wait(within: 8) { $0.event.type == "races" && $0.raceIDs.count == 4 })
        let id = board.event.lastEventID
        first.signal(SIGTERM)
        #expect(reader.wait(for: "bye") != nil)
        #expect(first.wait() == 0)

        feed.answer(
            .races([("a", now + 600), ("b", now + 780), ("c", now + 720)].map { LiveFeed.Race(id: $0, start: $1) }))
        while Int(Date().timeIntervalSince1970) < now + 8 { usleep(100_000) }
        let second = try LiveServer(options + ["--port", port(of: first)])
        #expect(second.log.contains { $0.contains("the state was read: known since") })
        let returned = try CurlStream(second, "/events", "-H", "Last-Event-ID: \(id)")
        let races1 = try #require(returned.wait(for: "races"))
        #expect(races1.member("reset") == false)
        // Whether the first poll of the new process came before it joined or not, the sum of what it is told is this.
        var changes = races1.changes
        if !changes.contains("b retimed") {
            changes += try #require(returned.wait(within: 8) { $0.changes == ["b retimed"] }).changes
        }
        #expect(changes.sorted() == ["b retimed", "gone expired"])
        #expect(try get(second, "/metrics").contains("nexttogo_state_writes_total"))
    }

    @Test func `begins anew when the file is of no use, and says so`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { cleanUp() }
        try "{".write(toFile: folder + "/card-history.json", atomically: false, encoding: .utf8)
        let server = try LiveServer(["--state", folder, "--threads", "1"])
        #expect(server.log.contains { $0.contains("cannot be used: it is not a whole card history") })
        #expect(try CurlStream(server, "/events", "-H", "Last-Event-ID: 1").wait(for: "races")?.member("reset") == true)
        server.signal(SIGTERM)
        #expect(server.wait() == 0)
        let file = try String(contentsOfFile: folder + "/card-history.json", encoding: .utf8)
        #expect(file.hasPrefix("{\"format\":") && file.hasSuffix("}"))
    }

    @Test func `goes on without a folder that cannot be written, and says so once`() throws {
        let server = try LiveServer(["--state", "/proc/none", "--threads", "1", "--poll", "1"])
        #expect(server.waitForLog("the state cannot be written to /proc/none: ", within: 5) != nil)
        #expect(try CurlStream(server).wait(for: "countdown") != nil)
        server.signal(SIGTERM)
        #expect(server.wait() == 0)
        #expect(server.log.filter { $0.contains("cannot be written") }.count == 1)
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["NEXTTOGO_SANITIZER"] == nil,
            "sanitizers need files of any size for themselves"))
    func `keeps the old file when the disk is full`() throws {
        defer { cleanUp() }
        let full = try LiveServer(["--state", folder, "--threads", "1"])
        #expect(try CurlStream(full).wait(within: 5) { !$0.raceIDs.isEmpty } != nil)
        full.signal(SIGTERM)
        #expect(full.wait() == 0)
        let before = try Data(contentsOf: URL(filePath: folder + "/card-history.json"))
        // A limit on the size of files stands for a full disk: the same error in the middle of the same write.
        // Its coverage would be cut off as well, and a profile that is cut off spoils all others.
        let server = try LiveServer(
            ["--state", folder, "--threads", "1"], environment: ["LLVM_PROFILE_FILE": "/dev/null"],
            through: ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        #expect(server.waitForLog("the state cannot be written to \(folder): File too large", within: 5) != nil)
        server.signal(SIGTERM)
        #expect(server.wait() == 0)
        #expect(try Data(contentsOf: URL(filePath: folder + "/card-history.json")) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["card-history.json"])
    }
}

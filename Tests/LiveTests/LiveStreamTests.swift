import Foundation
import Glibc
import ServerSentEvents
import Testing

@Suite struct `The real server` {
    @Test func `shows what a real feed says, through its bad moments`() throws {
        let base = Int(Date().timeIntervalSince1970) / 60 * 60
        var races = ["a": 300, "b": 600, "c": 900, "d": 1_200].mapValues { base + $0 }
        func list() -> LiveFeed.Reply { .races(races.map { LiveFeed.Race(id: $0, start: $1) }) }
        let feed = try LiveFeed(list())
        let server = try LiveServer(["--feed", feed.url, "--poll", "1", "--threads", "2"])
        let stream = try CurlStream(server)
        let full = try #require(stream.wait(within: 8) { $0.event.type == "races" && $0.raceIDs.count == 4 })
        #expect(full.raceIDs == ["a", "b", "c", "d"])

        races["b"] = base + 960
        feed.answer(list())
        #expect(stream.wait(within: 8) { $0.changes == ["b retimed"] } != nil)

        races["c"] = nil
        feed.answer(list())
        #expect(stream.wait(within: 8) { $0.changes == ["c delisted"] } != nil)

        for (reply, reason) in [
            (LiveFeed.Reply.status(500), "the feed answered 500"), (.text("<html>"), "the answer is not JSON"),
            (.text(""), "the answer is not JSON"),
        ] {
            feed.answer(reply)
            #expect(server.waitForLog("poll failed: \(reason)", within: 20) != nil)
        }
        let board = try #require(stream.wait(for: "countdown"))
        #expect(board.raceIDs == ["a", "b", "d"])

        feed.answer(.races(races.map { LiveFeed.Race(id: $0, start: $1, name: $0 == "d" ? "Cup" : "Maiden Plate") }))
        #expect(stream.wait(within: 20) { $0.changes == ["d updated"] } != nil)
        #expect(server.waitForLog("the feed answers: 3 races", within: 5) != nil)

        server.signal(SIGTERM)
        let bye = try #require(stream.wait(for: "bye"))
        #expect(bye.member("reason") == "shutdown")
        #expect(stream.exitStatus() == 0)
        #expect(server.wait() == 0)
        check(stream)
    }

    /// What holds for every stream of every client.
    private func check(_ stream: CurlStream) {
        let countdowns = stream.arrivals.filter { $0.event.type == "countdown" }
        let seconds = countdowns.map(\.now)
        #expect(seconds == Array((seconds.first ?? 0)..<(seconds.first ?? 0) + seconds.count))
        // Never early; and within its second, with all that a busy machine may cost.
        #expect(countdowns.allSatisfy { $0.at.timeIntervalSince1970 >= Double($0.now) })
        let late = countdowns.dropFirst().map { $0.at.timeIntervalSince1970 - Double($0.now) }.sorted()
        #expect((late.dropFirst(late.count / 2).first ?? 0) < 0.5)
        #expect(stream.parser.oddities.isEmpty)
        var shown: [String] = []
        var remaining: [String: Int] = [:]
        for arrival in stream.arrivals {
            switch arrival.event.type {
            case "races":
                shown = arrival.raceIDs
                for id in shown where arrival.changes.contains("\(id) retimed") { remaining[id] = nil }
            case "countdown":
                #expect(arrival.raceIDs == shown)
                // It falls by one a second, whatever else goes on.
                for (id, left) in arrival.remaining { #expect(remaining[id].map { $0 - 1 == left } ?? true) }
                remaining = arrival.remaining
            default: continue
            }
        }
    }

    @Test func `sends the first frame at once, not at the next second`() throws {
        let server = try LiveServer(["--feed", "demo", "--threads", "1"])
        for _ in 0..<3 {
            let stream = try CurlStream(server)
            let first = try #require(stream.wait(for: "countdown", within: 3))
            // Whoever waited for the edge of the second would be told a later second than that of the connection.
            #expect(first.at.timeIntervalSince(stream.startedAt) < 0.9)
            stream.stop()
        }
    }

    @Test func `says the same from every loop, compressed or not`() throws {
        let server = try LiveServer(["--threads", "4"])
        let streams = try (0..<8).map { index in
            try CurlStream(
                server, "/events?category=horse,greyhound&count=7",
                index.isMultiple(of: 2) ? "--compressed" : "--no-compressed")
        }
        var seen: [Int: Set<String>] = [:]
        for stream in streams {
            for _ in 0..<4 {
                let frame = try #require(stream.wait(for: "countdown"))
                seen[frame.now, default: []].insert(frame.event.data)
            }
        }
        #expect(seen.values.allSatisfy { $0.count == 1 })
        #expect(seen.count >= 4)
        server.signal(SIGTERM)
        for stream in streams {
            #expect(stream.wait(for: "bye") != nil)
            // Also says that a compressed body ended as it must.
            #expect(stream.exitStatus() == 0)
        }
    }

    @Test func `ends streams that are old enough, and counts those of an address`() throws {
        let server = try LiveServer(["--max-age", "2", "--max-per-address", "1", "--trusted-proxy", "127.0.0.0/8"])
        let first = try CurlStream(server, "/events", "-H", "X-Forwarded-For: 192.0.2.1")
        #expect(first.wait(for: "countdown") != nil)
        let same = try CurlStream(server, "/events", "-H", "X-Forwarded-For: 192.0.2.1")
        #expect(try #require(same.wait(for: "bye")).member("reason") == "busy")
        let other = try CurlStream(server, "/events", "-H", "X-Forwarded-For: 192.0.2.2")
        #expect(other.wait(for: "countdown") != nil)
        #expect(try #require(first.wait(for: "bye")).member("reason") == "max-age")
        #expect(first.exitStatus() == 0)
    }

    @Test func `shows the time it was told, and says so`() throws {
        let server = try LiveServer(["--now", "2026-01-15T23:59:24Z"])
        let races = try #require(try CurlStream(server).wait(for: "races"))
        #expect((1_768_521_564...1_768_521_570).contains(races.now))
        #expect(races.event.data.contains(#""clock":"shifted""#))
        #expect(try get(server, "/races").contains(#""clock":"shifted""#))
        #expect(server.log.contains { $0.contains("the clock is shifted: it is now 2026-01-15T23:59:2") })
    }

    @Test func `answers the page, its files and errors`() throws {
        let server = try LiveServer([])
        let page = try get(server, "/", "-i")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("Content-Security-Policy: default-src 'none'"))
        #expect(page.contains("<!doctype html>") || page.contains("<!DOCTYPE html>"))
        #expect(try get(server, "/nothing", "-i").contains("404 Not Found"))
        #expect(try get(server, "/events?catgory=horse").contains("The parameter 'catgory' is unknown"))
        #expect(try get(server, "/healthz").hasPrefix(#"{"status":"ok""#))
        #expect(try get(server, "/events", "-I").contains("Content-Type: text/event-stream\r\n"))
    }

    @Test func `reads the public folder again when it is told to`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "public-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "index.html")
        try "one".write(to: page, atomically: true, encoding: .utf8)
        let server = try LiveServer(["--public", folder.path, "--threads", "1"])
        #expect(try get(server, "/") == "one")
        try "two".write(to: page, atomically: true, encoding: .utf8)
        server.signal(SIGHUP)
        #expect(server.waitForLog("the public folder was read again", within: 5) != nil)
        #expect(try get(server, "/") == "two")
        try FileManager.default.removeItem(at: page)
        server.signal(SIGHUP)
        #expect(server.waitForLog("has no index.html", within: 5) != nil)
        #expect(try get(server, "/") == "two")
    }

    @Test func `ends at once at a second signal`() throws {
        let server = try LiveServer(["--drain", "60", "--threads", "1"])
        let stream = try CurlStream(server, "/events", "--limit-rate", "1")
        #expect(stream.wait(for: "feed", within: 10) != nil)
        // A reader that does not move keeps the server for up to a second.
        stream.freeze()
        server.signal(SIGINT)
        #expect(server.waitForLog("shutting down", within: 5) != nil)
        server.signal(SIGINT)
        #expect(server.wait() == 128 + SIGINT)
    }
}

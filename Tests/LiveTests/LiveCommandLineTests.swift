import Foundation
import Glibc
import Testing

@Suite struct `The command line` {
    @Test func `explains itself`() throws {
        let (status, text, errors) = try run(LiveServer.binary, ["--help"])
        #expect(status == 0 && errors.isEmpty)
        #expect(text.hasPrefix("Usage: nexttogo [options]\n"))
    }

    @Test func `names its version and libraries`() throws {
        let (status, text, _) = try run(LiveServer.binary, ["--version"])
        #expect(status == 0)
        #expect(text.contains("nexttogo 0.") && text.contains("libevent 2.1."))
    }

    @Test(arguments: [
        ["--port", "65536"], ["--prot=1"], ["--count=0"], ["--feed", "ftp://x"], ["--now", "today"], ["extra"],
        ["--poll"], ["--redis", "rediss://x"], ["--redis", "redis://x", "--now=2026-01-15T00:00:00Z"],
        ["--host", "localhost"],
    ])
    func `names a mistake and exits with 64`(arguments: [String]) throws {
        let (status, text, errors) = try run(LiveServer.binary, arguments)
        #expect(status == 64 && text.isEmpty)
        let culprit = arguments[0].split(separator: "=")[0]
        #expect(errors.contains(culprit))
        #expect(errors.hasSuffix("Try 'nexttogo --help'.\n"))
    }

    @Test func `takes options from the environment, and a variable's mistake is one too`() throws {
        let (status, _, errors) = try run(LiveServer.binary, [], environment: ["NEXTTOGO_HIDE_AFTER": "-1"])
        #expect(status == 64)
        #expect(errors.contains("--hide-after"))
    }

    @Test func `cannot share a port`() throws {
        let server = try LiveServer([])
        let port = server.address.split(separator: ":").last.map(String.init) ?? ""
        let (status, _, errors) = try run(LiveServer.binary, ["--port", port])
        #expect(status == 1)
        #expect(errors.contains("Address already in use (127.0.0.1:\(port))"))
    }

    @Test(arguments: [
        (["--public", "/nonexistent"], "/nonexistent"), (["--feed", "file:/nonexistent.json"], "/nonexistent.json"),
        (["--feed", "replay:/nonexistent"], "/nonexistent"), (["--host", "192.0.2.1"], "192.0.2.1"),
    ])
    func `says in one line what keeps it from starting`(arguments: [String], culprit: String) throws {
        let (status, _, errors) = try run(LiveServer.binary, ["--port", "0"] + arguments)
        #expect(status == 1)
        #expect(errors.contains(culprit))
        #expect(errors.split(separator: "\n").count == 1)
    }

    @Test func `checks a running server`() throws {
        let server = try LiveServer(["--threads", "1"])
        #expect(try run(LiveServer.binary, ["--check", server.address]).0 == 0)
        #expect(try run(LiveServer.binary, ["--check", server.address + "/"]).0 == 0)
        let (missing, _, text) = try run(LiveServer.binary, ["--check", server.address + "/races"])
        #expect(missing == 1 && text.contains("answered 404"))
        server.signal(SIGTERM)
        #expect(server.wait() == 0)
        let (gone, _, errors) = try run(LiveServer.binary, ["--check", server.address])
        #expect(gone == 1)
        #expect(errors.contains("connection refused"))
    }

    @Test func `logs JSON when asked`() throws {
        let server = try LiveServer(["--log", "json"])
        let line = try #require(server.waitForLog("listening on", within: 1))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        #expect(object?["level"] == "info")
        #expect(object?["message"]?.hasPrefix("listening on http://127.0.0.1:") == true)
    }
}

import HTTPServer
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `Each path` {
    private let harness = LoopHarness()

    @Test(arguments: [
        ("/", "text/html; charset=utf-8"), ("/index.html?count=x&y", "text/html; charset=utf-8"),
        ("/?utm_source=%ff", "text/html; charset=utf-8"), ("/races", "application/json"),
        ("/healthz", "application/json"),
        ("/readyz", "application/json"), ("/metrics", "text/plain; version=0.0.4; charset=utf-8"),
        ("http://a/races", "application/json"), ("/%72aces", "application/json"),
    ])
    func `has an answer`(target: String, type: String) throws {
        let answer = try harness.ask(target)
        #expect(answer.status == 200)
        #expect(answer.field("content-type") == type)
        #expect(answer.field("access-control-allow-origin") == "*")
        #expect(!answer.body.isEmpty)
        let head = try harness.ask(target, method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.field("content-length") == String(answer.body.utf8.count))
        #expect(head.names == answer.names)
    }

    @Test(arguments: [
        "/event", "/events/", "/Events", "/races/", "/races.json", "/healthz/x", "/index.htm", "/../index.html",
        "/..%2Findex.html", "/%2e%2e/index.html", "//", "/events%2F",
    ])
    func `that nobody knows is a problem`(target: String) throws {
        let answer = try harness.ask(target)
        #expect(answer.status == 404)
        #expect(answer.field("content-type") == "application/problem+json")
        #expect(answer.field("connection") == nil)
        #expect(answer.body.hasPrefix(#"{"type":"about:blank","title":"Not Found","status":404,"detail":"Nothing is"#))
    }

    @Test(arguments: [
        ("/races?x=1", "'x'"), ("/races?events=races", "'events'"), ("/races?count=21", "'21'"),
        ("/events?count=0", "'0'"), ("/events.ndjson?category=dogs", "'dogs'"), ("/healthz?count=1", "'count'"),
        ("/readyz?x", "'x'"), ("/metrics?name=x", "'name'"),
        ("/races?count=%ff", "parameter count"), ("/healthz?%ff=1", "parameter %ff"), ("/events?announce=", "''"),
        ("/events?count=1&count=1", "count"), ("/races?category=horse,", "''"), ("/races?count=+5", "' 5'"),
    ])
    func `names what is wrong with its parameters`(target: String, culprit: String) throws {
        for method in ["GET", "HEAD"] {
            let answer = try harness.ask(target, method: method)
            #expect(answer.status == 400)
            #expect(answer.field("content-type") == "application/problem+json")
            #expect(answer.field("connection") == nil)
            #expect(answer.body.contains(culprit) == (method == "GET"))
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
    func `is for reading`(method: String) throws {
        let answer = try harness.ask("/races", method: method)
        #expect(answer.status == 405)
        #expect(answer.field("allow") == "GET, HEAD, OPTIONS")
        #expect(answer.field("connection") == "close")
        #expect(answer.field("access-control-allow-origin") == "*")
    }

    @Test func `is no proxy's`() throws {
        let answer = try harness.ask("a.example:443", method: "CONNECT")
        #expect(answer.status == 405)
        #expect(answer.field("allow") == "GET, HEAD, OPTIONS")
    }

    @Test func `knows no other methods`() throws {
        let answer = try harness.ask("/races", method: "BREW")
        #expect(answer.status == 501)
        #expect(answer.field("allow") == nil)
    }

    @Test func `tells the date each second, the system's one also when the clock is shifted`() throws {
        #expect(try harness.ask("/").field("date") == "Thu, 15 Jan 2026 00:00:01 GMT")
        harness.advance()
        #expect(try harness.ask("/").field("date") == "Thu, 15 Jan 2026 00:00:02 GMT")
        let shifted = LoopHarness(LoopHarness.Setup(shift: 86_400))
        #expect(try shifted.ask("/").field("date") == "Wed, 14 Jan 2026 00:00:01 GMT")
    }

    @Test func `of the page changes with the folder`() throws {
        #expect(try harness.ask("/").body == "<p>")
        harness.service.replaceFiles(StaticFiles(["new.txt": [0x21]]))
        #expect(try harness.ask("/").status == 404)
        #expect(try harness.ask("/new.txt").body == "!")
        let tag = try #require(try harness.ask("/new.txt").field("etag"))
        let answer = try harness.ask("/new.txt", fields: "If-None-Match: \"x\"", "If-None-Match: \(tag)")
        #expect(answer.status == 304 && answer.body.isEmpty)
    }
}

@Suite struct `Pages of other origins` {
    private static let listed = ["https://a.example", "https://b.example:8443", "null"]

    private func answers(_ harness: LoopHarness, _ fields: String...) throws -> [TextAnswer] {
        try ["/", "/races", "/healthz", "/missing", "/races?x=1", "/races?count=%ff"].map { target in
            try TextAnswer(harness.send(target, fields: fields).text)
        }
    }

    @Test(arguments: [[], ["Origin: https://c.example"], ["Origin: null"]])
    func `may all read everything by default`(fields: [String]) throws {
        let harness = LoopHarness()
        for target in ["/", "/races", "/healthz", "/missing", "/races?x=1"] {
            let answer = try TextAnswer(harness.send(target, fields: fields).text)
            #expect(answer.field("access-control-allow-origin") == "*")
            #expect(answer.field("vary") == nil)
        }
    }

    @Test(arguments: listed)
    func `may read when they are listed`(origin: String) throws {
        for answer in try answers(LoopHarness(LoopHarness.Setup(allowOrigins: Self.listed)), "Origin: \(origin)") {
            #expect(answer.field("access-control-allow-origin") == origin)
            #expect(answer.field("vary") == "Origin")
        }
    }

    @Test(arguments: [
        nil, "https://a.example:443", "http://a.example", "https://a.example.evil", "https://A.example", "*", "",
        "https://a.example, https://a.example",
    ])
    func `may not read when they are not listed, which caches are told`(origin: String?) throws {
        let harness = LoopHarness(LoopHarness.Setup(allowOrigins: Self.listed))
        let all = try origin.map { try answers(harness, "Origin: \($0)") } ?? answers(harness)
        for answer in all {
            #expect(answer.field("access-control-allow-origin") == nil)
            #expect(answer.field("vary") == "Origin")
        }
    }

    @Test func `may all read when a star is on the list`() throws {
        let harness = LoopHarness(LoopHarness.Setup(allowOrigins: ["https://a.example", "*"]))
        #expect(try harness.ask("/races", fields: "Origin: https://z").field("access-control-allow-origin") == "*")
    }

    @Test func `learn it also from answers without a body`() throws {
        let harness = LoopHarness(LoopHarness.Setup(allowOrigins: Self.listed))
        for target in ["/", "/races"] {
            let answer = try harness.ask(target, fields: "If-None-Match: *", "Origin: https://a.example")
            #expect(answer.status == 304)
            #expect(answer.names == ["ETag", "Cache-Control", "Access-Control-Allow-Origin", "Vary"])
        }
    }

    @Test(arguments: ["/events", "/races", "/anything", "/events?x=1"])
    func `may ask beforehand`(target: String) throws {
        let answer = try LoopHarness().ask(
            target, method: "OPTIONS", fields: "Origin: https://a.example", "Access-Control-Request-Method: GET",
            "Access-Control-Request-Headers: last-event-id")
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(answer.field("access-control-allow-origin") == "*")
        #expect(answer.field("access-control-allow-methods") == "GET, HEAD")
        #expect(answer.field("access-control-allow-headers") == "Last-Event-ID")
        #expect(answer.field("access-control-max-age") == "86400")
        #expect(answer.field("content-length") == nil)
    }

    @Test func `are told nothing beforehand when they are not listed`() throws {
        let harness = LoopHarness(LoopHarness.Setup(allowOrigins: Self.listed))
        let listed = try harness.ask("/events", method: "OPTIONS", fields: "Origin: https://a.example")
        #expect(listed.field("access-control-allow-origin") == "https://a.example")
        #expect(listed.field("vary") == "Origin")
        let other = try harness.ask("/events", method: "OPTIONS", fields: "Origin: https://c.example")
        #expect(other.field("access-control-allow-origin") == nil)
        #expect(other.field("vary") == "Origin")
    }

    @Test(arguments: [("*", ["Origin: https://a.example"]), ("*", []), ("/events", []), ("http://a", ["Origin: null"])])
    func `are no matter when the methods are asked for`(target: String, fields: [String]) throws {
        let answer = try TextAnswer(LoopHarness().send(target, method: "OPTIONS", fields: fields).text)
        #expect(answer.status == 204)
        #expect(answer.field("allow") == "GET, HEAD, OPTIONS")
        #expect(answer.field("access-control-allow-methods") == nil)
    }
}

import EventLoop
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A connection` {
    struct Persistence: Sendable, CustomTestStringConvertible {
        var version: String
        var option: String?
        var isKept: Bool
        /// What the answer says about it.
        var answered: String?

        var testDescription: String { "\(version) \(option ?? "-")" }
    }

    @Test(arguments: [
        Persistence(version: "1.1", option: nil, isKept: true, answered: nil),
        Persistence(version: "1.1", option: "keep-alive", isKept: true, answered: nil),
        Persistence(version: "1.1", option: "close", isKept: false, answered: "close"),
        Persistence(version: "1.1", option: "keep-alive, Close", isKept: false, answered: "close"),
        Persistence(version: "1.1", option: "closed", isKept: true, answered: nil),
        Persistence(version: "1.7", option: nil, isKept: true, answered: nil),
        Persistence(version: "1.0", option: nil, isKept: false, answered: "close"),
        Persistence(version: "1.0", option: "Keep-Alive", isKept: true, answered: "keep-alive"),
        Persistence(version: "1.0", option: "keep-alive, close", isKept: false, answered: "close"),
        Persistence(version: "1.0", option: "keep", isKept: false, answered: "close"),
    ])
    func `is kept as its version and its client's word say`(row: Persistence) throws {
        let harness = ServerHarness()
        let option = row.option.map { "Connection: \($0)\r\n" } ?? ""
        let peer = harness.connect(sending: "GET /a HTTP/\(row.version)\r\nHost: a\r\n\(option)\r\n")
        #expect(try peer.answer().body == "/a")
        #expect(try peer.answer().field("connection") == row.answered)
        #expect(peer.sawEnd == !row.isKept)
        harness.send("GET /b HTTP/\(row.version)\r\nHost: a\r\n\r\n", from: peer)
        #expect(try peer.answers().map(\.body) == (row.isKept ? ["/a", "/b"] : ["/a"]))
    }

    @Test(arguments: [(1, 1), (2, 2), (100, ConnectionLimits().requestsPerConnection)])
    func `serves so many requests, and says with the last one that it ends`(count: Int, limit: Int) throws {
        var limits = ConnectionLimits()
        limits.requestsPerConnection = limit
        let harness = ServerHarness(limits: limits)
        let peer = harness.connect()
        for number in 1...count {
            #expect(!peer.sawEnd)
            harness.send(get("/\(number)"), from: peer)
        }
        let answers = try peer.answers()
        #expect(answers.map(\.body) == (1...count).map { "/\($0)" })
        #expect(answers.map { $0.field("connection") } == Array(repeating: nil, count: count - 1) + ["close"])
        #expect(peer.sawEnd)
        harness.send(get("/late"), from: peer)
        #expect(harness.handler.requests.count == count)
    }

    @Test func `ends after a hundred requests also when more are sent at once`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: (1...101).map { get("/\($0)") }.joined())
        #expect(try peer.answers().map(\.body) == (1...100).map { "/\($0)" })
        #expect(peer.sawEnd)
        #expect(harness.server.counts.requests == 100)
    }

    @Test func `answers requests that come together in their order`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/1") + get("/2", method: "HEAD") + get("/3"))
        let answers = try peer.answers(to: "GET", "HEAD", "GET")
        #expect(answers.map(\.body) == ["/1", "", "/3"])
        #expect(answers.map { $0.field("content-length") } == ["2", "2", "2"])
    }

    @Test func `answers the same however the bytes are cut`() throws {
        let text = Array((get("/one?a=1") + "\r\n" + get("/two", fields: "Connection: close")).utf8)
        let expected = ServerHarness().connect(sending: String(decoding: text, as: UTF8.self)).text
        #expect(try ReceivedAnswer.all(Array(expected.utf8)).map(\.body) == ["/one", "/two"])
        for cut in 1..<text.count {
            let harness = ServerHarness()
            let peer = harness.connect(sending: String(decoding: text[..<cut], as: UTF8.self))
            harness.send(String(decoding: text[cut...], as: UTF8.self), from: peer)
            #expect(peer.text == expected)
        }
    }

    @Test(arguments: 1...20)
    func `answers the same however client and server take turns`(seed: UInt64) throws {
        let text = Array(((1...9).map { get("/\($0)") }.joined() + get("/10", fields: "Connection: close")).utf8)
        var random = SeededGenerator(seed: seed)
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 0
        var sent = 0
        while !peer.sawEnd {
            let piece = min(Int.random(in: 0..<60, using: &random), text.count - sent)
            peer.send(Array(text[sent..<sent + piece]))
            sent += piece
            peer.window += Int.random(in: 0..<120, using: &random)
            harness.sockets.deliver()
            harness.advance(by: .milliseconds(Int.random(in: 0..<100, using: &random)))
            try #require(!peer.isClosed)
        }
        #expect(try peer.answers().map(\.body) == (1...10).map { "/\($0)" })
    }

    @Test func `answers the same when every byte comes alone`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        for byte in (get("/one") + get("/two", fields: "Connection: close")).utf8 {
            peer.send([byte])
            harness.sockets.deliver()
        }
        #expect(try peer.answers().map(\.body) == ["/one", "/two"])
        #expect(peer.sawEnd)
    }

    @Test func `knows what was asked`() throws {
        let harness = ServerHarness()
        _ = harness.connect(
            sending: get(
                "/a%20b?count=5&x", fields: "Origin: https://a.example", "Last-Event-ID: 7", "If-None-Match: \"x\"",
                "Accept-Encoding: gzip"))
        #expect(harness.handler.requests.count == 1)
        let request = try #require(harness.handler.requests.first)
        #expect(request.method == .get && request.path == "/a b" && request.queryFault == nil)
        #expect(request.parameters.map { "\($0.name)=\($0.value)" } == ["count=5", "x="])
        #expect(request.takesChunks && request.acceptsGzip)
        #expect(request.lastEventID == "7" && request.ifNoneMatch == "\"x\"")
        #expect(request.origin == "https://a.example")
        #expect(request.client == PeerAddress(high: 0, low: 1))
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a:8080\r\n\r\n", "http://a:8080"), ("GET / HTTP/1.0\r\n\r\n", ""),
        ("GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", "http://[::1]"), ("GET / HTTP/1.1\r\nHost:\r\n\r\n", ""),
        ("GET http://b:80/x HTTP/1.1\r\nHost: a\r\n\r\n", "http://b:80"),
    ])
    func `knows by which name the server was asked`(text: String, host: String) {
        let harness = ServerHarness()
        _ = harness.connect(sending: text)
        #expect(harness.handler.requests.map(\.host) == [host])
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\n\r\n", "HEAD / HTTP/1.0\r\nHost:\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `knows the version and what the server is asked as a whole`(text: String) throws {
        let harness = ServerHarness()
        _ = harness.connect(sending: text)
        let request = try #require(harness.handler.requests.first)
        #expect(request.takesChunks == text.contains("HTTP/1.1"))
        #expect(request.path == (text.hasPrefix("OPTIONS") ? "*" : "/"))
        #expect(request.method == (text.hasPrefix("GET") ? .get : text.hasPrefix("HEAD") ? .head : .options))
    }
}

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A request that is refused` {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("\0", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", 405),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("GET /" + String(repeating: "a", count: 4_096), 414), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 8_192), 431),
    ])
    func `is answered with its status, and the connection ends`(text: String, status: Int) throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: text)
        let answer = try peer.answer()
        #expect(answer.status == status)
        #expect(answer.field("connection") == "close")
        #expect(answer.body.hasPrefix("{\"type\":\"about:blank\",\"title\":"))
        #expect(peer.sawEnd)
        #expect(harness.server.counts.refusals == [status: 1])
        #expect(harness.server.counts.requests == 0 && harness.handler.requests.isEmpty)
    }

    @Test func `is answered at its first wrong byte`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: "GET /\t")
        #expect(try peer.answer().status == 400)
    }

    @Test(arguments: ["GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"])
    func `takes those behind it along, not those before it`(text: String) throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/a") + text + get("/b"))
        #expect(try peer.answers().map(\.status) == [200, 400])
        #expect(harness.handler.requests.map(\.path) == ["/a"])
    }

    @Test(arguments: ["HEAD /%ff HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD / HTTP/1.1\r\n\r\n", "HEAD / HTTP/1.1\r\nA : b"])
    func `has no body when it asked for the head alone`(text: String) throws {
        let peer = ServerHarness().connect(sending: text)
        let answer = try peer.answer(to: "HEAD")
        #expect(answer.status == 400)
        #expect(try #require(answer.field("content-length").flatMap { Int($0) }) > 50)
        #expect(peer.text.hasSuffix("\r\n\r\n"))
    }

    @Test func `has no body either when its time is over`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: "HEAD / HTTP/1.1\r\n")
        harness.advance(by: .seconds(10))
        #expect(try peer.answer(to: "HEAD").status == 408)
        #expect(peer.text.hasSuffix("\r\n\r\n"))
    }

    @Test func `for its query alone is the handler's business`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/a?count=%ff"))
        #expect(try peer.answer().status == 200)
        let request = try #require(harness.handler.requests.first)
        #expect(request.parameters.isEmpty)
        #expect(request.queryFault == Problem(status: 400, detail: "The query parameter count is not valid UTF-8."))
    }
}

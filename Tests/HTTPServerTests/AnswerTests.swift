import EventLoop
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `An answer` {
    private static func harness(_ response: Response) -> ServerHarness {
        let harness = ServerHarness()
        harness.handler.reply = { _ in .response(response) }
        return harness
    }

    @Test func `is written to the byte as RFC 9112 says`() {
        let fields = [ResponseField("Content-Type", "text/plain"), ResponseField("Vary", "Origin")]
        let harness = Self.harness(Response(status: 200, fields: fields, body: Array("héllo\n".utf8)))
        let peer = harness.connect(sending: get("/"))
        #expect(
            peer.text == "HTTP/1.1 200 OK\r\nDate: Thu, 15 Jan 2026 00:00:00 GMT\r\nContent-Type: text/plain\r\n"
                + "Vary: Origin\r\nContent-Length: 7\r\n\r\nhéllo\n")
    }

    @Test(arguments: [
        (200, "GET", "5"), (200, "HEAD", "5"), (404, "HEAD", "5"), (503, "GET", "5"), (204, "OPTIONS", nil),
        (204, "GET", nil), (304, "GET", nil), (304, "HEAD", nil),
    ])
    func `has a length where it may have a body, and none where it may not`(
        status: Int, method: String, length: String?
    ) throws {
        let body = status == 204 || status == 304 ? "" : "hello"
        let harness = Self.harness(Response(status: status, body: Array(body.utf8)))
        let peer = harness.connect(sending: get("/", method: method) + get("/", method: method))
        let answers = try peer.answers(to: method, method)
        #expect(answers.map(\.status) == [status, status])
        #expect(answers.map { $0.field("content-length") } == [length, length])
        #expect(answers.map(\.body) == Array(repeating: method == "HEAD" ? "" : body, count: 2))
    }

    @Test(arguments: [204, 304])
    func `without a body has none even when it was given one`(status: Int) throws {
        let harness = Self.harness(Response(status: status, body: [0x21]))
        let peer = harness.connect(sending: get("/"))
        #expect(peer.text.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: ["GET", "HEAD"])
    func `with an empty body says so`(method: String) throws {
        let peer = Self.harness(Response(status: 200)).connect(sending: get("/", method: method))
        #expect(try peer.answer(to: method).field("content-length") == "0")
        #expect(!peer.sawEnd)
    }

    @Test(arguments: HeadError.allCases.map(\.status) + [200, 204, 304, 404, 408, 503])
    func `has a phrase for its status`(status: Int) {
        #expect(ResponseHead.reason(status) != "Unknown")
    }

    @Test func `of any other status still has a phrase`() {
        #expect(ResponseHead.reason(599) == "Unknown")
    }

    @Test func `about a problem is JSON in one line that names it`() {
        let problem = Problem(status: 404, detail: "There is no \"x\".\n")
        let response = problem.response(fields: [ResponseField("Allow", "GET")])
        #expect(response.status == 404)
        let fields = ["Content-Type: application/problem+json", "Cache-Control: no-store", "Allow: GET"]
        #expect(response.fields.map { "\($0.name): \($0.value)" } == fields)
        let body = #"{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no \"x\".\n"}"#
        #expect(String(decoding: response.body, as: UTF8.self) == body + "\n")
    }
}

@Suite struct `A stream` {
    /// What was handed over.
    private final class Taken {
        var descriptor: Descriptor?
        var head = ""
    }

    private let harness = ServerHarness()
    private let taken = Taken()

    init() {
        let taken = taken
        harness.handler.reply = { request in
            guard request.path == "/stream" else { return .response(Response(status: 200, body: [0x21])) }
            return .stream(fields: [ResponseField("Content-Type", "text/event-stream")]) { descriptor, head in
                taken.descriptor = descriptor
                taken.head = String(decoding: head, as: UTF8.self)
            }
        }
    }

    private static let start =
        "HTTP/1.1 200 OK\r\nDate: Thu, 15 Jan 2026 00:00:00 GMT\r\nContent-Type: text/event-stream\r\n"

    @Test(arguments: [
        ("1.1", "Transfer-Encoding: chunked\r\n\r\n"), ("1.0", "Connection: close\r\n\r\n"),
        ("1.9", "Transfer-Encoding: chunked\r\n\r\n"),
    ])
    func `is handed over with a head for the client's version`(version: String, end: String) {
        let peer = harness.connect(sending: "GET /stream HTTP/\(version)\r\nHost: a\r\n\r\n")
        #expect(taken.descriptor == peer.descriptor)
        #expect(taken.head == Self.start + end)
        #expect(peer.received.isEmpty)
    }

    @Test func `is out of the server's hands`() {
        let peer = harness.connect(sending: get("/stream"))
        #expect(harness.server.isIdle)
        harness.send(get("/more"), from: peer)
        harness.advance(by: .seconds(3_600))
        harness.server.stopAccepting()
        #expect(!peer.isClosed && !peer.sawEnd && peer.received.isEmpty)
        #expect(harness.handler.requests.count == 1)
    }

    @Test func `may follow other requests, and what is sent behind it is ignored`() throws {
        let peer = harness.connect(sending: get("/a") + get("/stream") + get("/b"))
        #expect(try peer.answers().map(\.body) == ["!"])
        #expect(taken.descriptor == peer.descriptor)
        #expect(harness.handler.requests.map(\.path) == ["/a", "/stream"])
    }

    @Test func `waits until the answers before it have been taken`() throws {
        let peer = harness.connect()
        peer.window = 1
        harness.send(get("/a") + get("/stream"), from: peer)
        #expect(taken.descriptor == nil)
        peer.window = Int.max
        harness.sockets.deliver()
        #expect(try peer.answers().count == 1)
        #expect(taken.descriptor == peer.descriptor)
    }

    @Test func `goes on for a client that has half-closed`() {
        let peer = harness.connect()
        peer.send(get("/stream"))
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(taken.descriptor == peer.descriptor)
        #expect(!peer.isClosed)
    }

    @Test(arguments: ["1.0", "1.1"])
    func `of which only the head is wanted ends with it`(version: String) throws {
        let peer = harness.connect(sending: "HEAD /stream HTTP/\(version)\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
        #expect(taken.descriptor == nil)
        #expect(peer.text == Self.start + "Connection: close\r\n\r\n")
        #expect(peer.sawEnd)
    }
}

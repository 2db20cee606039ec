import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A client that reads slowly` {
    private static let large = String(repeating: "0123456789", count: 1_000)

    private static func harness() -> ServerHarness {
        let harness = ServerHarness()
        harness.handler.reply = { request in
            let body = request.path == "/large" ? large : request.path
            return .response(Response(status: 200, body: Array(body.utf8)))
        }
        return harness
    }

    @Test(arguments: [1, 2, 999, 9_999])
    func `gets the whole answer, and the next one after it`(window: Int) throws {
        let harness = Self.harness()
        let peer = harness.connect()
        peer.window = 0
        harness.send(get("/large") + get("/next"), from: peer)
        #expect(peer.received.isEmpty)
        for _ in 0...12_000 / window {
            peer.window = window
            harness.sockets.deliver()
        }
        #expect(try peer.answers().map(\.body) == [Self.large, "/next"])
        #expect(!peer.sawEnd)
    }

    @Test func `is not read from, nor asked about, until it has taken its answer`() throws {
        let harness = Self.harness()
        let peer = harness.connect()
        peer.window = 0
        harness.send(get("/1"), from: peer)
        harness.send(String(repeating: get("/2"), count: 10_000), from: peer)
        #expect(harness.handler.requests.count == 1)
        #expect(harness.pendingInput(of: peer) == 0)
        peer.window = Int.max
        harness.sockets.deliver()
        #expect(harness.handler.requests.count == 100)
    }

    @Test func `makes the server hold no more than one read of what it sends meanwhile`() throws {
        let harness = Self.harness()
        let peer = harness.connect()
        peer.window = 0
        harness.send(String(repeating: get("/1"), count: 10_000), from: peer)
        #expect(harness.handler.requests.count == 1)
        #expect(try #require(harness.pendingInput(of: peer)) < 16_384)
    }

    @Test func `gets its last answer whole before the connection ends`() throws {
        let harness = Self.harness()
        let peer = harness.connect()
        peer.window = 10
        harness.send(get("/large", fields: "Connection: close"), from: peer)
        #expect(peer.received.count == 10)
        #expect(!peer.sawEnd)
        peer.window = Int.max
        harness.sockets.deliver()
        #expect(try peer.answer().body == Self.large)
        #expect(peer.sawEnd)
    }

    @Test func `is dropped when it goes away in the middle`() throws {
        let harness = Self.harness()
        let peer = harness.connect()
        peer.window = 10
        harness.send(get("/large"), from: peer)
        peer.close()
        harness.sockets.deliver()
        #expect(peer.isClosed)
        #expect(harness.server.isIdle)
    }
}

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `Patience with a connection` {
    private static let partial = "GET /a HTTP/1.1\r\nHost: a\r\n"
    private static let hair = Duration.nanoseconds(1)

    private static func expectTimeout(_ answer: ReceivedAnswer) {
        #expect(answer.status == 408)
        #expect(answer.field("connection") == "close")
        #expect(answer.field("content-type") == "application/problem+json")
    }

    @Test func `that sends nothing ends ten seconds after accept, in silence`() {
        let harness = ServerHarness()
        let peer = harness.connect()
        harness.advance(by: .seconds(10) - Self.hair)
        #expect(!peer.isClosed)
        harness.advance(by: Self.hair)
        #expect(peer.isClosed)
        #expect(peer.received.isEmpty)
        #expect(harness.server.isIdle)
        #expect(harness.server.counts.timeouts == 1)
    }

    @Test func `that sends half a head ends ten seconds after accept, however its bytes trickle`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        for byte in Self.partial.utf8.prefix(9) {
            harness.advance(by: .seconds(1))
            peer.send([byte])
            harness.sockets.deliver()
        }
        harness.advance(by: .seconds(1) - Self.hair)
        #expect(peer.received.isEmpty)
        harness.advance(by: Self.hair)
        try Self.expectTimeout(peer.answer())
        #expect(harness.server.counts.timeouts == 1)
        #expect(peer.sawEnd)
    }

    @Test func `lasts until the very end of it`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: Self.partial)
        harness.advance(by: .seconds(10) - Self.hair)
        harness.send("\r\n", from: peer)
        #expect(try peer.answer().status == 200)
        harness.advance(by: Self.hair)
        #expect(!peer.sawEnd)
    }

    @Test func `between requests ends after thirty seconds, in silence`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        harness.advance(by: .seconds(9))
        harness.send(get("/a"), from: peer)
        harness.advance(by: .seconds(30) - Self.hair)
        #expect(!peer.isClosed)
        harness.advance(by: Self.hair)
        #expect(peer.isClosed)
        #expect(try peer.answers().count == 1)
    }

    @Test func `on a kept connection is ten seconds from the first byte on`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/a"))
        _ = peer.takeText()
        harness.advance(by: .seconds(29))
        harness.send("G", from: peer)
        harness.advance(by: .seconds(5))
        harness.send("E", from: peer)
        harness.advance(by: .seconds(5) - Self.hair)
        #expect(peer.received.isEmpty)
        harness.advance(by: Self.hair)
        try Self.expectTimeout(peer.answer())
    }

    @Test func `with half a head that came along with another request is ten seconds from the answer on`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 0
        harness.send(get("/a") + Self.partial, from: peer)
        harness.advance(by: .seconds(20))
        peer.window = Int.max
        harness.sockets.deliver()
        harness.advance(by: .seconds(10) - Self.hair)
        #expect(try peer.answers().map(\.body) == ["/a"])
        harness.advance(by: Self.hair)
        try Self.expectTimeout(#require(peer.answers().last))
    }

    @Test func `begins anew with each request`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        for _ in 0..<10 {
            harness.advance(by: .seconds(9))
            harness.send(get("/a"), from: peer)
        }
        #expect(try peer.answers().count == 10)
        #expect(!peer.sawEnd)
    }

    @Test func `that takes nothing of its answer ends after thirty seconds`() {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 5
        harness.send(get("/a"), from: peer)
        harness.advance(by: .seconds(30) - Self.hair)
        #expect(!peer.isClosed)
        harness.advance(by: Self.hair)
        #expect(peer.isClosed)
        #expect(peer.text == "HTTP/")
    }

    @Test func `that takes a byte now and then goes on`() {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 1
        harness.send(get("/a"), from: peer)
        for _ in 0..<5 {
            harness.advance(by: .seconds(30) - Self.hair)
            peer.window = 1
            harness.sockets.deliver()
        }
        #expect(peer.text == "HTTP/1")
        harness.advance(by: .seconds(30))
        #expect(peer.isClosed)
    }

    @Test func `that does not even take a refusal ends too`() {
        let harness = ServerHarness()
        let peer = harness.connect(sending: Self.partial)
        peer.window = 0
        harness.advance(by: .seconds(10))
        #expect(!peer.isClosed)
        harness.advance(by: .seconds(30))
        #expect(peer.isClosed)
        #expect(harness.server.isIdle)
    }

    @Test func `ends for those alone whose time is over`() {
        let harness = ServerHarness()
        let first = harness.connect()
        harness.advance(by: .seconds(5))
        let second = harness.connect()
        harness.advance(by: .seconds(5))
        #expect(first.isClosed && !second.isClosed)
        harness.advance(by: .seconds(5))
        #expect(second.isClosed)
        #expect(harness.sockets.openCount == 0)
    }
}

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `The end of a connection` {
    @Test(arguments: [[], ["/a"], ["/a", "/b"]])
    func `that the client has half-closed comes after its answers`(paths: [String]) throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.send(paths.map { get($0) }.joined())
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(try peer.answers().map(\.body) == paths)
        #expect(peer.isClosed)
        #expect(harness.server.isIdle && harness.closer.isEmpty)
    }

    @Test func `that the client has half-closed waits until it has taken all`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 1
        peer.send(get("/a") + get("/b"))
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(!peer.isClosed)
        peer.window = Int.max
        harness.sockets.deliver()
        #expect(try peer.answers().map(\.body) == ["/a", "/b"])
        #expect(peer.isClosed)
    }

    @Test(arguments: ["G", "GET /a HTTP/1.1\r\nHost: a\r\n\r"])
    func `in the middle of a head needs no answer`(text: String) {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.send(text)
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(peer.isClosed && peer.received.isEmpty)
    }

    @Test func `that the client closes after its answer is just that`() {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/a"))
        #expect(!peer.isClosed)
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(peer.isClosed)
    }

    @Test func `comes when the client is gone before its answer`() {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.send(get("/a"))
        peer.close()
        harness.sockets.deliver()
        #expect(peer.isClosed && peer.received.isEmpty)
        #expect(harness.server.isIdle && harness.closer.isEmpty)
    }

    @Test func `comes when the network fails`() {
        let faults = SocketFaults()
        let harness = ServerHarness(faults: faults)
        let peer = harness.connect()
        faults.broken = [peer.descriptor]
        harness.send(get("/a"), from: peer)
        #expect(peer.isClosed && peer.received.isEmpty)
        #expect(harness.server.isIdle)
    }

    @Test func `is polite: half-close, then wait for the client to close`() throws {
        let harness = ServerHarness()
        let peer = harness.connect(sending: get("/a", fields: "Connection: close"))
        #expect(peer.sawEnd && !peer.isClosed)
        #expect(harness.server.isIdle && !harness.closer.isEmpty)
        peer.finishWriting()
        harness.sockets.deliver()
        #expect(peer.isClosed)
        #expect(harness.closer.isEmpty)
    }

    @Test func `waits one second at most, also for one that goes on sending`() {
        let harness = ServerHarness()
        let silent = harness.connect(sending: get("/a", fields: "Connection: close"))
        let talker = harness.connect(sending: "nonsense\r\n")
        for _ in 0..<9 {
            harness.advance(by: .milliseconds(100))
            harness.send(String(repeating: "x", count: 100_000), from: talker)
        }
        harness.advance(by: .milliseconds(99))
        #expect(!silent.isClosed && !talker.isClosed)
        harness.advance(by: .milliseconds(1))
        #expect(silent.isClosed && talker.isClosed)
        #expect(harness.handler.requests.count == 1)
    }

    @Test func `comes at once for all when the server ends`() {
        let harness = ServerHarness()
        let peers = (0..<3).map { _ in harness.connect(sending: get("/a", fields: "Connection: close")) }
        harness.closer.closeAll()
        #expect(peers.filter(\.isClosed).count == 3)
        #expect(harness.closer.isEmpty)
    }
}

@Suite struct `A server that stops accepting` {
    @Test func `closes its listener and what waits for a request`() {
        let harness = ServerHarness()
        let idle = [harness.connect(), harness.connect(sending: get("/a")), harness.connect(sending: "GET")]
        harness.server.stopAccepting()
        #expect(idle.filter(\.isClosed).count == 3)
        #expect(harness.server.isIdle)
        let late = harness.connect(sending: get("/late"))
        #expect(late.received.isEmpty)
        #expect(harness.server.counts.accepted == 3)
    }

    @Test func `finishes the answers that are under way, and no more`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        peer.window = 3
        harness.send(get("/a") + get("/b"), from: peer)
        harness.server.stopAccepting()
        #expect(!harness.server.isIdle)
        peer.window = Int.max
        harness.sockets.deliver()
        #expect(try peer.answer().body == "/a")
        #expect(peer.sawEnd)
        #expect(harness.server.isIdle)
    }

    @Test func `does not begin again after a pause`() {
        let harness = ServerHarness()
        harness.sockets.descriptorsLeft = 0
        _ = harness.connect()
        harness.server.stopAccepting()
        harness.sockets.descriptorsLeft = 10
        harness.advance(by: .seconds(1))
        #expect(harness.server.counts.accepted == 0)
    }

    @Test func `may be told so twice, or before it began`() {
        let harness = ServerHarness()
        harness.server.stopAccepting()
        harness.server.stopAccepting()
        #expect(harness.server.isIdle)
    }
}

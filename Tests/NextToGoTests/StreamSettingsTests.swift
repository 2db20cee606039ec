import Broadcasting
import EventLoop
import HTTPServer
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `A stream by its settings` {
    private static let paths = ["/events", "/events.ndjson", "/board"]

    @Test(arguments: paths)
    func `is compressed for clients that accept it, and says so`(path: String) throws {
        let peer = LoopHarness().send(path, fields: ["Accept-Encoding: br, gzip"])
        let answer = try TextAnswer(peer.text)
        #expect(answer.status == 200)
        #expect(answer.field("content-encoding") == "gzip")
        #expect(answer.field("vary") == "Accept-Encoding")
        var reader = StreamReader(isCompressed: true)
        reader.feed(peer.received)
        #expect(reader.faults.isEmpty && reader.chunks.joined().count > 100)
    }

    @Test(arguments: paths, ["identity", "gzip;q=0", "br"])
    func `is plain for others`(path: String, codings: String) throws {
        let answer = try LoopHarness().ask(path, fields: "Accept-Encoding: \(codings)")
        #expect(answer.field("content-encoding") == nil)
        #expect(answer.field("vary") == "Accept-Encoding")
    }

    @Test(arguments: paths)
    func `is plain where compression is off, and varies by nothing`(path: String) throws {
        var setup = LoopHarness.Setup()
        setup.streaming.compresses = false
        let answer = try LoopHarness(setup).ask(path, fields: "Accept-Encoding: gzip")
        #expect(answer.status == 200)
        #expect(answer.field("content-encoding") == nil && answer.field("vary") == nil)
    }

    @Test func `shows its coding to HEAD`() throws {
        let answer = try LoopHarness().ask("/events", method: "HEAD", fields: "Accept-Encoding: gzip")
        #expect(answer.field("content-encoding") == "gzip" && answer.body.isEmpty)
    }

    @Test func `has a last second`() {
        var setup = LoopHarness.Setup()
        setup.streaming.limits.maxAge = 5
        let harness = LoopHarness(setup)
        let peer = harness.send("/events")
        for _ in 0..<5 { harness.advance() }
        #expect(peer.sawEnd)
        #expect(peer.text.contains(#"{"reason":"max-age","retry":"#))
    }

    @Test func `is one of as many as an address may have`() throws {
        var setup = LoopHarness.Setup()
        setup.perAddress = 1
        let harness = LoopHarness(setup)
        let (one, two) = (PeerAddress(ipv4: 1), PeerAddress(ipv4: 2))
        _ = harness.send("/events", from: one)
        let second = harness.send("/events", from: one)
        #expect(second.text.contains(#"{"reason":"busy","retry":"#) && second.sawEnd)
        for path in ["/events.ndjson", "/board"] {
            let answer = try TextAnswer(harness.send(path, from: one).text)
            #expect(answer.status == 503 && answer.field("retry-after") == "20")
            #expect(answer.body.contains("from this address"))
        }
        // Short answers go on, and others are none the worse.
        #expect(try TextAnswer(harness.send("/races", from: one).text).status == 200)
        #expect(try TextAnswer(harness.send("/board", from: two).text).status == 200)
        harness.advance()
        #expect(try harness.ask("/metrics").body.contains("nexttogo_streams_refused_total{reason=\"address\"} 3\n"))
    }

    @Test func `is counted for the client that a trusted proxy names`() throws {
        var setup = LoopHarness.Setup()
        setup.perAddress = 1
        setup.streaming.proxies = TrustedProxies([try #require(AddressBlock("10.0.0.0/8"))])
        let harness = LoopHarness(setup)
        let proxy = try #require(PeerAddress("10.0.0.1"))
        func isTaken(_ client: String) -> Bool {
            let peer = harness.send("/events", fields: ["X-Forwarded-For: \(client)"], from: proxy)
            return peer.text.contains("event: races")
        }
        #expect(isTaken("192.0.2.1"))
        #expect(isTaken("192.0.2.2"))
        #expect(!isTaken("192.0.2.1"))
        #expect(!isTaken("203.0.113.9, 192.0.2.1"))
    }

    @Test func `that finds no room is counted in every format`() throws {
        let harness = LoopHarness(LoopHarness.Setup(room: 0))
        for path in Self.paths { _ = harness.send(path) }
        harness.advance()
        #expect(try harness.ask("/metrics").body.contains("nexttogo_streams_refused_total{reason=\"busy\"} 3\n"))
    }
}

import Broadcasting
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `A stream that is asked for` {
    private static let base = TestRaces.base.sinceEpoch
    private let harness = LoopHarness(
        LoopHarness.Setup(races: [TestRaces.race("a", in: 10), TestRaces.race("b", in: 90)]))

    private func stream(_ peer: SimulatedSockets.Peer) -> StreamReader {
        var reader = StreamReader()
        reader.feed(peer.received)
        return reader
    }

    @Test func `has a head that no proxy buffers, and begins at once`() throws {
        let peer = harness.send("/events")
        let answer = try TextAnswer(peer.text)
        #expect(answer.status == 200)
        #expect(
            answer.names == [
                "Content-Type", "Cache-Control", "X-Accel-Buffering", "Access-Control-Allow-Origin", "Vary",
                "Transfer-Encoding",
            ])
        #expect(answer.field("content-type") == "text/event-stream")
        #expect(answer.field("cache-control") == "no-cache, no-transform")
        #expect(answer.field("vary") == "Accept-Encoding")
        #expect(answer.field("x-accel-buffering") == "no")
        #expect(answer.field("transfer-encoding") == "chunked")
        let events = stream(peer).events
        #expect(events.map(\.type) == ["feed", "races", "countdown"])
        #expect(events[2].data.hasPrefix("{\"now\":\(Self.base + 1),"))
        #expect(peer.streamLimits != nil)
    }

    @Test func `brings the seconds as they come`() {
        let peer = harness.send("/events?events=countdown")
        harness.clock.advance(by: .milliseconds(500))
        let later = harness.send("/events?events=countdown")
        harness.advance(by: .milliseconds(500))
        harness.advance()
        #expect(stream(peer).events.map { $0.data.prefix(17) } == (1...3).map { "{\"now\":\(Self.base + $0)" })
        #expect(stream(later).events.map(\.data) == stream(peer).events.map(\.data))
    }

    @Test(arguments: [
        ("/events?events=feed", ["feed"]), ("/events?events=countdown,races", ["races", "countdown"]),
        ("/events?announce=off&events=countdown", ["countdown"]), ("/events?events=announce", []),
    ])
    func `has the kinds of event that are wanted`(target: String, types: [String]) {
        #expect(stream(harness.send(target)).events.map(\.type) == types)
    }

    @Test func `is of the board that is wanted`() {
        #expect(harness.send("/events?count=1").text.contains("\"wanted\":1,"))
        #expect(harness.send("/events.ndjson?category=harness").text.contains("\"races\":[],"))
    }

    @Test func `can be lines of JSON`() throws {
        let peer = harness.send("/events.ndjson")
        #expect(try TextAnswer(peer.text).field("content-type") == "application/x-ndjson")
        let chunks = stream(peer).chunks.map { String(decoding: $0, as: UTF8.self) }
        #expect(chunks.count == 3)
        #expect(chunks.allSatisfy { $0.hasPrefix("{\"event\":\"") && $0.hasSuffix("}\n") })
    }

    @Test func `for an old client ends with its connection`() throws {
        let answer = try TextAnswer(harness.send("/events", version: "1.0").text)
        #expect(answer.field("transfer-encoding") == nil)
        #expect(answer.field("connection") == "close")
        #expect(answer.body.hasPrefix("retry: "))
    }

    @Test(arguments: ["/events", "/events.ndjson"])
    func `of which only the head is wanted takes no place`(target: String) throws {
        let peer = harness.send(target, method: "HEAD")
        let answer = try TextAnswer(peer.text)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(answer.names.contains("X-Accel-Buffering") && answer.field("content-length") == nil)
        #expect(peer.sawEnd)
        harness.advance()
        #expect(harness.watched.isEmpty)
    }

    struct Resumption: Sendable, CustomTestStringConvertible {
        var header: String?
        var query: String?
        /// Whether the client is told what has changed since.
        var isKnown: Bool

        var testDescription: String { "\(header?.prefix(20) ?? "-") / \(query?.prefix(20) ?? "-")" }
    }

    private static let known = String(base + 1)

    @Test(arguments: [
        Resumption(header: nil, query: nil, isKnown: false), Resumption(header: known, query: nil, isKnown: true),
        Resumption(header: nil, query: known, isKnown: true), Resumption(header: known, query: "1", isKnown: true),
        Resumption(header: "1", query: known, isKnown: false), Resumption(header: "x", query: known, isKnown: false),
        Resumption(header: "", query: known, isKnown: false),
        Resumption(header: String(base + 70), query: nil, isKnown: true),
        Resumption(header: String(base + 71), query: nil, isKnown: false),
        Resumption(header: String(base - 1), query: nil, isKnown: false),
        Resumption(header: "-" + known, query: nil, isKnown: false),
        Resumption(header: "+" + known, query: nil, isKnown: false),
        Resumption(header: nil, query: "%2B" + known, isKnown: false),
        Resumption(header: nil, query: known + "%0A", isKnown: false),
        Resumption(header: nil, query: known + "%0Aevent:%20x", isKnown: false),
        Resumption(header: known + ", " + known, query: nil, isKnown: false),
        Resumption(header: String(repeating: "9", count: 4_096), query: nil, isKnown: false),
        Resumption(header: nil, query: String(repeating: "1", count: 4_000), isKnown: false),
    ])
    func `goes on from an id that is known, its header before its parameter, and never fails`(row: Resumption) {
        harness.advance(by: .seconds(69))
        let target = "/events?events=races" + (row.query.map { "&lastEventId=\($0)" } ?? "")
        let peer = harness.send(target, fields: row.header.map { ["Last-Event-ID: \($0)"] } ?? [])
        let events = stream(peer).events
        #expect(events.count == 1)
        #expect(events.first?.lastEventID == String(Self.base + 70))
        #expect(events.first?.data.contains("\"reset\":\(!row.isKnown)") == true)
        let isGone = row.isKnown && row.header != String(Self.base + 70)
        #expect(events.first?.data.contains(#"{"id":"a","change":"expired"}"#) == isGone)
    }

    @Test func `is answered for other origins as everything else`() throws {
        let harness = LoopHarness(LoopHarness.Setup(allowOrigins: ["https://a.example"]))
        let listed = try harness.ask("/events", fields: "Origin: https://a.example")
        #expect(listed.field("access-control-allow-origin") == "https://a.example")
        #expect(listed.field("vary") == "Origin, Accept-Encoding")
        let other = try harness.ask("/events", fields: "Origin: https://b.example")
        #expect(other.field("access-control-allow-origin") == nil)
        #expect(other.field("vary") == "Origin, Accept-Encoding")
    }

    @Test func `may follow other requests on its connection`() {
        let peer = harness.send("/healthz")
        let short = peer.takeText()
        #expect(short.hasPrefix("HTTP/1.1 200 OK"))
        peer.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        harness.sockets.deliver()
        #expect(stream(peer).events.count == 3)
        #expect(!peer.text.contains("<p>"))
    }
}

@Suite struct `When all places are taken` {
    private let harness = LoopHarness(LoopHarness.Setup(room: 1))
    private let first: SimulatedSockets.Peer

    init() {
        first = harness.send("/events")
    }

    @Test func `a browser is told when to come again`() throws {
        let peer = harness.send("/events")
        #expect(try TextAnswer(peer.text).status == 200)
        var reader = StreamReader()
        reader.feed(peer.received)
        #expect(reader.hasEnded && peer.sawEnd)
        #expect(reader.events.map(\.type) == ["bye"])
        #expect(reader.events[0].data.hasPrefix(#"{"reason":"busy","retry":"#))
    }

    @Test func `other clients get an error that says so`() throws {
        let answer = try harness.ask("/events.ndjson")
        #expect(answer.status == 503)
        #expect(answer.field("retry-after") == "20")
        #expect(answer.field("content-type") == "application/problem+json")
        #expect(answer.body.contains("All places for streams are taken"))
        #expect(try harness.ask("/events.ndjson?count=0").status == 400)
    }

    @Test func `short answers go on, and nobody has to leave`() throws {
        #expect(try harness.ask("/races").status == 200)
        let before = first.received.count
        harness.advance()
        #expect(first.received.count > before && !first.isClosed)
    }

    @Test func `the place of one who leaves is free`() throws {
        first.close()
        harness.advance()
        harness.advance()
        #expect(try harness.ask("/events.ndjson").status == 200)
    }
}

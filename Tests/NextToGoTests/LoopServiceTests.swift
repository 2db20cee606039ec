import Broadcasting
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `A loop's service` {
    private static let base = TestRaces.base.sinceEpoch
    private let harness = LoopHarness()

    @Test func `tells which boards are watched when they become others`() {
        let first = harness.send("/events")
        _ = harness.send("/events?events=countdown")
        #expect(harness.watched.isEmpty)
        harness.advance()
        let all = BoardQuery()
        #expect(harness.watched == [[all]])
        let second = harness.send("/events?count=1&category=horse")
        harness.advance()
        harness.advance()
        let horse = BoardQuery(categories: CategorySet(.horse), count: 1)
        #expect(harness.watched == [[all], [all, horse]])
        second.close()
        harness.advance()
        harness.advance()
        #expect(harness.watched == [[all], [all, horse], [all]])
        #expect(!first.isClosed)
    }

    @Test func `measures how late each second was noticed, once`() {
        harness.advance(by: .milliseconds(1_003))
        harness.service.tick(at: harness.clock.wallTime)
        harness.advance(by: .milliseconds(996))
        harness.advance(by: .milliseconds(2))
        #expect(harness.metrics.loopFigures[0].lateness.counts == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        #expect(harness.metrics.loopFigures[0].lateness.sum == .milliseconds(4))
    }

    @Test func `publishes what it is given`() {
        let peer = harness.send("/events?events=races")
        var history = TestRaces.history([TestRaces.race("a", in: 300)])
        history.merge(
            RaceCard(races: [TestRaces.race("c", in: 60)]), polledAt: TestRaces.base + 1, from: TestRaces.base + 2)
        harness.service.publish(history)
        #expect(!peer.text.contains("\"id\":\"c\""))
        harness.advance()
        #expect(peer.text.contains("\"id\":\"c\""))
    }

    @Test(arguments: [(-1, false), (-2, false), (-3, true), (-3_600, true), (5, false)])
    func `waits when its clock is set back a little, and begins anew when it is more`(step: Int, isSetBack: Bool) {
        let peer = harness.send("/events")
        harness.advance(by: .seconds(9))
        _ = peer.takeText()
        harness.clock.stepWallClock(by: step)
        harness.service.tick(at: harness.clock.wallTime)
        harness.sockets.deliver()
        #expect(harness.setBacks == (isSetBack ? [TestRaces.base + 10 + step] : []))
        #expect(peer.received.isEmpty == (step == -1 || step == -2))
        #expect(peer.text.contains("\"reset\":true") == isSetBack)
        harness.advance(by: .seconds(3))
        #expect(peer.text.contains("{\"now\":\(Self.base + 13 + step),"))
    }

    @Test func `keeps time limits`() {
        let silent = harness.sockets.connect()
        harness.sockets.deliver()
        let stream = harness.send("/events")
        let closing = harness.send("/", fields: ["Connection: close"])
        #expect(closing.sawEnd)
        harness.advance()
        #expect(closing.isClosed)
        for _ in 0..<8 { harness.advance() }
        #expect(!silent.isClosed)
        harness.advance()
        #expect(silent.isClosed && silent.received.isEmpty)
        #expect(!stream.isClosed)
    }

    @Test func `says when it is out of descriptors`() {
        harness.sockets.descriptorsLeft = 0
        let peer = harness.send("/")
        #expect(harness.exhaustions == 1)
        harness.sockets.descriptorsLeft = 1
        harness.advance()
        #expect(peer.text.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `says goodbye when it shuts down, and is drained when all have heard it`() {
        let stream = harness.send("/events")
        let lines = harness.send("/events.ndjson", version: "1.0")
        let idle = harness.send("/")
        let slow = harness.sockets.connect()
        slow.window = 5
        slow.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        harness.sockets.deliver()
        #expect(!harness.service.isDrained)
        harness.service.shutDown()
        harness.sockets.deliver()
        #expect(stream.sawEnd && stream.text.hasSuffix("\r\n0\r\n\r\n"))
        #expect(stream.text.contains("event: bye\n") && stream.text.contains(#"data: {"reason":"shutdown","retry":"#))
        #expect(lines.sawEnd && lines.text.contains(#"{"event":"bye","reason":"shutdown","retry":"#))
        #expect(idle.isClosed && !slow.isClosed)
        stream.finishWriting()
        lines.finishWriting()
        harness.sockets.deliver()
        #expect(stream.isClosed && lines.isClosed)
        #expect(!harness.service.isDrained)
        slow.window = Int.max
        harness.sockets.deliver()
        #expect(slow.text.hasSuffix("<p>"))
        harness.advance()
        #expect(slow.isClosed)
        #expect(harness.service.isDrained)
        #expect(harness.sockets.openCount == 0)
    }

    @Test func `takes nobody after it has shut down`() {
        harness.service.shutDown()
        #expect(harness.service.isDrained)
        #expect(harness.send("/events").received.isEmpty)
    }
}

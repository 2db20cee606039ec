import EventLoop
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `A slow reader` {
    /// A listener that has taken its opening and then takes nothing more.
    private func stalled(_ harness: BroadcasterHarness) -> Listener {
        let listener = harness.join()
        _ = listener.news()
        listener.peer.window = 0
        return listener
    }

    @Test func `gets the rest of the frame that was cut, then only the newest`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join()
        _ = listener.news()
        listener.peer.window = 20
        harness.advance(by: 5)
        listener.peer.window = Int.max
        harness.sockets.deliver()
        let news = listener.news()
        #expect(news.map { $0.data.prefix(17) } == [#"{"now":1768435202"#, #"{"now":1768435206"#])
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
        #expect(listener.stream.faults.isEmpty)
    }

    @Test func `loses no change of the board: races are composed anew`() {
        var history = TestRaces.history([TestRaces.race("a", in: -50), TestRaces.race("b", in: 300)])
        history.merge(
            RaceCard(races: [TestRaces.race("b", in: 360), TestRaces.race("c", in: 60)]), polledAt: base + 4,
            from: base + 5)
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = stalled(harness)
        harness.advance(by: 20)
        listener.peer.window = Int.max
        harness.sockets.deliver()
        let news = listener.news()
        #expect(news.map(\.type) == ["countdown", "races", "countdown"])
        #expect(
            news[1].data.hasSuffix(
                #""changes":[{"id":"c","change":"added"},{"id":"b","change":"retimed","from":1768435500},"#
                    + #"{"id":"a","change":"expired"}],"reset":false}"#))
    }

    @Test func `never sees the same second twice, nor time fall`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listener = harness.join()
        var seconds: [Int] = []
        for step in 0..<200 {
            listener.peer.window = [0, 3, 150, 1_000, 40][step % 5]
            harness.sockets.deliver()
            if step.isMultiple(of: 3) { harness.advance() }
        }
        listener.peer.window = Int.max
        harness.sockets.deliver()
        seconds = listener.stream.events("countdown").compactMap { Int($0.data.dropFirst(7).prefix(10)) }
        #expect(seconds.count > 20)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy(<))
        #expect(listener.stream.faults.isEmpty)
    }

    @Test func `is closed when its queue has not moved for thirty seconds`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 3_000)]))
        let listener = stalled(harness)
        let other = harness.join()
        harness.advance(by: 30)
        #expect(!listener.peer.sawEnd)
        harness.advance()
        #expect(listener.peer.sawEnd)
        #expect(listener.news().isEmpty)
        #expect(harness.broadcaster.counts.closedSlow == 1)
        #expect(harness.broadcaster.subscriberCount == 1)
        #expect(other.stream.events("countdown").count == 32)
    }

    @Test func `that takes bytes only when it is given up is told why`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 3_000)]))
        let listener = stalled(harness)
        harness.advance(by: 30)
        // Room that the loop was not told of in time.
        listener.peer.window = Int.max
        harness.broadcaster.advance(to: harness.second + 1)
        let news = listener.news()
        #expect(news.map(\.type) == ["countdown", "bye"])
        #expect(news.last?.data.hasPrefix(#"{"reason":"slow","retry":"#) == true)
        #expect(listener.stream.hasEnded && listener.stream.faults.isEmpty)
    }

    @Test(arguments: [true, false])
    func `that the kernel gives up counts as slow`(isRead: Bool) {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 3_000)]))
        let listener = harness.join()
        listener.peer.hasTimedOut = true
        if isRead { harness.sockets.deliver() } else { harness.broadcaster.advance(to: harness.second + 1) }
        #expect(listener.peer.isClosed)
        #expect(harness.broadcaster.counts.closedSlow == 1 && harness.broadcaster.counts.closedByPeer == 0)
    }

    @Test func `does not hold up the others`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let slow = (0..<5).map { _ in stalled(harness) }
        let quick = harness.join()
        _ = quick.news()
        harness.advance(by: 10)
        #expect(quick.news().count == 10)
        #expect(harness.broadcaster.counts.conflated == 5 * 9)
        #expect(slow.allSatisfy { $0.news().isEmpty })
    }

    @Test func `asks the kernel to hold little for it`() {
        let harness = BroadcasterHarness(TestRaces.history([]))
        let listener = harness.join()
        #expect(listener.peer.streamLimits?.sendBufferBytes == 16_384)
        #expect(listener.peer.streamLimits?.unacknowledgedMilliseconds == 30_000)
    }
}

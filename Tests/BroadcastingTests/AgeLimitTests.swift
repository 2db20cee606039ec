import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `A stream that grows old` {
    private func harness(maxAge: Int) -> BroadcasterHarness {
        var limits = BroadcastLimits()
        limits.maxAge = maxAge
        return BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 3_000)]), limits: limits)
    }

    @Test(arguments: [StreamQuery(), StreamQuery(coding: .gzip)])
    func `is told goodbye within a tenth of its age, after the frame of that second`(query: StreamQuery) {
        let harness = harness(maxAge: 100)
        let listeners = (0..<60).map { _ in harness.join(query) }
        for listener in listeners { _ = listener.news() }
        var ends: [Int] = []
        for second in 1...111 {
            harness.advance()
            for listener in listeners where listener.peer.sawEnd && listener.stream.hasEnded {
                let news = listener.news()
                guard !news.isEmpty else { continue }
                ends.append(second)
                #expect(news.suffix(2).map(\.type) == ["countdown", "bye"])
                #expect(news.last?.data.hasPrefix(#"{"reason":"max-age","retry":"#) == true)
                #expect((2_000...5_000).contains(listener.stream.parser.retry ?? 0))
                #expect(listener.stream.faults.isEmpty)
            }
        }
        #expect(ends.count == 60)
        #expect(ends.min() ?? 0 >= 91 && ends.max() ?? 999 <= 110)
        #expect(Set(ends).count > 10)
        #expect(harness.broadcaster.counts.closedMaxAge == 60)
        #expect(harness.broadcaster.subscriberCount == 0)
    }

    @Test(arguments: [(1, 1...1), (9, 9...9), (10, 10...11), (15, 15...16), (100, 91...110), (3_600, 3_241...3_960)])
    func `has an end that is spread by a tenth, counted from any moment of its first second`(
        maxAge: Int, range: ClosedRange<Int>
    ) {
        var random = SplitMix64(seed: 1)
        let ends = (0..<2_000).map { _ in AgeLimit.end(from: base, maxAge: maxAge, random: &random) - base.sinceEpoch }
        #expect(ends.allSatisfy(range.contains))
        #expect(ends.contains(range.lowerBound) || range.count > 100)
    }

    @Test func `never ends where there is no limit`() {
        let harness = harness(maxAge: 0)
        let listener = harness.join()
        harness.advance(by: 300)
        #expect(!listener.peer.sawEnd)
    }

    @Test func `is not ended for one that had its socket before`() {
        let harness = harness(maxAge: 10)
        let first = harness.join()
        harness.advance(by: 5)
        first.peer.close()
        harness.advance(by: 2)
        let second = harness.join()
        harness.advance(by: 6)
        #expect(!second.peer.sawEnd)
        harness.advance(by: 5)
        #expect(second.peer.sawEnd)
    }

    @Test func `stays as old when the clock is set back`() {
        let harness = harness(maxAge: 10)
        let listener = harness.join()
        harness.advance(by: 5)
        harness.broadcaster.setBack(to: base - 5_000)
        for second in 1...6 { harness.broadcaster.advance(to: base - 5_000 + second) }
        #expect(listener.peer.sawEnd)
    }

    @Test func `that lags is told after what was cut off`() {
        let harness = harness(maxAge: 10)
        let listener = harness.join()
        harness.advance(by: 3)
        listener.peer.window = 20
        harness.advance(by: 3)
        listener.peer.window = Int.max
        for _ in 0..<6 { harness.broadcaster.advance(to: harness.second + 6) }
        #expect(listener.stream.events.suffix(2).map(\.type) == ["countdown", "bye"])
        #expect(listener.stream.faults.isEmpty)
    }
}

import EventLoop
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

@Suite struct `The end of a stream` {
    @Test func `at a shutdown is a bye, the last chunk and a close`() {
        let harness = BroadcasterHarness(TestRaces.history([TestRaces.race("a", in: 300)]))
        let listeners = (0..<30).map { _ in harness.join() }
        for listener in listeners { _ = listener.news() }
        harness.broadcaster.shutDown()
        var retries: Set<Int?> = []
        for listener in listeners {
            let news = listener.news()
            #expect(news.map(\.type) == ["bye"])
            #expect(news[0].data.hasPrefix(#"{"reason":"shutdown","retry":"#))
            let retry = listener.stream.parser.retry
            #expect(news[0].data.hasSuffix("\(retry ?? 0)}"))
            retries.insert(retry)
            #expect(listener.stream.hasEnded)
            #expect(listener.peer.sawEnd)
        }
        #expect(retries.allSatisfy { (1_000...15_000).contains($0 ?? 0) })
        #expect(retries.count > 20)
        #expect(harness.broadcaster.subscriberCount == 0)
        #expect(!harness.room.isFull)
    }

    @Test func `for one that finds no room is a whole short stream with busy`() {
        let harness = BroadcasterHarness(TestRaces.history([]), room: 2)
        let first = harness.join()
        let second = harness.join()
        let third = harness.join()
        #expect(third.stream.head == "HEAD\r\n\r\n")
        #expect(third.stream.events.map(\.type) == ["bye"])
        #expect(third.stream.events[0].data.hasPrefix(#"{"reason":"busy","retry":"#))
        #expect((10_000...30_000).contains(third.stream.parser.retry ?? 0))
        #expect(third.stream.hasEnded && third.peer.sawEnd)
        #expect(harness.broadcaster.counts.refusedBusy == 1)
        harness.advance()
        #expect(!first.peer.isClosed && !second.peer.isClosed)
        first.peer.close()
        harness.advance(by: 2)
        let fourth = harness.join()
        #expect(fourth.stream.events.map(\.type) == ["feed", "races", "countdown"])
    }
}

@Suite struct `Time that does not run evenly` {
    private let history = TestRaces.history([TestRaces.race("a", in: -30), TestRaces.race("b", in: 300)])

    @Test func `after a stall brings the current second alone`() {
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = harness.join()
        _ = listener.news()
        harness.jump(to: base + 12)
        let news = listener.news()
        #expect(news.map(\.type) == ["countdown"])
        #expect(news[0].data.hasPrefix(#"{"now":1768435212,"#))
    }

    @Test func `stepped forward brings the new second and what it changed`() {
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = harness.join()
        _ = listener.news()
        harness.jump(to: base + 92)
        let news = listener.news()
        #expect(news.map(\.type) == ["feed", "races", "countdown"])
        #expect(news[1].data.contains(#"{"id":"a","change":"expired"}"#))
    }

    @Test func `set back begins anew, slow readers too`() {
        let harness = BroadcasterHarness(history, at: base + 40)
        let quick = harness.join()
        let slow = harness.join()
        _ = (quick.news(), slow.news())
        slow.peer.window = 0
        harness.advance()
        _ = quick.news()
        harness.broadcaster.setBack(to: base - 3_000)
        let news = quick.news()
        // What lets `now` fall comes before all that has fallen.
        #expect(news.map(\.type) == ["races", "feed", "countdown"])
        #expect(news[0].data.hasSuffix(#""changes":[],"reset":true}"#))
        #expect(news[0].data.contains(#""revision":\#((base - 3_000).sinceEpoch),"#))
        #expect(news[0].data.contains(#""id":"a""#))
        slow.peer.window = Int.max
        harness.sockets.deliver()
        let late = slow.news()
        #expect(late.map(\.type) == ["countdown", "races", "feed", "countdown"])
        #expect(late[1].data.hasSuffix(#""reset":true}"#))
    }

    @Test func `set back after others had noticed begins anew once`() {
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = harness.join()
        _ = listener.news()
        let earlier = base - 3_000
        harness.broadcaster.publish(history.rebased(at: earlier))
        harness.broadcaster.setBack(to: earlier + 3)
        #expect(listener.newTypes() == ["races", "feed", "countdown"])
        harness.broadcaster.advance(to: earlier + 4)
        #expect(listener.newTypes() == ["countdown"])
    }

    @Test func `news that come after their second has begun here are told with the next frame`() {
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = harness.join()
        _ = listener.news()
        var late = history
        late.merge(RaceCard(races: [TestRaces.race("b", in: 360)]), polledAt: base + 1, from: base + 2)
        harness.broadcaster.publish(late)
        // Who joins meanwhile is shown what the others have.
        let newcomer = harness.join()
        #expect(newcomer.news()[1].data.contains(#""revision":\#((base + 1).sinceEpoch),"#))
        harness.advance()
        for news in [listener.news(), newcomer.news()] {
            #expect(news.map(\.type) == ["races", "countdown"])
            #expect(
                news[0].data.hasSuffix(#""changes":[{"id":"b","change":"retimed","from":1768435500}],"reset":false}"#))
            #expect(news[0].lastEventID == String((base + 2).sinceEpoch))
        }
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }

    @Test func `late news that change nothing shown go unnoticed`() {
        let harness = BroadcasterHarness(history, at: base + 2)
        let listener = harness.join()
        _ = listener.news()
        var late = history
        late.fail("no answer", from: base + 2)
        harness.broadcaster.publish(late)
        harness.advance()
        #expect(listener.newTypes() == ["countdown"])
    }
}

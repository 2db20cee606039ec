import Broadcasting
import HTTPServer
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `The health of a server` {
    @Test func `is good while every loop turns`() throws {
        let harness = LoopHarness(LoopHarness.Setup(others: [LoopPulse(name: "feed", now: .zero)]))
        let answer = try harness.ask("/healthz")
        #expect(answer.status == 200)
        #expect(answer.body == #"{"status":"ok","loops":2}"# + "\n")
        #expect(answer.field("cache-control") == "no-store")
    }

    @Test func `names the loop that has not turned for three seconds`() throws {
        let feed = LoopPulse(name: "feed", now: .zero)
        let harness = LoopHarness(LoopHarness.Setup(others: [feed]))
        harness.advance(by: .milliseconds(2_999))
        #expect(try harness.ask("/healthz").status == 200)
        harness.advance(by: .milliseconds(1))
        let answer = try harness.ask("/healthz")
        #expect(answer.status == 503)
        #expect(answer.field("content-type") == "application/problem+json")
        #expect(answer.body.contains("The loop 'feed' has not turned for 3 s."))
        feed.beat(at: harness.clock.now.offset)
        #expect(try harness.ask("/healthz").status == 200)
    }

    @Test func `is kept by the ticks of the loop, not by its requests`() throws {
        let harness = LoopHarness()
        harness.clock.advance(by: .seconds(3))
        let answer = try harness.ask("/healthz")
        #expect(answer.status == 503)
        #expect(answer.body.contains("'serving 1'"))
        harness.service.tick(at: harness.clock.wallTime)
        #expect(try harness.ask("/healthz").status == 200)
    }
}

@Suite struct `A server is ready` {
    private func reason(_ harness: LoopHarness) throws -> String? {
        let answer = try harness.ask("/readyz")
        #expect(answer.field("cache-control") == "no-store")
        if answer.status == 200 {
            #expect(answer.body == #"{"status":"ready"}"# + "\n")
            return nil
        }
        #expect(answer.status == 503)
        #expect(answer.field("content-type") == "application/problem+json")
        let start = try #require(answer.body.firstRange(of: "\"detail\":\""))
        return String(answer.body[start.upperBound...].dropLast(3))
    }

    @Test func `while its card is younger than the limit`() throws {
        let harness = LoopHarness()
        harness.advance(by: .seconds(59))
        #expect(try reason(harness) == nil)
        harness.advance(by: .seconds(1))
        #expect(try reason(harness) == "The feed is stale.")
    }

    @Test func `not before there is a card, with the reason`() throws {
        let rules = CardHistory.Rules(hideAfter: 60, staleAfter: 60)
        let origin = FeedOrigin(source: .url, clock: .system)
        var history = CardHistory(startingAt: TestRaces.base, rules: rules, origin: origin)
        #expect(try reason(LoopHarness(LoopHarness.Setup(history: history))) == "The feed is starting.")
        history.fail("the feed answered 500", from: TestRaces.base + 1)
        let harness = LoopHarness(LoopHarness.Setup(history: history))
        #expect(try reason(harness) == "The feed is starting: the feed answered 500.")
        harness.advance(by: .seconds(60))
        #expect(try reason(harness) == "The feed is down: the feed answered 500.")
    }

    @Test func `while there is room for a stream`() throws {
        let harness = LoopHarness(LoopHarness.Setup(room: 1))
        #expect(try reason(harness) == nil)
        let peer = harness.send("/events")
        #expect(try reason(harness) == "All 1 places for streams are taken.")
        peer.close()
        harness.advance()
        harness.advance()
        #expect(try reason(harness) == nil)
    }
}

import Broadcasting
import HTTPServer
import Racing
import TestSupport
import Testing

@testable import Feeds
@testable import NextToGo

@Suite struct `The metrics` {
    private let harness = LoopHarness(LoopHarness.Setup(room: 3))

    /// The samples by name and labels, as of the last tick.
    private func samples() throws -> [String: Double] {
        try harness.ask("/metrics").body.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .reduce(into: [:]) { samples, line in
                let space = try #require(line.lastIndex(of: " "))
                let value = try #require(Double(line[line.index(after: space)...]))
                #expect(samples.updateValue(value, forKey: String(line[..<space])) == nil)
            }
    }

    @Test func `are in families, each with one line of help and one type before its samples`() throws {
        let answer = try harness.ask("/metrics")
        #expect(answer.body.hasSuffix("\n"))
        var families: Set<String> = []
        var name = ""
        var type = ""
        for line in answer.body.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("# HELP ") {
                name = words[2]
                #expect(families.insert(name).inserted)
                #expect(name.hasPrefix("nexttogo_") && words.count > 4)
            } else if line.hasPrefix("# TYPE ") {
                type = words[3]
                #expect(words[2] == name && ["counter", "gauge", "histogram"].contains(type))
                #expect(name.hasSuffix("_total") == (type == "counter"))
            } else {
                let sample = line.prefix { $0 != "{" && $0 != " " }
                #expect(type == "histogram" ? sample.hasPrefix(name + "_") : sample == name)
            }
        }
        #expect(families.count > 15)
    }

    @Test func `count streams, frames and connections as of the last second`() throws {
        let first = harness.send("/events")
        _ = harness.send("/events.ndjson")
        _ = harness.send("/events", version: "1.0")
        _ = harness.send("/events")
        _ = harness.send("/", method: "POST")
        harness.advance()
        first.close()
        harness.advance()
        let samples = try samples()
        #expect(samples[#"nexttogo_subscribers{format="sse"}"#] == 1)
        #expect(samples[#"nexttogo_subscribers{format="ndjson"}"#] == 1)
        #expect(samples["nexttogo_subscribers_limit"] == 3)
        #expect(samples["nexttogo_loops"] == 1)
        #expect(samples["nexttogo_frames_total"] == 3)
        #expect(samples["nexttogo_streams_opened_total"] == 3)
        #expect(samples[#"nexttogo_streams_refused_total{reason="busy"}"#] == 1)
        #expect(samples[#"nexttogo_streams_closed_total{reason="peer"}"#] == 1)
        #expect(samples["nexttogo_deliveries_total"] == 5)
        #expect(samples["nexttogo_connections_total"] == 5)
        #expect(samples["nexttogo_requests_total"] == 4)
        #expect(samples[#"nexttogo_requests_refused_total{status="405"}"#] == 1)
        #expect(samples["nexttogo_accept_pauses_total"] == 0)
    }

    @Test func `add up over loops`() throws {
        let metrics = Metrics(loops: 2)
        for loop in 0...1 {
            var figures = Metrics.LoopFigures()
            figures.broadcast.frames = 10 + loop
            figures.http.refusals = [400: 1 + loop, 405 + loop: 1]
            figures.subscribers = ["sse": 5 + loop]
            figures.lateness.note(.milliseconds(3 + loop))
            metrics.put(figures, of: loop)
        }
        let status = FeedStatus(state: .stale, ageSeconds: 61, since: TestRaces.base, reason: nil)
        let page = MetricsPage.text(metrics, history: MetricsPage.HistoryFigures(status: status), limit: 9, now: .zero)
        for line in [
            "nexttogo_frames_total 21", "nexttogo_loops 2", "nexttogo_subscribers{format=\"sse\"} 11",
            "nexttogo_requests_refused_total{status=\"400\"} 3", "nexttogo_requests_refused_total{status=\"405\"} 1",
            "nexttogo_requests_refused_total{status=\"406\"} 1", "nexttogo_card_age_seconds 61",
            "nexttogo_feed_state{state=\"stale\"} 1", "nexttogo_feed_state{state=\"fresh\"} 0",
            "nexttogo_tick_lateness_seconds_bucket{le=\"0.002\"} 0",
            "nexttogo_tick_lateness_seconds_bucket{le=\"0.005\"} 2",
            "nexttogo_tick_lateness_seconds_bucket{le=\"+Inf\"} 2",
            "nexttogo_tick_lateness_seconds_sum 0.007", "nexttogo_tick_lateness_seconds_count 2",
        ] { #expect(page.contains("\n\(line)\n")) }
        let starting = FeedStatus(state: .starting, ageSeconds: nil, since: TestRaces.base, reason: nil)
        #expect(
            !MetricsPage.text(metrics, history: MetricsPage.HistoryFigures(status: starting), limit: 9, now: .zero)
                .contains("nexttogo_card_age_seconds"))
    }

    @Test func `count polls by their outcome, and skipped races by reason`() {
        let metrics = Metrics(loops: 1)
        let skipped = [SkippedRace(key: "a", reason: .noID), SkippedRace(key: "b", reason: .noID)]
        metrics.count(PollReport(outcome: .changed(races: 5), skipped: skipped))
        metrics.count(PollReport(outcome: .unchanged))
        metrics.count(PollReport(outcome: .failed("x", waits: .seconds(1))))
        metrics.count(PollReport(outcome: .failed("y", waits: .seconds(1))))
        let status = FeedStatus(state: .fresh, ageSeconds: 0, since: TestRaces.base, reason: nil)
        let page = MetricsPage.text(metrics, history: MetricsPage.HistoryFigures(status: status), limit: 1, now: .zero)
        for line in [
            "nexttogo_polls_total{outcome=\"changed\"} 1", "nexttogo_polls_total{outcome=\"unchanged\"} 1",
            "nexttogo_polls_total{outcome=\"failed\"} 2", "nexttogo_races_skipped_total{reason=\"no_id\"} 2",
            "nexttogo_races_skipped_total{reason=\"no_start\"} 0", "nexttogo_card_age_seconds 0",
        ] { #expect(page.contains("\n\(line)\n")) }
    }

    @Test func `say what room the history takes, how far it reaches, and what it had to forget`() throws {
        let metrics = Metrics(loops: 1)
        metrics.count(PollReport(outcome: .changed(races: 1), forgotten: CardHistory.Forgotten(cards: 3, races: 5)))
        metrics.count(PollReport(outcome: .changed(races: 1), forgotten: CardHistory.Forgotten(cards: 4)))
        let history = TestRaces.history([TestRaces.race("a", in: 300)])
        let page = MetricsPage.text(
            metrics, history: MetricsPage.HistoryFigures(history, at: TestRaces.base + 90), limit: 1, now: .zero)
        for line in [
            "nexttogo_history_bytes \(history.weight)", "nexttogo_history_limit_bytes 67108864",
            "nexttogo_history_seconds 90", "nexttogo_history_forgotten_total{what=\"card\"} 7",
            "nexttogo_history_forgotten_total{what=\"race\"} 5",
        ] { #expect(page.contains("\n\(line)\n")) }
        #expect(try samples()["nexttogo_history_bytes"] ?? 0 > 0)
    }

    @Test(arguments: [
        (Duration.zero, 0), (.milliseconds(1), 0), (.nanoseconds(1_000_001), 1), (.milliseconds(2), 1),
        (.milliseconds(50), 5), (.milliseconds(500), 8), (.nanoseconds(500_000_001), 9), (.milliseconds(999), 9),
    ])
    func `put lateness into the bucket whose bound it does not exceed`(lateness: Duration, bucket: Int) {
        var histogram = LatenessHistogram()
        histogram.note(lateness)
        #expect(histogram.counts.firstIndex(of: 1) == bucket)
        #expect(histogram.counts.reduce(0, +) == 1)
        #expect(histogram.sum == lateness)
    }
}

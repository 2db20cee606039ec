import Cluster
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `A node's standing` {
    private let metrics = Metrics(loops: 1)

    private var page: String {
        let status = FeedStatus(state: .fresh, ageSeconds: 0, since: TestRaces.base, reason: nil)
        return MetricsPage.text(
            metrics, history: MetricsPage.HistoryFigures(status: status), limit: 1, now: .zero)
    }

    @Test func `is in the metrics only when there are others`() {
        #expect(!page.contains("nexttogo_cluster") && !page.contains("nexttogo_redis"))
        metrics.cluster.begin()
        #expect(page.contains("\nnexttogo_cluster_role{role=\"joining\"} 1\n"))
        #expect(!page.contains("skew"))
        for report: ClusterReport in [
            .connected, .role(.polling), .skew(.milliseconds(-12), isInStep: true), .published(bytes: 70), .fenced,
            .adopted, .adopted, .passedOver, .refusedEntry("x"), .lost("y"), .stillLost,
        ] { metrics.cluster.count(report) }
        for line in [
            "nexttogo_cluster_role{role=\"joining\"} 0", "nexttogo_cluster_role{role=\"polling\"} 1",
            "nexttogo_redis_up 0", "nexttogo_redis_failures_total 2", "nexttogo_redis_skew_milliseconds -12",
            "nexttogo_cluster_histories_total{outcome=\"published\"} 1",
            "nexttogo_cluster_histories_total{outcome=\"fenced\"} 1",
            "nexttogo_cluster_histories_total{outcome=\"adopted\"} 2",
            "nexttogo_cluster_histories_total{outcome=\"older\"} 1",
            "nexttogo_cluster_histories_total{outcome=\"refused\"} 1", "nexttogo_cluster_history_bytes 70",
        ] { #expect(page.contains("\n\(line)\n")) }
    }

    @Test(arguments: [
        (Duration.milliseconds(1_260), "1.3"), (.milliseconds(-61_000), "-61.0"), (.milliseconds(-1_049), "-1.0"),
    ])
    func `makes it not ready when its clock is off`(skew: Duration, shown: String) throws {
        let harness = LoopHarness()
        #expect(try harness.ask("/readyz").status == 200)
        harness.metrics.cluster.count(.skew(skew, isInStep: false))
        let answer = try harness.ask("/readyz")
        #expect(answer.status == 503)
        #expect(answer.body.contains("The clock is \(shown) s off that of Redis."))
        harness.metrics.cluster.count(.skew(.milliseconds(900), isInStep: true))
        #expect(try harness.ask("/readyz").status == 200)
    }

    @Test func `is told in the log when it changes`() {
        let kept = KeptLog()
        let log = ClusterLog(log: kept.log(), server: "h:1")
        for report: ClusterReport in [
            .role(.joining), .lost("a"), .stillLost, .role(.alone), .lost("b"), .connected, .role(.following),
            .refusedEntry("x"), .refusedEntry("x"), .adopted, .refusedEntry("x"), .role(.polling), .fenced, .passedOver,
            .published(bytes: 1), .skew(.zero, isInStep: true),
        ] { log(report) }
        #expect(
            kept.take().map { $0.dropFirst("2026-01-15T00:00:00Z ".count) } == [
                "warning: cluster: Redis at h:1 is away: a\n", "warning: cluster: polling for this node alone\n",
                "warning: cluster: Redis at h:1 is away: b\n", "info: cluster: Redis at h:1 answers\n",
                "info: cluster: following the node that polls\n",
                "warning: cluster: an entry cannot be used: x\n", "warning: cluster: an entry cannot be used: x\n",
                "info: cluster: polling for all nodes\n",
            ])
    }
}

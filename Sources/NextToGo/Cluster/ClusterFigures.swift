internal import Cluster
internal import Synchronization

/// How this node stands among the others, for the metrics and `/readyz`.
final class ClusterFigures: Sendable {
    struct Figures: Sendable {
        var role = NodeRole.joining
        var isConnected = false
        /// The clock of this node less that of Redis; nil before the first answer.
        var skew: Duration?
        var isInStep = true
        var published = 0
        var adopted = 0
        var passedOver = 0
        var fenced = 0
        var refused = 0
        var failures = 0
        /// Bytes of the history that was published last.
        var bytes = 0
    }

    private let state = Mutex<Figures?>(nil)

    /// nil unless there are other nodes.
    var figures: Figures? { state.withLock { $0 } }

    /// There is a cluster from now on.
    func begin() { state.withLock { $0 = $0 ?? Figures() } }

    func count(_ report: ClusterReport) {
        state.withLock { state in
            var figures = state ?? Figures()
            switch report {
            case .role(let role): figures.role = role
            case .connected: figures.isConnected = true
            case .lost, .stillLost:
                figures.isConnected = false
                figures.failures += 1
            case .skew(let skew, let isInStep):
                figures.skew = skew
                figures.isInStep = isInStep
            case .published(let bytes):
                figures.published += 1
                figures.bytes = bytes
            case .fenced: figures.fenced += 1
            case .adopted: figures.adopted += 1
            case .passedOver: figures.passedOver += 1
            case .refusedEntry: figures.refused += 1
            }
            state = figures
        }
    }
}

extension ClusterFigures.Figures {
    /// Why the node is not ready for clients, if its clock is why; seconds to a tenth.
    var clockFault: String? {
        guard !isInStep, let skew else { return nil }
        let tenths = Int((skew / .milliseconds(100)).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

extension MetricsPage {
    mutating func write(_ cluster: ClusterFigures.Figures?) {
        guard let cluster else { return }
        family(
            "nexttogo_cluster_role", "gauge", "1 for the role that this node has.",
            NodeRole.allCases.map { ([("role", $0.rawValue)], $0 == cluster.role ? 1 : 0) })
        value("nexttogo_redis_up", "gauge", "Whether Redis answers.", cluster.isConnected ? 1 : 0)
        value("nexttogo_redis_failures_total", "counter", "Times that Redis did not answer.", cluster.failures)
        if let skew = cluster.skew {
            value(
                "nexttogo_redis_skew_milliseconds", "gauge", "The clock of this node less that of Redis.",
                Int(skew / .milliseconds(1)))
        }
        family(
            "nexttogo_cluster_histories_total", "counter", "Histories sent to or come from other nodes, by outcome.",
            [
                ([("outcome", "published")], cluster.published), ([("outcome", "fenced")], cluster.fenced),
                ([("outcome", "adopted")], cluster.adopted), ([("outcome", "older")], cluster.passedOver),
                ([("outcome", "refused")], cluster.refused),
            ])
        value("nexttogo_cluster_history_bytes", "gauge", "Size of the history published last.", cluster.bytes)
    }
}

internal import Cluster
internal import Synchronization

/// Tells the operator what changes in a node's standing; never a password.
final class ClusterLog: Sendable {
    private let log: Log
    private let server: String
    private let refusal = Mutex<String?>(nil)

    /// - Parameter server: Redis' host and port.
    init(log: Log, server: String) {
        self.log = log
        self.server = server
    }

    func callAsFunction(_ report: ClusterReport) {
        switch report {
        case .role(.joining): break
        case .role(.alone): log(.warning, "cluster: polling for this node alone")
        case .role(.following): log(.info, "cluster: following the node that polls")
        case .role(.polling): log(.info, "cluster: polling for all nodes")
        case .connected: log(.info, "cluster: Redis at \(server) answers")
        case .lost(let reason): log(.warning, "cluster: Redis at \(server) is away: \(reason)")
        case .refusedEntry(let reason):
            let isNew = refusal.withLock { last in
                defer { last = reason }
                return last != reason
            }
            if isNew { log(.warning, "cluster: an entry cannot be used: \(reason)") }
        case .adopted: refusal.withLock { $0 = nil }
        case .stillLost, .skew, .published, .fenced, .passedOver: break
        }
    }
}

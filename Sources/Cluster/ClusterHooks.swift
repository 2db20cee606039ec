package import Racing

/// What a node is told at its start.
package struct ClusterSettings: Sendable {
    /// Tells this process from every other that ever was.
    package var nodeID: String
    package var feed: String
    package var rules: CardHistory.Rules
    package var origin: FeedOrigin
    package var password: String?
    package var database: Int
    /// Of the waiting times that differ from node to node.
    package var seed: UInt64

    package init(
        nodeID: String, feed: String, rules: CardHistory.Rules, origin: FeedOrigin, password: String?, database: Int,
        seed: UInt64
    ) {
        self.nodeID = nodeID
        self.seed = seed
        self.feed = feed
        self.rules = rules
        self.origin = origin
        self.password = password
        self.database = database
    }
}

/// Whom a node tells what; called on its loop.
package struct ClusterHooks: Sendable {
    /// With what the one who polled for all before left behind, if this node is that now.
    package var setRole: @Sendable (NodeRole, NeedsAnswer.Rest?) -> Void
    /// Takes a history of another node, everybody's from a second on; false when the own one is newer.
    package var adopt: @Sendable (CardHistory, Second) async -> Bool
    package var report: @Sendable (ClusterReport) -> Void
    /// What the boards lack that are watched here, as ``NeedsAnswer/need``; asked twice a second.
    package var need: @Sendable () -> Int
    /// Told when that of the others has become another, while this node polls for all.
    package var setOthersNeed: @Sendable (Int) -> Void

    package init(
        setRole: @escaping @Sendable (NodeRole, NeedsAnswer.Rest?) -> Void,
        adopt: @escaping @Sendable (CardHistory, Second) async -> Bool,
        report: @escaping @Sendable (ClusterReport) -> Void, need: @escaping @Sendable () -> Int = { 0 },
        setOthersNeed: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.setRole = setRole
        self.adopt = adopt
        self.report = report
        self.need = need
        self.setOthersNeed = setOthersNeed
    }
}

/// What became of a history that was offered to the others.
package enum ShareOutcome: Equatable, Sendable {
    case shared, alone, refused
}

/// What a node has done or found, for the log and the metrics.
package enum ClusterReport: Equatable, Sendable {
    case role(NodeRole)
    /// Redis answers, for the first time or again.
    case connected
    /// Redis does not answer, for a reason that is new.
    case lost(String)
    case stillLost
    /// The clock of this node less that of Redis.
    case skew(Duration, isInStep: Bool)
    case published(bytes: Int)
    /// A history of this node was not let in.
    case fenced
    case adopted
    /// An entry was older than what this node has.
    case passedOver
    /// An entry could not be used.
    case refusedEntry(String)
}

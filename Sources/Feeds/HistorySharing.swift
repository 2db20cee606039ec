package import Racing

/// How the polls of one process become those of several.
package struct HistorySharing: Sendable {
    /// Seconds added to the second from which news hold, so that all nodes have heard of them by then.
    package var lead: Int
    /// Seconds after which an engine that was told nothing polls for itself (a name server may keep the link waiting).
    static let patience = 4
    /// Seconds after which the one that polls for all offers its history again, also while it leaves a failing feed
    /// alone: those who were on their own come together with it then.
    static let repetition = 15
    /// What was offered longer ago than this, in seconds, need not be what anybody says now.
    static let liveliness = 2 * repetition
    /// Offers a history that is everybody's from a second on; returns within seconds.
    package var share: @Sendable (CardHistory, Second) async -> SharingOutcome
    /// Tells whoever polls next how long the feed is to be left alone; returns within seconds.
    package var tellRest: @Sendable (FeedRest) async -> Void
    /// Tells whoever polls what the boards watched here lack; called when that becomes another.
    package var tellNeed: @Sendable (BoardNeed) -> Void

    package init(
        lead: Int, tellRest: @escaping @Sendable (FeedRest) async -> Void = { _ in },
        tellNeed: @escaping @Sendable (BoardNeed) -> Void = { _ in },
        share: @escaping @Sendable (CardHistory, Second) async -> SharingOutcome
    ) {
        self.lead = lead
        self.tellRest = tellRest
        self.tellNeed = tellNeed
        self.share = share
    }
}

/// How long the feed is to be left alone, whoever polls it: until the next regular poll, or what it asked for.
package struct FeedRest: Equatable, Sendable {
    package var time: Duration
    /// Failed polls since the last good one.
    package var failures: Int

    package init(time: Duration, failures: Int) {
        self.time = time
        self.failures = failures
    }
}

/// What the boards that somebody watches lack; the greater one counts.
package enum BoardNeed: Int, Comparable, Sendable {
    case nothing
    /// One of them has fewer races than it could: the next regular poll asks for more.
    case races
    /// One of them has just fallen short by an expiry: a poll before its time is in order.
    case poll

    package static func < (left: BoardNeed, right: BoardNeed) -> Bool { left.rawValue < right.rawValue }
}

/// What became of a history that was offered.
package enum SharingOutcome: Equatable, Sendable {
    /// It is everybody's.
    case shared
    /// The others cannot be reached: it is this node's alone.
    case alone
    /// Another node speaks for all, or has said something newer: it is nobody's.
    case refused
}

/// For whom a process asks the feed.
package enum PollDuty: Equatable, Sendable {
    /// Another node does it.
    case none
    case forItself
    /// It is the one that does it for all nodes.
    case forAll
}

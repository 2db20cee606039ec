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

    package init(lead: Int, share: @escaping @Sendable (CardHistory, Second) async -> SharingOutcome) {
        self.lead = lead
        self.share = share
    }
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

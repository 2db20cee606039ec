package import Racing

/// How the polls of one process become those of several.
package struct HistorySharing: Sendable {
    /// Seconds added to the second from which news hold, so that all nodes have heard of them by then.
    package var lead: Int
    /// Seconds after which an engine that was told nothing polls for itself (a name server may keep the link waiting).
    static let patience = 4
    /// Offers a new history to the others; returns within seconds.
    package var share: @Sendable (CardHistory) async -> SharingOutcome

    package init(lead: Int, share: @escaping @Sendable (CardHistory) async -> SharingOutcome) {
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

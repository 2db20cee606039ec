package import EventLoop
package import HTTPServer
package import Racing

/// The streams of one loop: who listens, and what each second brings them.
///
/// Make it and use it on its loop only. It reads no clock: whoever turns it says which second it is.
package final class Broadcaster {
    package let limits: BroadcastLimits
    package private(set) var history: CardHistory
    /// The second of the last frame.
    package private(set) var second: Second
    let sockets: any Sockets
    let closer: PoliteCloser
    package let room: SubscriberRoom
    var random: SplitMix64
    package internal(set) var counts = BroadcastCounts()

    /// nil when nothing is to be compressed.
    let deflater: Deflater?
    var composer: FrameComposer
    var topics: [StreamQuery: Topic] = [:]
    /// By descriptor.
    var subscribers: [Subscriber?] = []
    var lags: [Descriptor: Lag] = [:]
    var ages = AgeLimit()
    /// Whose stream it is, where streams are counted by address.
    var clients: [Descriptor: PeerAddress] = [:]
    /// The history of the next frame, when it says otherwise of seconds that have been sent already.
    private var successor: CardHistory?
    /// Since when something was known when the last second was turned.
    private var firstKnownAtTurn: Second

    /// - Parameters:
    ///   - second: the current second; frames begin with the one after it.
    ///   - compresses: whether streams may be compressed; see ``compresses`` for whether they can.
    ///   - seed: of the reconnection times that are drawn.
    package init(
        sockets: any Sockets, closer: PoliteCloser, history: CardHistory, second: Second, room: SubscriberRoom,
        limits: BroadcastLimits = BroadcastLimits(), compresses: Bool = true, seed: UInt64
    ) {
        self.sockets = sockets
        self.closer = closer
        self.history = history
        self.second = second
        self.room = room
        self.limits = limits
        random = SplitMix64(seed: seed)
        firstKnownAtTurn = history.firstKnown
        deflater = compresses ? Deflater() : nil
        composer = FrameComposer(history: history, second: second)
    }

    /// Whether a query may ask for gzip.
    package var compresses: Bool { deflater != nil }

    /// Takes a new history, whose news hold from a second that has not begun.
    ///
    /// One that says otherwise of what was sent (it comes late since the process was stopped, or from a node that knew
    /// something else) replaces the old one with the next frame, which tells everybody the difference.
    package func publish(_ history: CardHistory) {
        // One that was on its way when the clock was set back begins in a time that has not come yet.
        let isOfLaterTime = history.firstKnown > second
        let history = isOfLaterTime ? history.rebased(at: second) : history
        let isContinuation =
            history.sharesPast(of: self.history, until: second)
            || watchedBoards.allSatisfy { history.continues(self.history, $0, at: second) }
        successor = isContinuation ? nil : history
        guard isContinuation else { return }
        self.history = history
        startComposing()
    }

    private func startComposing(replacing predecessor: CardHistory? = nil) {
        composer = FrameComposer(history: history, second: second, replacing: predecessor)
        for topic in topics.values where !topic.openings.isEmpty { topic.openings = [:] }
    }

    /// Sends the frame of a new second to everybody.
    package func advance(to second: Second) {
        guard let successor else { return turn(to: second, after: self.second) }
        let predecessor = history
        history = successor
        self.successor = nil
        turn(to: second, after: self.second, replacing: predecessor)
    }

    /// The wall clock was set back: everybody starts anew from `second`.
    package func setBack(to second: Second) {
        let latest = successor ?? history
        history = wasRebasedElsewhere(latest, before: second) ? latest : latest.rebased(at: second)
        successor = nil
        shiftAges(by: second - self.second)
        turn(to: second, after: nil)
    }

    /// Whether this has come since the last turn from where the step back had been noticed before, as by this loop if it
    /// had not been busy: what it knows begins a moment ago.
    private func wasRebasedElsewhere(_ history: CardHistory, before second: Second) -> Bool {
        history.firstKnown != firstKnownAtTurn && !history.isAhead(of: second) && second - history.firstKnown < 60
    }

    private func turn(to second: Second, after last: Second?, replacing predecessor: CardHistory? = nil) {
        self.second = second
        firstKnownAtTurn = history.firstKnown
        startComposing(replacing: predecessor)
        if last == nil || predecessor != nil { for descriptor in lags.keys { lags[descriptor]?.last = nil } }
        for topic in topics.values where topic.count > 0 {
            let batch = composer.following(topic.query, after: last)
            if !batch.isEmpty { send(batch, to: topic) }
        }
        // Who has not taken that frame begins anew; the others need the earlier history no more.
        if predecessor != nil { startComposing() }
        checkLags()
        endOldStreams()
        counts.frames += 1
    }

    /// The boards that somebody watches.
    package var watchedBoards: Set<BoardQuery> {
        Set(topics.values.filter { $0.count > 0 }.map(\.query.board))
    }

    package var subscribersByFormat: [StreamFormat: Int] {
        topics.values.reduce(into: [:]) { $0[$1.query.format, default: 0] += $1.count }
    }

    package var subscriberCount: Int {
        topics.values.reduce(0) { $0 + $1.count }
    }
}

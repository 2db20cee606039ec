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
    /// Whether what subscribers have may not be what the history says they have.
    private var mustStartAnew = false
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

    /// Takes a new history, which holds from a second that has not begun.
    package func publish(_ history: CardHistory) {
        // One that comes after its second has begun here (the process was stopped, say) changes what was sent already.
        if history.lastChange <= second && contradictsWhatWasSent(history) { mustStartAnew = true }
        self.history = history
        startComposing()
    }

    private func startComposing() {
        composer = FrameComposer(history: history, second: second)
        for topic in topics.values where !topic.openings.isEmpty { topic.openings = [:] }
    }

    private func contradictsWhatWasSent(_ newer: CardHistory) -> Bool {
        watchedBoards.contains { board in
            newer.revision(board, at: second) != history.revision(board, at: second)
                || newer.races(board, at: second) != history.races(board, at: second)
        }
    }

    /// Sends the frame of a new second to everybody.
    package func advance(to second: Second) {
        turn(to: second, after: mustStartAnew ? nil : self.second)
        mustStartAnew = false
    }

    /// The wall clock was set back: everybody starts anew from `second`.
    package func setBack(to second: Second) {
        if !wasRebasedElsewhere(before: second) { history = history.rebased(at: second) }
        // Those news contradict what was sent; this is the anew that they called for.
        mustStartAnew = false
        shiftAges(by: second - self.second)
        turn(to: second, after: nil)
    }

    /// Whether the news since the last turn came from where the step back had been noticed before, as by this loop if it
    /// had not been busy: what they know begins a moment ago.
    private func wasRebasedElsewhere(before second: Second) -> Bool {
        history.firstKnown != firstKnownAtTurn && !history.isAhead(of: second) && second - history.firstKnown < 60
    }

    private func turn(to second: Second, after last: Second?) {
        self.second = second
        firstKnownAtTurn = history.firstKnown
        startComposing()
        if last == nil { for descriptor in lags.keys { lags[descriptor]?.last = nil } }
        for topic in topics.values where topic.count > 0 {
            let batch = composer.following(topic.query, after: last)
            if !batch.isEmpty { send(batch, to: topic) }
        }
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

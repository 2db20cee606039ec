package import EventLoop
package import HTTPServer
package import Racing
internal import Synchronization

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

    private var composer: FrameComposer
    var topics: [StreamQuery: Topic] = [:]
    /// By descriptor.
    var subscribers: [Subscriber?] = []
    var lags: [Descriptor: Lag] = [:]
    /// Whether what subscribers have may not be what the history says they have.
    private var mustStartAnew = false

    /// - Parameters:
    ///   - second: the current second; frames begin with the one after it.
    ///   - seed: of the reconnection times that are drawn.
    package init(
        sockets: any Sockets, closer: PoliteCloser, history: CardHistory, second: Second, room: SubscriberRoom,
        limits: BroadcastLimits = BroadcastLimits(), seed: UInt64
    ) {
        self.sockets = sockets
        self.closer = closer
        self.history = history
        self.second = second
        self.room = room
        self.limits = limits
        random = SplitMix64(seed: seed)
        composer = FrameComposer(history: history, second: second)
    }

    /// Takes a new history, which holds from a second that has not begun.
    package func publish(_ history: CardHistory) {
        // One that comes after its second has begun here (the process was stopped, say) changes what was sent already.
        if history.lastChange <= second && contradictsWhatWasSent(history) { mustStartAnew = true }
        self.history = history
        composer = FrameComposer(history: history, second: second)
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
        history = history.rebased(at: second)
        for descriptor in lags.keys { lags[descriptor]?.last = nil }
        turn(to: second, after: nil)
    }

    private func turn(to second: Second, after last: Second?) {
        self.second = second
        composer = FrameComposer(history: history, second: second)
        if last == nil { for descriptor in lags.keys { lags[descriptor]?.last = nil } }
        for topic in topics.values where topic.count > 0 {
            let frame = composer.following(topic.query, after: last)
            if !frame.isEmpty { send(frame, to: topic) }
        }
        checkLags()
        counts.frames += 1
    }

    /// What a subscriber that had everything up to `last` needs to be up to date.
    func catchUp(_ topic: Topic, after last: Second?) -> [UInt8] {
        composer.following(topic.query, after: last)
    }

    func opening(_ query: StreamQuery, lastEventID: Second?) -> [UInt8] {
        composer.opening(query, lastEventID: lastEventID, retry: random.next(in: limits.retryMilliseconds))
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

/// Bounds of what a broadcaster holds.
package struct BroadcastLimits: Equatable, Sendable {
    /// Milliseconds that a client is told to wait before it reconnects, drawn for each.
    package var retryMilliseconds = 2_000...5_000
    /// The same for one that finds no room.
    package var busyRetryMilliseconds = 10_000...30_000
    /// The same at a shutdown.
    package var shutdownRetryMilliseconds = 1_000...15_000
    /// Seconds without any movement in a subscriber's queue after which its stream is closed.
    package var stalledAfter = 30
    /// Bytes after its request that a subscriber may send before it is no longer listened to.
    package var ignoredBytes = 65_536
    package var socket = StreamSocketLimits()

    package init() {}
}

/// What a broadcaster has done, for the metrics.
package struct BroadcastCounts: Equatable, Sendable {
    /// Seconds turned.
    package var frames = 0
    /// Whole writes to sockets.
    package var deliveries = 0
    package var bytes = 0
    /// Frames that a slow reader did not get because a newer one took their place.
    package var conflated = 0
    package var opened = 0
    package var refusedBusy = 0
    /// The reader went away.
    package var closedByPeer = 0
    package var closedSlow = 0
    package var closedShutdown = 0

    package init() {}
}

/// How many streams all loops together may still take.
package final class SubscriberRoom: Sendable {
    package let limit: Int
    private let taken = Atomic<Int>(0)

    package init(limit: Int) {
        self.limit = limit
    }

    package var isFull: Bool { taken.load(ordering: .relaxed) >= limit }

    /// Takes a place; false when there is none.
    func take() -> Bool {
        if taken.add(1, ordering: .relaxed).newValue <= limit { return true }
        leave()
        return false
    }

    func leave() {
        taken.subtract(1, ordering: .relaxed)
    }
}

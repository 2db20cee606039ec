internal import EventLoop
internal import Racing

/// Clients with equal queries: one frame is encoded for all of them.
final class Topic {
    let query: StreamQuery
    /// Sockets that have taken everything so far, written to one after the other.
    var descriptors: [Descriptor] = []
    /// Subscribers, also those that lag.
    var count = 0
    /// Where the next round begins, so that nobody is always last.
    var firstIndex = 0

    init(query: StreamQuery) {
        self.query = query
    }
}

/// What is known of one subscriber beside its socket.
struct Subscriber {
    let topic: Topic
    /// Where it stands in its topic's descriptors; nil while it lags.
    var index: Int?
    /// Bytes it sent after its request; they are ignored, up to a bound.
    var ignoredBytes: Int32 = 0
}

/// A subscriber whose socket did not take a whole frame: it gets the rest, and then what holds by that time.
struct Lag {
    /// The rest of the frame that was cut off; whole events only ever follow it.
    var rest: ArraySlice<UInt8>
    /// The second of that frame; nil when what it had no longer counts.
    var last: Second?
    /// Bytes that its kernel queue held when it was last seen to move, and in which second that was.
    var queued: Int
    var movedAt: Int
}

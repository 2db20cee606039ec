internal import EventLoop
internal import Racing

/// Clients with equal queries: one frame is encoded for all of them.
final class Topic {
    let query: StreamQuery
    var readers = ReaderList()
    /// Subscribers, also those that lag.
    var count = 0
    /// Where the next round begins, so that nobody is always last.
    var firstIndex = 0
    /// Of compressed streams, the text of the last frame: what those in step have just had.
    var lastFrame: [UInt8] = []
    /// Of compressed streams, all the text that was ever sent to readers of this topic.
    var checksum = StreamChecksum()
    /// What new readers begin with in this second, by the revision that they have.
    var openings: [Second?: Opening] = [:]

    /// The part of a stream's beginning that readers share.
    struct Opening {
        /// As the coding has them.
        var events: EventBatch
        var checksum: StreamChecksum
    }

    init(query: StreamQuery) {
        self.query = query
    }
}

/// What is known of one subscriber beside its socket.
struct Subscriber {
    let topic: Topic
    /// Where it stands in its topic's readers; -1 while it lags.
    var index: Int32
    /// Bytes it sent after its request; they are ignored, up to a bound.
    var ignoredBytes: Int32 = 0
    /// The second in which its stream is old enough to end; 0 for never.
    var endsAt = 0
    /// Of compressed streams, where it joined the topic's text.
    var mark = StreamChecksum.Mark()
}

/// A subscriber whose socket did not take a whole frame: it gets the rest, and then what holds by that time.
struct Lag {
    /// The rest of the frame that was cut off; whole events only ever follow it.
    var rest: ArraySlice<UInt8>
    /// The second of that frame; nil when what it had no longer counts.
    var last: Second?
    /// Of compressed streams, all the text up to the end of ``rest``.
    var checksum: StreamChecksum
    /// Bytes that its kernel queue held when it was last seen to move, and in which second that was.
    var queued: Int
    var movedAt: Int
}

package import EventLoop

/// Bounds of what a broadcaster holds.
package struct BroadcastLimits: Equatable, Sendable {
    /// Milliseconds that a client is told to wait before it reconnects, drawn for each.
    package var retryMilliseconds = 2_000...5_000
    /// The same for one that finds no room.
    package var busyRetryMilliseconds = 10_000...30_000
    /// The same at a shutdown.
    package var shutdownRetryMilliseconds = 1_000...15_000
    /// Seconds after which a stream ends politely, spread by a tenth to both sides; 0 for never.
    package var maxAge = 0
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
    /// Refused since the client's address had all the streams it may have.
    package var refusedAddress = 0
    /// The reader went away.
    package var closedByPeer = 0
    package var closedSlow = 0
    package var closedShutdown = 0
    package var closedMaxAge = 0

    package init() {}
}

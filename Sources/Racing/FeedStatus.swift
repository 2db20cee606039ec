/// Where the races come from and what time is shown with them; the same for a server's whole life.
package struct FeedOrigin: Equatable, Sendable {
    package var source: Source
    package var clock: ClockKind

    package init(source: Source, clock: ClockKind) {
        self.source = source
        self.clock = clock
    }

    /// The kind of source; never an address, which may be private.
    package enum Source: String, Sendable {
        case demo, neds
        case nedsV2 = "neds-v2"
        case ladbrokes, url, file, replay
    }

    /// Whether "now" is the system's time or another instant that runs on from there.
    package enum ClockKind: String, Sendable {
        case system, shifted
    }
}

/// How far the board can be trusted in one second.
package struct FeedStatus: Equatable, Sendable {
    package var state: State
    /// Whole seconds since the last good poll; nil before the first.
    package var ageSeconds: Int?
    /// The second from which this state stands.
    package var since: Second
    /// What the last poll failed with; nil while fresh, or when nothing failed.
    package var reason: String?

    package init(state: State, ageSeconds: Int?, since: Second, reason: String?) {
        self.state = state
        self.ageSeconds = ageSeconds
        self.since = since
        self.reason = reason
    }

    package enum State: String, Sendable {
        /// No card yet, and not for long.
        case starting
        case fresh
        /// The last good poll is older than the limit; the races shown go on counting.
        case stale
        /// Nothing to show, and no good poll lately.
        case down
    }
}

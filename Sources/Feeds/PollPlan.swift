package import Racing

/// When to ask the feed again, and for how many races: rules and numbers, no clock (contract 7).
package struct PollPlan: Sendable {
    /// Seconds between polls of a healthy feed.
    package let interval: Int
    /// Failed polls since the last good one.
    package private(set) var failures = 0
    private var random: SplitMix64

    /// A waiting time never grows beyond this many seconds, unless the feed itself asks for more.
    package static let longestBackOff = 300
    /// `Retry-After` counts up to this many seconds.
    package static let longestRetryAfter = 900
    /// Seconds between two polls at least when a board has fallen short.
    package static let shortfallPause = 5
    package static let usualCount = 50
    package static let shortCount = 100

    /// - Parameter seed: of the jitter.
    package init(interval: Int, seed: UInt64) {
        self.interval = interval
        random = SplitMix64(seed: seed)
    }

    /// Goes on from where another node has been.
    mutating func take(failures: Int) {
        self.failures = max(0, failures)
    }

    /// The time to wait after a good poll.
    package mutating func waitAfterSuccess() -> Duration {
        failures = 0
        return .seconds(interval)
    }

    /// The time to wait after a failed poll: doubled with each, less up to a quarter, and at least what the feed asked.
    package mutating func wait(after failure: PollFailure) -> Duration {
        failures += 1
        let doubled = failures < 20 ? interval << failures : Int.max
        let longest = min(doubled, Self.longestBackOff) * 1_000
        let waited = Duration.milliseconds(longest - random.next(in: 0...longest / 4))
        return max(waited, .seconds(min(failure.retryAfter ?? 0, Self.longestRetryAfter)))
    }

    /// Races to ask for, given the boards that somebody watches: more while one of them is short.
    package static func count(for boards: Set<BoardQuery>, in history: CardHistory, at second: Second) -> Int {
        guard history.feedStatus(at: second).ageSeconds != nil else { return usualCount }
        let isShort = boards.contains { history.races($0, at: second).count < $0.count }
        return isShort ? shortCount : usualCount
    }

    /// Whether a board that was full at `earlier` has fallen short by an expiry since.
    package static func fellShort(
        _ boards: Set<BoardQuery>, in history: CardHistory, after earlier: Second, until second: Second
    ) -> Bool {
        boards.contains { board in
            history.nextShortfall(board, after: earlier).map { $0 <= second } ?? false
        }
    }
}

/// What a poller has to know of the others before it asks the feed.
package struct NeedsAnswer: Equatable, Sendable {
    /// What the one who polled before was to leave the feed alone for; nil when nothing is left of it.
    package var rest: Rest?
    /// What the boards lack that other nodes watch: 0 nothing, 1 races, 2 a poll before its time.
    package var need: Int

    package struct Rest: Equatable, Sendable {
        package var time: Duration
        /// Failed polls since the last good one.
        package var failures: Int
    }

    /// The longest rest that is believed: that of a `Retry-After` (contract 10).
    package static let longest = Duration.seconds(900)

    /// nil when it is something else than what the script gives; whatever stands in Redis, nothing is out of range.
    package init?(_ reply: RedisReply) {
        guard case .list(let answer) = reply, answer.count == 3, let milliseconds = answer[0].integer,
            let failures = answer[1].integer, let need = answer[2].integer, (0...2).contains(need)
        else { return nil }
        self.need = need
        guard milliseconds > 0 else { return }
        let time = Duration.milliseconds(min(milliseconds, Int(Self.longest / .milliseconds(1))))
        rest = Rest(time: time, failures: min(max(failures, 0), 1_000))
    }
}

/// A whole second of wall-clock time, counted from 1970-01-01 00:00:00 UTC: the only kind of instant the rules know.
package struct Second: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 UTC, as in every `now`, `start` and `revision` of the stream.
    package let sinceEpoch: Int

    package init(_ sinceEpoch: Int) {
        self.sinceEpoch = sinceEpoch
    }

    package static func < (left: Second, right: Second) -> Bool {
        left.sinceEpoch < right.sinceEpoch
    }

    /// The second `seconds` later (earlier when negative).
    package static func + (second: Second, seconds: Int) -> Second {
        Second(second.sinceEpoch + seconds)
    }

    /// The second `seconds` earlier (later when negative).
    package static func - (second: Second, seconds: Int) -> Second {
        Second(second.sinceEpoch - seconds)
    }

    /// Whole seconds from `right` to `left`; negative when `left` is the earlier one.
    package static func - (left: Second, right: Second) -> Int {
        left.sinceEpoch - right.sinceEpoch
    }
}

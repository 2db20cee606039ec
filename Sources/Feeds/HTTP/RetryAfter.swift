package import Racing

/// How long a feed asks to be left alone (RFC 9110 10.2.3).
package enum RetryAfter {
    /// A longer time counts as this many seconds (contract 10).
    package static let limit = 900

    /// Reads a field value: seconds, or a date in any of the forms of HTTP (RFC 9110 5.6.7).
    ///
    /// - Parameter now: the second in which the answer came.
    /// - Returns: seconds from `now`, 0 to ``limit``; nil when the value is neither.
    package static func seconds(_ value: String, now: Second) -> Int? {
        if !value.isEmpty, value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            // Digits that overflow are a very long time.
            return min(Int(value) ?? limit, limit)
        }
        guard let date = Second(httpDate: value, now: now) else { return nil }
        return min(max(0, date - now), limit)
    }
}

/// The state of the feed, derived from the polls and the second alone: no timer decides it.
extension CardHistory {
    /// How far the board can be trusted in `second`.
    package func feedStatus(at second: Second) -> FeedStatus {
        let reason = failureReason(at: second)
        guard let good = confirmations.last(where: { $0.from <= second }) else {
            let deadline = firstKnown + rules.staleAfter
            return second < deadline
                ? FeedStatus(state: .starting, ageSeconds: nil, since: firstKnown, reason: reason)
                : FeedStatus(state: .down, ageSeconds: nil, since: deadline, reason: reason ?? "no answer yet")
        }
        let age = max(0, second - good.polledAt)
        if age <= rules.staleAfter {
            return FeedStatus(state: .fresh, ageSeconds: age, since: good.freshSince, reason: nil)
        }
        let staleSince = max(good.from, good.polledAt + rules.staleAfter + 1)
        if hasVisibleRace(at: second) {
            return FeedStatus(state: .stale, ageSeconds: age, since: staleSince, reason: reason)
        }
        let lastExpiry = version(at: second).races.map { rules.expiry(of: $0.start) }.max() ?? staleSince
        return FeedStatus(state: .down, ageSeconds: age, since: max(staleSince, lastExpiry), reason: reason)
    }

    /// The reason of the last failed poll, unless a good one has come since.
    private func failureReason(at second: Second) -> String? {
        guard let failure = failures.last(where: { $0.from <= second }) else { return nil }
        let good = confirmations.last { $0.from <= second }
        return good.map { $0.from > failure.from } ?? false ? nil : failure.reason
    }
}

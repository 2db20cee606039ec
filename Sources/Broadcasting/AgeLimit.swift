internal import EventLoop
internal import Racing

/// Which streams are old enough to end in which second.
///
/// Proxies acknowledge for clients that are long gone; an end that everybody comes back from finds those out.
struct AgeLimit {
    private var due: [Int: [Descriptor]] = [:]

    /// The second for a stream that begins during `second`: `maxAge` later, by a tenth sooner or later.
    ///
    /// It begins somewhere between this second and the next, and ends at the beginning of one: the earliest counts from
    /// the next second, the latest from this one. Below ten seconds nothing is spread, and it may be cut by one.
    static func end(from second: Second, maxAge: Int, random: inout SplitMix64) -> Int {
        let latest = max(1, maxAge * 11 / 10)
        let earliest = min((maxAge * 9 + 9) / 10 + 1, latest)
        return second.sinceEpoch + random.next(in: earliest...latest)
    }

    mutating func note(_ descriptor: Descriptor, endsAt second: Int) {
        due[second, default: []].append(descriptor)
    }

    /// Those whose time has come, some of which may have gone since: ask what the subscriber itself says.
    mutating func take(upTo second: Second) -> [Descriptor] {
        let over = due.keys.filter { $0 <= second.sinceEpoch }.sorted()
        return over.flatMap { due.removeValue(forKey: $0) ?? [] }
    }

    /// Time was set back or forth by this many seconds.
    mutating func shift(by seconds: Int) {
        due = Dictionary(uniqueKeysWithValues: due.map { ($0.key + seconds, $0.value) })
    }
}

package import EventLoop

/// What Redis answered to a turn, so far as it can be used: whatever stands in Redis, nothing in here is out of range.
package struct TurnAnswer: Equatable, Sendable {
    /// Redis' clock.
    package var time: WallTime
    /// Of the lease; empty when nobody has it.
    package var token: String
    /// What is newer than what the node has; nil when nothing is.
    package var newest: Entry?

    package struct Entry: Equatable, Sendable {
        /// nil when it is none that a node gives.
        package var id: EntryID?
        /// As Redis has it.
        package var name: String
        package var card: [UInt8]
    }

    /// The last second of the year 9999: no clock and no entry is beyond it.
    package static let latest = 253_402_300_799

    /// nil when it is something else than what the script gives.
    package init?(_ reply: RedisReply) {
        guard case .list(let answer) = reply, answer.count == 5, let seconds = answer[0].integer,
            let microseconds = answer[1].integer, let token = answer[2].text, let name = answer[3].text,
            (0...Self.latest).contains(seconds), (0..<1_000_000).contains(microseconds)
        else { return nil }
        time = WallTime(seconds: seconds, nanoseconds: 1_000 * microseconds)
        self.token = token
        if case .bytes(let card) = answer[4], !name.isEmpty {
            newest = Entry(id: EntryID(name), name: name, card: card)
        }
    }
}

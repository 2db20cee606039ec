/// The place of an entry in the stream: the second from which its history holds, and a count within it.
package struct EntryID: Comparable, Sendable {
    var second: Int
    var count: Int

    /// Before every entry.
    static let none = EntryID(second: 0, count: 0)

    init(second: Int, count: Int) {
        self.second = second
        self.count = count
    }

    /// nil for one beyond the year 9999, or after which there can be no other: Redis' own reach further.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let second = Int(parts[0]), let count = Int(parts[1]),
            (0...TurnAnswer.latest).contains(second), (0..<Int.max - 1).contains(count)
        else { return nil }
        self.init(second: second, count: count)
    }

    package static func < (left: EntryID, right: EntryID) -> Bool {
        (left.second, left.count) < (right.second, right.count)
    }

    package var text: String { "\(second)-\(count)" }
    /// The lowest id that is newer.
    package var next: EntryID { EntryID(second: second, count: count + 1) }
}

/// The place of an entry in the stream: the second from which its history holds, and a count within it.
struct EntryID: Comparable, Sendable {
    var second: Int
    var count: Int

    /// Before every entry.
    static let none = EntryID(second: 0, count: 0)

    init(second: Int, count: Int) {
        self.second = second
        self.count = count
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let second = Int(parts[0]), let count = Int(parts[1]), second >= 0, count >= 0 else {
            return nil
        }
        self.init(second: second, count: count)
    }

    static func < (left: EntryID, right: EntryID) -> Bool {
        (left.second, left.count) < (right.second, right.count)
    }

    var text: String { "\(second)-\(count)" }
    /// The lowest id that is newer.
    var next: EntryID { EntryID(second: second, count: count + 1) }
}

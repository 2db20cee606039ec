/// A race as people are shown it: only the fields that a board carries, so that equal values look equal.
package struct Race: Hashable, Sendable {
    /// The feed's `race_id`: a race is one thing by its id, whatever else about it changes.
    package var id: String
    package var meeting: String
    package var number: Int
    package var name: String?
    package var category: Category
    package var venue: Venue
    /// The advertised start; the feed does not tell when a race really jumps.
    package var start: Second

    package init(
        id: String, meeting: String, number: Int, name: String? = nil, category: Category, venue: Venue = Venue(),
        start: Second
    ) {
        self.id = id
        self.meeting = meeting
        self.number = number
        self.name = name
        self.category = category
        self.venue = venue
        self.start = start
    }

    /// Where a race is run; each field is nil when the feed does not give it.
    package struct Venue: Hashable, Sendable {
        package var name: String?
        package var state: String?
        package var country: String?

        package init(name: String? = nil, state: String? = nil, country: String? = nil) {
            self.name = name
            self.state = state
            self.country = country
        }
    }

    /// What a screen reader says for a row, as in `Randwick. Horse racing. Race 3.`
    package var label: String {
        "\(meeting). \(category.name). Race \(number)."
    }

    /// The total order of a board: start, meeting name by its UTF-8 bytes, number, id, so that equal starts never flip.
    package static func precedes(_ left: Race, _ right: Race) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if let byMeeting = ordered(left.meeting, right.meeting) { return byMeeting }
        if left.number != right.number { return left.number < right.number }
        return ordered(left.id, right.id) ?? false
    }

    /// Whether `left` comes first by bytes; nil when both are the same bytes.
    private static func ordered(_ left: String, _ right: String) -> Bool? {
        if left.utf8.lexicographicallyPrecedes(right.utf8) { return true }
        if right.utf8.lexicographicallyPrecedes(left.utf8) { return false }
        return nil
    }
}

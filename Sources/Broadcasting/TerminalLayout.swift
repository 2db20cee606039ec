/// Which columns a board has at a width, and how wide each is.
///
/// As a terminal gets narrower this is given up, in this order: the country, the state, the race's name, the word
/// `started`, the start time, the category's word (for a letter), that letter, the race's number. The sign, the meeting
/// and the countdown are always there.
struct TerminalLayout: Equatable, Sendable {
    /// From left to right.
    private(set) var columns: [Column] = []

    struct Column: Equatable, Sendable {
        var kind: Kind
        var width: Int
        /// Empty columns in front of it.
        var gap: Int
    }

    enum Kind: Equatable, Sendable {
        /// How near the start is.
        case sign
        /// The category as a word, or as a letter.
        case category, letter
        case meeting
        /// State and country of the venue, or one of them.
        case place, state
        case number, name
        /// Time of day.
        case start
        /// With `started` in front of what has passed, or in figures alone.
        case countdown, figures
    }

    /// What the races on a board ask for, widths in columns.
    struct Needs: Equatable, Sendable {
        var number: Int
        var countdown: Int
        var figures: Int
        /// False where all races are of the one category that the title names.
        var category: Bool
    }

    /// The richest layout whose columns fit into `width`.
    init(width: Int, _ needs: Needs) {
        for shape in Shape.richestFirst {
            columns = shape.columns(needs)
            if self.width <= width { break }
        }
        stretch(to: width)
    }

    /// Columns from the first to the last.
    var width: Int { columns.reduce(0) { $0 + $1.gap + $1.width } }

    func has(_ kind: Kind) -> Bool { columns.contains { $0.kind == kind } }

    /// No name of a meeting or race seen in a feed is longer.
    private static let (longestMeeting, longestName) = (24, 64)

    /// Gives what is left to the names: three parts of seven to the meeting, or all of it.
    private mutating func stretch(to width: Int) {
        guard let meeting = columns.firstIndex(where: { $0.kind == .meeting }) else { return }
        let free = width - self.width
        guard let name = columns.firstIndex(where: { $0.kind == .name }) else {
            columns[meeting].width = min(columns[meeting].width + free, Self.longestMeeting)
            return
        }
        let both = columns[meeting].width + columns[name].width + free
        columns[meeting].width = min(max(columns[meeting].width, both * 3 / 7), Self.longestMeeting)
        columns[name].width = min(both - columns[meeting].width, Self.longestName)
    }
}

/// A choice of columns, and the least that names need in it.
private struct Shape {
    var kinds: [TerminalLayout.Kind]
    var meeting: Int
    var number = 3
    var name = 0
    var gap = 1

    static let richestFirst = [
        Shape(
            kinds: [.sign, .category, .meeting, .place, .number, .name, .start, .countdown], meeting: 16, name: 26,
            gap: 2),
        Shape(
            kinds: [.sign, .category, .meeting, .state, .number, .name, .start, .countdown], meeting: 14, name: 16,
            gap: 2),
        Shape(kinds: [.sign, .category, .meeting, .number, .name, .start, .countdown], meeting: 14, name: 16, gap: 2),
        Shape(kinds: [.sign, .category, .meeting, .number, .start, .countdown], meeting: 12, gap: 2),
        Shape(kinds: [.sign, .category, .meeting, .number, .start, .figures], meeting: 12),
        Shape(kinds: [.sign, .category, .meeting, .number, .figures], meeting: 12),
        Shape(kinds: [.sign, .letter, .meeting, .number, .figures], meeting: 5, number: 2),
        Shape(kinds: [.sign, .meeting, .number, .figures], meeting: 4, number: 2),
        Shape(kinds: [.sign, .meeting, .figures], meeting: 4),
    ]

    func columns(_ needs: TerminalLayout.Needs) -> [TerminalLayout.Column] {
        var columns: [TerminalLayout.Column] = []
        for kind in kinds where needs.category || (kind != .category && kind != .letter) {
            columns.append(TerminalLayout.Column(kind: kind, width: width(kind, needs), gap: gap(before: kind)))
        }
        if columns.count > 1 && columns[1].kind != .letter { columns[1].gap = 1 }
        return columns
    }

    private func gap(before kind: TerminalLayout.Kind) -> Int {
        switch kind {
        case .sign, .letter: 0
        case .place, .state: 1
        default: gap
        }
    }

    private func width(_ kind: TerminalLayout.Kind, _ needs: TerminalLayout.Needs) -> Int {
        switch kind {
        case .sign, .letter: 1
        case .category: 9
        case .meeting: meeting
        case .place: 7
        case .state: 3
        case .number: max(needs.number, number)
        case .name: name
        case .start: 5
        case .countdown: needs.countdown
        case .figures: needs.figures
        }
    }
}

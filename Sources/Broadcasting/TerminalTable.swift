internal import Racing

/// The races of a board as lines: a header, and a row for each.
struct TerminalTable {
    private let layout: TerminalLayout
    private let second: Second
    private let color: Bool
    private let categories: CategorySet

    init(_ races: [Race], _ categories: CategorySet, _ style: TerminalStyle, at second: Second) {
        self.second = second
        self.categories = categories
        color = style.color
        let rows = races.map { TerminalRow($0, at: second) }
        func widest(_ kind: TerminalLayout.Kind) -> Int { rows.map { $0.text(kind).width }.max() ?? 0 }
        layout = TerminalLayout(
            width: style.width,
            TerminalLayout.Needs(
                number: min(widest(.number), 4),
                countdown: Self.step(widest(.countdown), of: [12, 16, 20]),
                figures: Self.step(widest(.figures), of: [7, 10, 12]),
                category: TerminalNotices.slugs(categories).count != 1))
    }

    /// Countdowns get shorter by the second; columns that followed them would never stand still.
    private static func step(_ width: Int, of steps: [Int]) -> Int {
        steps.first { $0 >= width } ?? steps[steps.count - 1]
    }

    /// Columns from the first to the last.
    var width: Int { layout.width }

    /// What the letters in the rows stand for; nil when there are none.
    var legend: String? {
        guard layout.has(.letter) else { return nil }
        let chosen = Category.allCases.filter(categories.contains)
        return chosen.map { "\(TerminalRow.letter($0)) \(TerminalRow.gloss($0))" }.joined(separator: ", ") + "."
    }

    /// What the columns hold; one that is too narrow for its heading has none.
    var header: TerminalLine {
        line { column in
            let heading = TerminalText(Self.heading(column))
            return (heading.width <= column.width ? heading : TerminalText(""), .faint)
        }
    }

    func row(_ race: Race) -> TerminalLine {
        let row = TerminalRow(race, at: second)
        return line { (row.text($0.kind).cut(to: $0.width), row.ink($0.kind)) }
    }

    private func line(_ content: (TerminalLayout.Column) -> (TerminalText, TerminalInk)) -> TerminalLine {
        var line = TerminalLine(color: color)
        var end = 0
        for column in layout.columns {
            let (text, ink) = content(column)
            let start = end + column.gap
            end = start + column.width
            guard text.width > 0 else { continue }
            line.pad(to: Self.isRightAligned(column.kind) ? end - text.width : start)
            line.append(text, ink: ink)
        }
        return line
    }

    private static func isRightAligned(_ kind: TerminalLayout.Kind) -> Bool {
        kind == .start || kind == .countdown || kind == .figures
    }

    private static func heading(_ column: TerminalLayout.Column) -> String {
        switch column.kind {
        case .sign, .letter, .state, .number: ""
        case .category: "Category"
        case .meeting: column.width < 7 ? "Race" : "Meeting"
        case .place: "Place"
        case .name: "Race"
        case .start: "UTC"
        case .countdown, .figures: "To go"
        }
    }
}

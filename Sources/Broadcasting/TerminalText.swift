/// A text that a terminal can print as it is, and that takes a known number of columns.
///
/// Control characters, also those of text direction, are shown as U+FFFD; characters without a look of their own are
/// left out, since terminals disagree on their width; each kind of space is a plain one.
struct TerminalText: Equatable, Sendable {
    private var cells: [Cell] = []
    /// Columns.
    private(set) var width = 0

    /// A character with the marks on it.
    private struct Cell: Equatable {
        var scalars: String
        var width: Int
        var marks = 0

        static let space = Cell(scalars: " ", width: 1)
        static let ellipsis = Cell(scalars: "\u{2026}", width: 1)
    }

    /// More than any line shows; the rest is not even looked at.
    private static let longest = 1_000
    /// Marks on one character; any more would only cover the lines around.
    private static let mostMarks = 3

    init(_ text: String) {
        for scalar in text.unicodeScalars.prefix(Self.longest) { append(scalar) }
    }

    private init(_ cells: some Sequence<Cell>) {
        self.cells = Array(cells)
        width = self.cells.reduce(0) { $0 + $1.width }
    }

    var text: String { cells.map(\.scalars).joined() }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch TerminalGlyph(scalar) {
        case .none: break
        case .mark:
            guard let last = cells.indices.last, cells[last].marks < Self.mostMarks else { return }
            cells[last].scalars.unicodeScalars.append(scalar)
            cells[last].marks += 1
        case .shown(let shown, let columns):
            cells.append(Cell(scalars: String(shown), width: columns))
            width += columns
        }
    }

    /// The text in at most `limit` columns; one that is cut ends with an ellipsis.
    func cut(to limit: Int) -> TerminalText {
        guard width > limit else { return self }
        var (kept, taken) = ([Cell](), 0)
        for cell in cells where limit > 0 {
            guard taken + cell.width < limit else { break }
            kept.append(cell)
            taken += cell.width
        }
        while kept.last?.scalars == " " { kept.removeLast() }
        return TerminalText(kept + (limit > 0 ? [.ellipsis] : []))
    }

    /// The text as it is if it fits into `limit` columns, else wrapped, with all lines but the first set in.
    func indented(to limit: Int) -> [TerminalText] {
        guard width > limit else { return [self] }
        let margin = Array(repeating: Cell.space, count: 2)
        return wrapped(to: limit - margin.count).enumerated().map { index, line in
            index == 0 ? line : TerminalText(margin + line.cells)
        }
    }

    /// The text in lines of at most `limit` columns (at least 2), broken at spaces where that is possible.
    func wrapped(to limit: Int) -> [TerminalText] {
        var lines: [TerminalText] = []
        var line: [Cell] = []
        func end() {
            if !line.isEmpty { lines.append(TerminalText(line)) }
            line = []
        }
        for word in cells.split(whereSeparator: { $0.scalars == " " }) {
            if TerminalText(line + word).width + 1 > limit && !line.isEmpty { end() }
            if !line.isEmpty { line.append(.space) }
            for cell in word {
                if TerminalText(line).width + cell.width > limit { end() }
                line.append(cell)
            }
        }
        end()
        return lines
    }
}

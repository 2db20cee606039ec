/// A text that a terminal can print as it is, and that takes a known number of columns.
///
/// Control characters, also those of text direction, are shown as U+FFFD; characters without a look of their own are
/// left out, since terminals disagree on their width; each kind of space is a plain one.
struct TerminalText: Equatable, Sendable {
    private(set) var text = ""
    /// Columns.
    private(set) var width = 0

    /// More scalars than any line shows; the rest is not even looked at.
    private static let longest = 1_000
    /// Marks on one character; any more would only cover the lines around.
    private static let mostMarks = 3
    private static let ellipsis: Unicode.Scalar = "\u{2026}"

    init(_ text: String) {
        if text.utf8.count <= Self.longest && text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            self.text = text
            width = text.utf8.count
            return
        }
        // A mark needs a character to stand on.
        var marks = Self.mostMarks
        for scalar in text.unicodeScalars.prefix(Self.longest) {
            switch TerminalGlyph(scalar) {
            case .none: break
            case .mark:
                marks += 1
                if marks <= Self.mostMarks { append(scalar, columns: 0) }
            case .shown(let shown, let columns):
                marks = 0
                append(shown, columns: columns)
            }
        }
    }

    private init() {}

    private mutating func append(_ scalar: Unicode.Scalar, columns: Int) {
        text.unicodeScalars.append(scalar)
        width += columns
    }

    /// The text in at most `limit` columns; one that is cut ends with an ellipsis.
    func cut(to limit: Int) -> TerminalText {
        guard width > limit else { return self }
        var kept = TerminalText()
        for scalar in text.unicodeScalars {
            let columns = TerminalGlyph(scalar).columns
            guard kept.width + columns < limit else { break }
            kept.append(scalar, columns: columns)
        }
        while kept.text.unicodeScalars.last == " " {
            kept.text.unicodeScalars.removeLast()
            kept.width -= 1
        }
        if limit > 0 { kept.append(Self.ellipsis, columns: 1) }
        return kept
    }

    /// The text as it is if it fits into `limit` columns, else wrapped, with all lines but the first set in.
    func indented(to limit: Int) -> [TerminalText] {
        guard width > limit else { return [self] }
        let margin = TerminalText("  ")
        let lines = wrapped(to: limit - margin.width)
        return lines.prefix(1) + lines.dropFirst().map(margin.followed)
    }

    /// The text in lines of at most `limit` columns (at least 2), broken at spaces where that is possible.
    func wrapped(to limit: Int) -> [TerminalText] {
        var lines: [TerminalText] = []
        for word in text.unicodeScalars.split(separator: " ") {
            var rest = TerminalText(String(word))
            if let line = lines.last, line.width + 1 + rest.width <= limit {
                lines[lines.count - 1] = line.followed(by: TerminalText(" ")).followed(by: rest)
                continue
            }
            while rest.width > limit { lines.append(rest.removeFirst(limit)) }
            lines.append(rest)
        }
        return lines
    }

    private func followed(by other: TerminalText) -> TerminalText {
        var both = self
        both.text += other.text
        both.width += other.width
        return both
    }

    /// Takes off as many characters as fit into `limit` columns.
    private mutating func removeFirst(_ limit: Int) -> TerminalText {
        var first = TerminalText()
        var index = text.unicodeScalars.startIndex
        while index < text.unicodeScalars.endIndex {
            let scalar = text.unicodeScalars[index]
            let columns = TerminalGlyph(scalar).columns
            guard first.width + columns <= limit else { break }
            first.append(scalar, columns: columns)
            index = text.unicodeScalars.index(after: index)
        }
        text = String(text.unicodeScalars[index...])
        width -= first.width
        return first
    }
}

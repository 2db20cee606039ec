/// A line as it is put together: its bytes and, apart from them, the columns that it takes.
struct TerminalLine: Equatable, Sendable {
    private(set) var text = ""
    /// Columns.
    private(set) var width = 0
    /// Whether ink is used at all.
    let color: Bool

    init(color: Bool) {
        self.color = color
    }

    init(_ content: TerminalText, ink: TerminalInk = .plain, color: Bool) {
        self.color = color
        append(content, ink: ink)
    }

    mutating func append(_ content: TerminalText, ink: TerminalInk = .plain) {
        let inked = color && ink != .plain && content.width > 0
        text += inked ? "\u{1B}[\(ink.rawValue)m\(content.text)\u{1B}[0m" : content.text
        width += content.width
    }

    /// Spaces up to a column.
    mutating func pad(to column: Int) {
        guard column > width else { return }
        text += String(repeating: " ", count: column - width)
        width = column
    }
}

/// How a piece of a line looks, as parameters of SGR (ECMA-48 8.3.117).
///
/// The coloured ones name text and background, so that they can be read on light and dark terminals alike.
enum TerminalInk: String, Sendable {
    case plain = ""
    case strong = "1"
    case faint = "2"
    /// Black on yellow.
    case minute = "30;43"
    /// White on red.
    case seconds = "1;37;41"
}

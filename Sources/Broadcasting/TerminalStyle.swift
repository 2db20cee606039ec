/// How a terminal board is drawn: boards of the same query and style are the same bytes.
package struct TerminalStyle: Hashable, Sendable {
    /// Columns of the terminal, 20 to 200 (contract 10); a number outside counts as the nearest one inside. Default 80.
    package var width: Int {
        didSet { width = Self.clamped(width) }
    }
    /// Whether the board is redrawn in place with escape sequences; otherwise one block follows the other.
    package var ansi: Bool
    /// Whether urgency is shown in colour as well as by signs.
    package var color: Bool

    /// Widths that can be asked for.
    package static let widths = 20...200

    /// - Parameter color: nil, the default, is colour where escape sequences are understood anyway.
    package init(width: Int = 80, ansi: Bool = true, color: Bool? = nil) {
        self.width = Self.clamped(width)
        self.ansi = ansi
        self.color = color ?? ansi
    }

    private static func clamped(_ width: Int) -> Int {
        min(max(width, widths.lowerBound), widths.upperBound)
    }
}

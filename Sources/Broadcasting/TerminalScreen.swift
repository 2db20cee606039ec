/// The escape sequences that keep a board in place (ECMA-48, and DEC private modes that every terminal knows).
enum TerminalScreen {
    private static let escape = "\u{1B}["

    /// Clears the screen.
    static let clear = escape + "H" + escape + "2J"
    /// Leaves the terminal as every frame leaves it, on a line of its own.
    static let leave = escape + "0m" + settled + "\r\n"

    /// No cursor that dances, and lines cut at the edge where the terminal is narrower than it was said to be.
    private static let drawing = escape + "?25l" + escape + "?7l"
    /// The opposite. Every frame ends with it, since a reader who leaves by Ctrl-C is not told a last word.
    private static let settled = escape + "?7h" + escape + "?25h"

    /// Rows of the smallest usual terminal.
    private static let usualHeight = 24

    /// Draws lines over those before: each is overwritten and the rest of it cleared, so that nothing flickers.
    ///
    /// Rows are addressed, not reached by line feeds, so that a board higher than the terminal does not scroll.
    static func frame(_ lines: [TerminalLine], width: Int) -> String {
        let rows = lines.enumerated().map { index, line in
            // At the right edge the cursor stands on the last character, and clearing would take that.
            move(to: index + 1) + line.text + (line.width < width ? escape + "K" : "")
        }
        let below = move(to: lines.count + 1) + escape + "J"
        return drawing + below + rows.joined() + settled + park(below: lines.count)
    }

    /// Moves below the board, where a shell goes on. A line feed is needed on the way, for what lies behind the last
    /// one is held back by readers that buffer by lines (curl without -N); in the last row of a terminal it scrolls.
    private static func park(below count: Int) -> String {
        count < usualHeight ? "\r\n" : escape + "H\r\n" + move(to: count + 1)
    }

    /// To the first column of a row, counted from 1; the last row of a terminal stands for those it does not have.
    private static func move(to row: Int) -> String {
        escape + "\(row);1H"
    }
}

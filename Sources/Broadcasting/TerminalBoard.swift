package import Racing

/// The board for people at a terminal (contract 4): a pure function of (history, query, style, second).
///
/// From top to bottom: a title with the chosen categories and the time, a row a race, and what must be known besides.
/// Urgency shows as a sign in front of a row and, if wanted, as colour. Nothing of a feed's text reaches the terminal
/// but what it can print.
package enum TerminalBoard {
    /// One picture of the board, with an LF after each line and no line wider than the style says.
    ///
    /// Without colour there is no escape sequence in it.
    package static func picture(
        _ history: CardHistory, _ query: BoardQuery, _ style: TerminalStyle, at second: Second
    ) -> [UInt8] {
        Array(lines(history, query, style, at: second).map { $0.text + "\n" }.joined().utf8)
    }

    /// The first bytes of a stream: with ANSI, a cleared screen and the board on it.
    package static func opening(
        _ history: CardHistory, _ query: BoardQuery, _ style: TerminalStyle, at second: Second
    ) -> [UInt8] {
        let frame = redraw(history, query, style, at: second)
        return style.ansi ? Array(TerminalScreen.clear.utf8) + frame : frame
    }

    /// What each second brings: with ANSI, the picture over the one before; otherwise the picture and an empty line.
    package static func redraw(
        _ history: CardHistory, _ query: BoardQuery, _ style: TerminalStyle, at second: Second
    ) -> [UInt8] {
        guard style.ansi else { return picture(history, query, style, at: second) + "\n".utf8 }
        return Array(TerminalScreen.frame(lines(history, query, style, at: second), width: style.width).utf8)
    }

    /// The last bytes of a stream: the terminal is as it was, and what follows stands below the board.
    package static func closing(_ style: TerminalStyle) -> [UInt8] {
        style.ansi ? Array(TerminalScreen.leave.utf8) : []
    }

    static func lines(
        _ history: CardHistory, _ query: BoardQuery, _ style: TerminalStyle, at second: Second
    ) -> [TerminalLine] {
        let races = history.races(query, at: second)
        let table = TerminalTable(races, query.categories, style, at: second)
        let title = TerminalTitle(query.categories, at: second)
        let notices = TerminalNotices.texts(history, query, marks: table.legend, at: second)
        let below = notices.flatMap { notice in
            TerminalText(notice.text).indented(to: style.width).map {
                TerminalLine($0, ink: notice.isWarning ? .strong : .plain, color: style.color)
            }
        }
        let gap = [TerminalLine(color: style.color)]
        return title.lines(width: table.width, color: style.color)
            + (races.isEmpty ? [] : [table.header] + races.map(table.row))
            + (below.isEmpty ? [] : gap + below)
    }
}

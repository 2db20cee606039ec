import Racing
import TestSupport
import Testing

@testable import Broadcasting

private typealias Boards = TerminalBoards

/// What a stream sends, byte by byte and as a terminal shows it.
@Suite struct `A terminal board in place` {
    private let history = Boards.history(Boards.everyUrgency)

    private func lines(_ history: CardHistory, _ query: BoardQuery, width: Int, at second: Second) -> [String] {
        Boards.plain(history, query, width: width, at: second).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    @Test func `is drawn row by row, cleared below, and leaves the cursor under itself`() {
        let style = TerminalStyle(width: 40, color: false)
        let history = Boards.history([Boards.race(300)])
        let frame = Boards.text(TerminalBoard.redraw(history, .first(2), style, at: Boards.now))
        #expect(
            frame == "\u{1B}[?25l\u{1B}[?7l\u{1B}[6;1H\u{1B}[J"
                + "\u{1B}[1;1HNEXT TO GO  All racing      00:01:40 UTC"
                + "\u{1B}[2;1H  Category  Meeting                To go"
                + "\u{1B}[3;1H  Horse     Randwick         R1   3m 20s"
                + "\u{1B}[4;1H\u{1B}[K"
                + "\u{1B}[5;1H1 of 2: no further races listed.\u{1B}[K"
                + "\u{1B}[?7h\u{1B}[?25h\r\n")
    }

    @Test func `begins with a clear screen, and never clears it again`() {
        let style = TerminalStyle()
        let opening = Boards.text(TerminalBoard.opening(history, .first(5), style, at: Boards.now))
        let redraw = Boards.text(TerminalBoard.redraw(history, .first(5), style, at: Boards.now))
        #expect(opening == "\u{1B}[H\u{1B}[2J" + redraw)
        #expect(!redraw.contains("\u{1B}[2J"))
    }

    @Test func `ends with the terminal as it was`() {
        #expect(Boards.text(TerminalBoard.closing(TerminalStyle())) == "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\r\n")
        #expect(TerminalBoard.closing(TerminalStyle(ansi: false)).isEmpty)
    }

    @Test func `is a picture and an empty line a second without ANSI`() {
        let style = TerminalStyle(ansi: false)
        let picture = TerminalBoard.picture(history, .first(5), style, at: Boards.now)
        #expect(TerminalBoard.opening(history, .first(5), style, at: Boards.now) == picture + [0x0A])
        #expect(TerminalBoard.redraw(history, .first(5), style, at: Boards.now) == picture + [0x0A])
    }

    @Test(arguments: [20, 40, 80, 120])
    func `shows the picture of each second and nothing of those before`(width: Int) throws {
        let style = TerminalStyle(width: width)
        var terminal = TerminalEmulator(columns: width, rows: 24, filledWith: "x")
        for seconds in 95...165 {
            let second = Boards.base + seconds
            let draw = seconds == 95 ? TerminalBoard.opening : TerminalBoard.redraw
            terminal.take(draw(history, .first(6), style, second))
            let expected = lines(history, .first(6), width: width, at: second)
            try #require(terminal.screen == expected + Array(repeating: "", count: 24 - expected.count))
            #expect((terminal.row, terminal.column) == (expected.count, 0))
            #expect(terminal.showsCursor && terminal.wraps)
        }
        #expect(terminal.unknown.isEmpty)
        #expect(terminal.scrolled == 0)
    }

    @Test(
        arguments: zip(
            [18, 19, 20, 20], [FeedOrigin.ClockKind.system, .system, .system, .shifted]))
    func `does not scroll a terminal of 24 rows, even if it is higher itself`(
        count: Int, clock: FeedOrigin.ClockKind
    ) throws {
        let races = (1...20).map { Boards.race(600 + 60 * $0, .horse, "Meeting \($0)", $0) }
        let history = Boards.history(races, source: .demo, clock: clock)
        var terminal = TerminalEmulator(columns: 80, rows: 24)
        for seconds in 1...3 {
            let second = Boards.base + seconds
            terminal.take(TerminalBoard.redraw(history, .first(count), TerminalStyle(), at: second))
            let picture = lines(history, .first(count), width: 80, at: second)
            #expect(picture.count == count + (clock == .system ? 4 : 5))
            // Of a higher one the last line stands for those that have no row.
            let visible = picture.prefix(23) + [picture.count < 24 ? "" : picture[picture.count - 1]]
            try #require(terminal.screen.prefix(visible.count) == visible)
            #expect(terminal.row == min(picture.count, 23))
        }
        #expect(terminal.scrolled == 0)
    }

    @Test func `is cut, not wrapped, by a terminal narrower than was said`() {
        var terminal = TerminalEmulator(columns: 40, rows: 15)
        terminal.take(TerminalBoard.opening(history, .first(5), TerminalStyle(width: 80), at: Boards.now))
        #expect(terminal.screen[0].hasPrefix("NEXT TO GO  All racing"))
        #expect(terminal.screen[2].hasPrefix("* Greyhound  Warrnambool     VIC  R3"))
        #expect(terminal.screen[7] == "")
        #expect(terminal.scrolled == 0)
    }

    @Test(arguments: [3, 5, 19, 20])
    func `can be read by who buffers lines: what follows the last line feed only moves the cursor`(count: Int) {
        let races = (1...20).map { Boards.race(600 + 60 * $0, .horse, "Meeting \($0)", $0) }
        let style = TerminalStyle(color: false)
        let frame = TerminalBoard.redraw(
            Boards.history(races, source: .demo), .first(count), style, at: Boards.now)
        let rest = Boards.text(Array(frame[frame.index(after: frame.lastIndex(of: 0x0A) ?? 0)...]))
        #expect(rest == (count == 20 ? "\u{1B}[25;1H" : ""))
    }
}

@Suite struct `Colour on a terminal board` {
    private let history = Boards.history(Boards.everyUrgency, source: .demo)

    private func picture(_ style: TerminalStyle) -> String {
        Boards.text(TerminalBoard.picture(history, .first(6), style, at: Boards.now))
    }

    @Test func `shows urgency on the sign and the countdown, and dims what has started`() {
        let rows = picture(TerminalStyle(width: 40)).split(separator: "\n").map(String.init)
        #expect(rows[0] == "\u{1B}[1mNEXT TO GO\u{1B}[0m  All racing      00:01:40 UTC")
        #expect(
            rows[2] == "\u{1B}[2m*\u{1B}[0m \u{1B}[2mGreyhound\u{1B}[0m \u{1B}[2mWarrnambool\u{1B}[0m      "
                + "\u{1B}[2mR3\u{1B}[0m     \u{1B}[2m-40s\u{1B}[0m")
        #expect(
            rows[3] == "\u{1B}[1;37;41m!\u{1B}[0m Horse     \u{1B}[1mFlemington\u{1B}[0m       R10    "
                + "\u{1B}[1;37;41m  0s\u{1B}[0m")
        #expect(
            rows[6] == "\u{1B}[30;43m>\u{1B}[0m Horse     \u{1B}[1mEllerslie\u{1B}[0m        R4     "
                + "\u{1B}[30;43m 59s\u{1B}[0m")
        #expect(rows[7] == "  Greyhound \u{1B}[1mGold Coast Poly\u{1B}[0m  R7    1m 0s")
        #expect(rows.suffix(2) == ["Demonstration data: these races are", "  made up."])
    }

    @Test(arguments: [20, 40, 80, 200])
    func `changes nothing but the look`(width: Int) {
        let colored = picture(TerminalStyle(width: width, ansi: false, color: true))
        #expect(colored.contains("\u{1B}[1;37;41m"))
        let parts = colored.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        let bare = parts.prefix(1) + parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
        #expect(bare.joined() == picture(TerminalStyle(width: width, ansi: false)))
    }

    @Test func `marks a board that may be out of date`() {
        let stale = TestRaces.history([TestRaces.race("a", in: 3_600)])
        let picture = Boards.text(
            TerminalBoard.picture(stale, .first(1), TerminalStyle(), at: TestRaces.base + 61))
        #expect(picture.hasSuffix("\u{1B}[1mTimes may be out of date: last update 1 minute 1 second ago.\u{1B}[0m\n"))
    }

    @Test func `comes with ANSI unless it is asked for or refused`() {
        #expect(TerminalStyle().color)
        #expect(!TerminalStyle(color: false).color)
        #expect(!TerminalStyle(ansi: false).color)
        #expect(TerminalStyle(ansi: false, color: true).color)
    }

    @Test func `without it and without ANSI there is no escape at all`() {
        let style = TerminalStyle(ansi: false)
        let bytes =
            TerminalBoard.opening(history, .first(6), style, at: Boards.now)
            + TerminalBoard.redraw(history, .first(6), style, at: Boards.now + 1) + TerminalBoard.closing(style)
        #expect(!bytes.contains(0x1B))
    }

    @Test func `without it there is no SGR, and each frame leaves none behind`() {
        let frame = Boards.text(
            TerminalBoard.redraw(history, .first(6), TerminalStyle(color: false), at: Boards.now))
        let endings = frame.split(separator: "\u{1B}").dropFirst().compactMap { $0.first { $0.isLetter } }
        #expect(!endings.contains("m"))
    }

    @Test(arguments: zip([-1, 0, 19, 20, 21, 199, 200, 201, .max], [20, 20, 20, 20, 21, 199, 200, 200, 200]))
    func `has a width within the contract's bounds`(asked: Int, width: Int) {
        #expect(TerminalStyle(width: asked).width == width)
        var style = TerminalStyle()
        style.width = asked
        #expect(style.width == width)
    }
}

import Racing
import TestSupport

@testable import Broadcasting

/// Boards for the tests of the terminal board.
enum TerminalBoards {
    static let base = TestRaces.base

    /// 100 seconds after the base: every urgency is on the board of ``everyUrgency`` then.
    static let now = base + 100

    static let everyUrgency = [
        race(60, .greyhound, "Warrnambool", 3, "Www.Ipswichgreyhounds.Com", "VIC", "AUS"),
        race(100, .horse, "Flemington", 10, "Schweppes Plate (Bm84)", "VIC", "AUS"),
        race(129, .harness, "Albion Park", 1, "Sexton/Glover/Watts Mount Barker Pace (Sky 2)", "QLD", "AUS"),
        race(130, .horse, "東京競馬場", 12, "天皇賞 🏇🏽 (秋)", nil, "JPN"),
        race(159, .horse, "Ellerslie", 4, nil, "NZ", "NZ"),
        race(160, .greyhound, "Gold Coast Poly", 7, "Pin\u{303}on Maiden", "QLD", "AUS"),
        race(3_700, .harness, "Celtic Park On The Green", 2, "Pace", nil, nil),
    ]

    static func race(
        _ seconds: Int, _ category: Racing.Category = .horse, _ meeting: String = "Randwick", _ number: Int = 1,
        _ name: String? = nil, _ state: String? = nil, _ country: String? = nil
    ) -> Race {
        Race(
            id: "\(seconds) \(meeting) \(number)", meeting: meeting, number: number, name: name, category: category,
            venue: Race.Venue(name: nil, state: state, country: country), start: base + seconds)
    }

    /// A history of one good poll, fresh for ten minutes.
    static func history(
        _ races: [Race], source: FeedOrigin.Source = .url, clock: FeedOrigin.ClockKind = .system, hideAfter: Int = 60
    ) -> CardHistory {
        var history = CardHistory(
            startingAt: base, rules: CardHistory.Rules(hideAfter: hideAfter, staleAfter: 600),
            origin: FeedOrigin(source: source, clock: clock))
        history.merge(RaceCard(races: races), polledAt: base, from: base + 1)
        return history
    }

    /// A picture without colour, as text.
    static func plain(
        _ history: CardHistory, _ query: BoardQuery = BoardQuery(), width: Int = 80, at second: Second = now
    ) -> String {
        text(TerminalBoard.picture(history, query, TerminalStyle(width: width, ansi: false), at: second))
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension BoardQuery {
    static func first(_ count: Int, _ categories: Racing.Category...) -> BoardQuery {
        BoardQuery(categories: CategorySet(categories.map { CategorySet($0) }), count: count)
    }
}

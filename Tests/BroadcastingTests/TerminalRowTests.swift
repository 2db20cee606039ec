import Racing
import Testing

@testable import Broadcasting

private typealias Boards = TerminalBoards

@Suite struct `The rows of a terminal board` {
    @Test(
        arguments: zip(
            [-60, -59, -1, 0, 1, 29, 30, 59, 60, 61, 3_599, 3_600],
            ["", "*", "*", "!", "!", "!", ">", ">", " ", " ", " ", " "]))
    func `begin with a sign that follows the contract's edges`(remaining: Int, sign: String) {
        let history = Boards.history([Boards.race(100 + remaining)])
        let rows = Boards.plain(history, .first(1)).split(separator: "\n").filter { $0.contains("Randwick") }
        #expect(rows.map { String($0.prefix(1)) } == (sign.isEmpty ? [] : [sign]))
        #expect(rows.allSatisfy { $0.hasSuffix(" " + Countdown(remaining: remaining).text) })
        #expect(rows.allSatisfy { $0.contains("started") == (remaining < 0) })
    }

    @Test func `are as many as races were asked for, in the card's order`() {
        let races = (1...30).map { Boards.race(60 * $0 + 120, .horse, "Meeting \($0)", $0) }
        let lines = Boards.plain(Boards.history(races), .first(20)).split(separator: "\n")
        #expect(lines.count == 22)
        #expect(lines.dropFirst(2).map { $0.split(separator: " ")[2] } == (1...20).map { "\($0)" })
        #expect(Set(lines.map(\.count)) == [80])
    }

    @Test func `hold their columns however long countdowns and numbers are`() {
        let races = [-7_261, -3_600, 359_999].map { Boards.race(100 + $0, .horse, "Ascot", 123_456) }
        let long = Boards.history(races, hideAfter: 86_400)
        #expect(
            Boards.plain(long, .first(3), width: 80) == """
                NEXT TO GO  All racing                                              00:01:40 UTC
                  Category   Meeting               Race                UTC                 To go
                * Horse      Ascot           R12…                    22:00     started -2h 1m 1s
                * Horse      Ascot           R12…                    23:01     started -1h 0m 0s
                  Horse      Ascot           R12…                    04:01           99h 59m 59s

                """)
        #expect(
            Boards.plain(long, .first(3), width: 40) == """
                NEXT TO GO  All racing      00:01:40 UTC
                   Meeting                         To go
                *H Ascot               R12…    -2h 1m 1s
                *H Ascot               R12…    -1h 0m 0s
                 H Ascot               R12…  99h 59m 59s

                H horse, T trots (harness), G greyhound.

                """)
    }

    @Test(arguments: zip([20, 30, 40, 60, 80, 120, 200], [7, 7, 7, 12, 12, 12, 12]))
    func `change nothing but sign and countdown while the seconds go by`(width: Int, countdown: Int) {
        let history = Boards.history([Boards.race(660, .harness, "Menangle", 2, "Pace", "NSW", "AUS")])
        let rows = (590...719).compactMap { second in
            Boards.plain(history, .first(1), width: width, at: Boards.base + second).split(separator: "\n")
                .first { $0.contains("Mena") }
        }
        #expect(rows.count == 130)
        #expect(Set(rows.map { $0.dropFirst().dropLast(countdown) }).count == 1)
        #expect(Set(rows.map(\.count)).count == 1)
    }
}

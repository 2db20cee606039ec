import Racing
import Testing

@testable import Broadcasting

private typealias Boards = TerminalBoards

/// Whole pictures, as they are read.
@Suite struct `A terminal board` {
    private let history = Boards.history(Boards.everyUrgency)

    @Test func `shows every urgency by a sign at 80 columns`() {
        #expect(
            Boards.plain(history, .first(7), width: 80) == """
                NEXT TO GO  All racing                                              00:01:40 UTC
                  Category   Meeting                   Race                    UTC         To go
                * Greyhound  Warrnambool     VIC  R3   Www.Ipswichgreyhoun…  00:01  started -40s
                ! Horse      Flemington      VIC  R10  Schweppes Plate (Bm…  00:01            0s
                ! Harness    Albion Park     QLD  R1   Sexton/Glover/Watts…  00:02           29s
                > Horse      東京競馬場      JPN  R12  天皇賞 🏇 (秋)        00:02           30s
                > Horse      Ellerslie       NZ   R4                         00:02           59s
                  Greyhound  Gold Coast Poly QLD  R7   Piñon Maiden          00:02         1m 0s
                  Harness    Celtic Park On…      R2   Pace                  01:01      1h 0m 0s

                """)
    }

    @Test func `has room for the country and longer names at 100 columns`() {
        #expect(
            Boards.plain(history, .first(7), width: 100) == """
                NEXT TO GO  All racing                                                                  00:01:40 UTC
                  Category   Meeting               Place         Race                              UTC         To go
                * Greyhound  Warrnambool           VIC AUS  R3   Www.Ipswichgreyhounds.Com       00:01  started -40s
                ! Horse      Flemington            VIC AUS  R10  Schweppes Plate (Bm84)          00:01            0s
                ! Harness    Albion Park           QLD AUS  R1   Sexton/Glover/Watts Mount Bar…  00:02           29s
                > Horse      東京競馬場            JPN      R12  天皇賞 🏇 (秋)                  00:02           30s
                > Horse      Ellerslie             NZ       R4                                   00:02           59s
                  Greyhound  Gold Coast Poly       QLD AUS  R7   Piñon Maiden                    00:02         1m 0s
                  Harness    Celtic Park On The G…          R2   Pace                            01:01      1h 0m 0s

                """)
    }

    @Test func `keeps the category in words, meeting and countdown at 40 columns`() {
        #expect(
            Boards.plain(history, .first(7), width: 40) == """
                NEXT TO GO  All racing      00:01:40 UTC
                  Category  Meeting                To go
                * Greyhound Warrnambool   R3        -40s
                ! Horse     Flemington    R10         0s
                ! Harness   Albion Park   R1         29s
                > Horse     東京競馬場    R12        30s
                > Horse     Ellerslie     R4         59s
                  Greyhound Gold Coast P… R7       1m 0s
                  Harness   Celtic Park…  R2    1h 0m 0s

                """)
    }

    @Test func `keeps meeting and countdown at 20 columns, whatever they are`() {
        #expect(
            Boards.plain(history, .first(7), width: 20) == """
                NEXT TO GO
                00:01:40 UTC
                  Meeting      To go
                * Warrna…       -40s
                ! Flemin…         0s
                ! Albion…        29s
                > 東京競…        30s
                > Ellers…        59s
                  Gold C…      1m 0s
                  Celtic…   1h 0m 0s

                """)
    }

    @Test func `keeps the race's number and a letter for the category at 20 columns within the hour`() {
        #expect(
            Boards.plain(history, .first(6), width: 20) == """
                NEXT TO GO
                00:01:40 UTC
                   Race        To go
                *G Warr… R3     -40s
                !H Flem… R10      0s
                !T Albi… R1      29s
                >H 東京… R12     30s
                >H Elle… R4      59s
                 G Gold… R7    1m 0s

                H horse, T trots
                  (harness), G
                  greyhound.

                """)
    }

    @Test func `gives up columns in the order that is documented`() {
        #expect(
            Boards.plain(history, .first(2), width: 74) == """
                NEXT TO GO  All racing                                        00:01:40 UTC
                  Category   Meeting              Race                   UTC         To go
                * Greyhound  Warrnambool     R3   Www.Ipswichgreyhou…  00:01  started -40s
                ! Horse      Flemington      R10  Schweppes Plate (B…  00:01            0s

                """)
        #expect(
            Boards.plain(history, .first(2), width: 70) == """
                NEXT TO GO  All racing                             00:01:40 UTC
                  Category   Meeting                          UTC         To go
                * Greyhound  Warrnambool               R3   00:01  started -40s
                ! Horse      Flemington                R10  00:01            0s

                """)
        #expect(
            Boards.plain(history, .first(2), width: 50) == """
                NEXT TO GO  All racing                00:01:40 UTC
                  Category  Meeting                    UTC   To go
                * Greyhound Warrnambool          R3  00:01    -40s
                ! Horse     Flemington           R10 00:01      0s

                """)
        #expect(
            Boards.plain(history, .first(2), width: 41) == """
                NEXT TO GO  All racing       00:01:40 UTC
                  Category  Meeting                 To go
                * Greyhound Warrnambool       R3     -40s
                ! Horse     Flemington        R10      0s

                """)
        #expect(
            Boards.plain(history, .first(2), width: 35) == """
                NEXT TO GO             00:01:40 UTC
                   Meeting                    To go
                *G Warrnambool          R3     -40s
                !H Flemington           R10      0s

                H horse, T trots (harness), G
                  greyhound.

                """)
    }

    @Test func `of one category is named in the title and leaves its column to the names`() {
        #expect(
            Boards.plain(history, .first(2, .harness), width: 80) == """
                NEXT TO GO  Harness racing                                          00:01:40 UTC
                  Meeting            Place         Race                        UTC         To go
                ! Albion Park        QLD AUS  R1   Sexton/Glover/Watts Mou…  00:02           29s
                  Celtic Park On Th…          R2   Pace                      01:01      1h 0m 0s

                """)
    }

    @Test func `names its categories below the title where there is no room in it`() {
        #expect(
            Boards.plain(history, .first(2, .horse, .greyhound), width: 40) == """
                NEXT TO GO                  00:01:40 UTC
                Horse and greyhound racing
                  Category  Meeting                To go
                * Greyhound Warrnambool      R3     -40s
                ! Horse     Flemington       R10      0s

                """)
        #expect(
            Boards.plain(history, .first(1, .harness, .greyhound), width: 20) == """
                NEXT TO GO
                00:01:40 UTC
                Harness and
                greyhound racing
                   Race        To go
                *G Warrn… R3    -40s

                T trots (harness),
                  G greyhound.

                """)
    }

    @Test func `has the time beside its name as soon as there is room`() {
        let lines = [23, 24].map { Boards.plain(history, .first(1), width: $0).split(separator: "\n").prefix(2) }
        #expect(lines[0] == ["NEXT TO GO", "00:01:40 UTC"])
        #expect(lines[1] == ["NEXT TO GO  00:01:40 UTC", "   Meeting         To go"])
    }

    @Test func `without any race has just a title and a sentence`() {
        #expect(
            Boards.plain(Boards.history([]), width: 80) == """
                NEXT TO GO  All racing                                              00:01:40 UTC

                No races listed at the moment.

                """)
        #expect(
            Boards.plain(Boards.history([]), .first(5, .greyhound), width: 20) == """
                NEXT TO GO
                00:01:40 UTC
                Greyhound racing

                No greyhound races
                  listed at the
                  moment.

                """)
    }
}

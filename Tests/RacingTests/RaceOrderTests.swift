import Racing
import Testing

struct RaceOrderTests {
    @Test(
        arguments: [
            ("the earlier start", race("b", 59, meeting: "Z", number: 9), race("a", 60, meeting: "A", number: 1)),
            ("the meeting", race("b", 60, meeting: "Ascot", number: 9), race("a", 60, meeting: "Bath", number: 1)),
            ("capitals before small letters", race("b", 60, meeting: "B"), race("a", 60, meeting: "a")),
            ("small letters before accents", race("b", 60, meeting: "z"), race("a", 60, meeting: "é")),
            ("capitals before accents", race("b", 60, meeting: "Zetland"), race("a", 60, meeting: "Ångström")),
            ("accents by their bytes", race("b", 60, meeting: "Ångström"), race("a", 60, meeting: "é")),
            ("plain before composed", race("b", 60, meeting: "e\u{301}"), race("a", 60, meeting: "\u{e9}")),
            ("a prefix", race("b", 60, meeting: "Bath"), race("a", 60, meeting: "Bath 2")),
            ("a space before letters", race("b", 60, meeting: "Bath 2"), race("a", 60, meeting: "Bathurst")),
            ("bytes beyond the basic plane", race("b", 60, meeting: "\u{ffff}"), race("a", 60, meeting: "\u{10000}")),
            ("the number, as a number", race("b", 60, number: 9), race("a", 60, number: 10)),
            ("the id", race("a", 60), race("b", 60)),
            ("the id by bytes", race("B", 60), race("a", 60)),
            ("never the category", race("a", 60, .greyhound), race("b", 60, .horse)),
            ("never the name", race("a", 60, name: "Z"), race("b", 60, name: "A")),
        ] as [(String, Race, Race)])
    func `races come in the order of start, meeting, number and id`(reason: String, first: Race, second: Race) {
        #expect(Race.precedes(first, second), "\(reason)")
        #expect(!Race.precedes(second, first), "\(reason)")
        #expect(history(first, second).ids(at: 1) == [first.id, second.id], "\(reason)")
        #expect(history(second, first).ids(at: 1) == [first.id, second.id], "\(reason)")
    }

    @Test func `no race precedes itself`() {
        let one = race("a", 60, meeting: "Ångström", number: 3)
        #expect(!Race.precedes(one, one))
    }

    /// Every combination of two values in each of the fields that decide.
    static let crowd: [Race] = [0, 60].flatMap { start in
        ["Ascot", "ascot"].flatMap { meeting in
            [2, 10].flatMap { number in
                ["x", "y"].map { race("\($0)\(start)\(meeting)\(number)", start, meeting: meeting, number: number) }
            }
        }
    }

    @Test func `the order is total`() {
        for left in Self.crowd {
            for right in Self.crowd where left != right {
                #expect(Race.precedes(left, right) != Race.precedes(right, left))
                for third in Self.crowd where Race.precedes(left, right) && Race.precedes(right, third) {
                    #expect(Race.precedes(left, third))
                }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a tie across the fifth place never flips, in whatever order the polls list it`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let tied = (1...8).map { race("id\(9 - $0)", 300, .harness, meeting: "Meeting \($0 / 3)", number: $0 % 3) }
        let first = [race("first", 120), race("second", 180)]
        var history = emptyHistory()
        for poll in 1...20 {
            history.poll((first + tied).shuffled(using: &generator), from: poll)
            #expect(history.ids(at: poll) == ["first", "second", "id8", "id7", "id6"])
        }
        #expect(history.revision(at: 20) == 1)
        #expect(history.ids(.first(3, .harness), at: 20) == ["id8", "id7", "id6"])
    }
}

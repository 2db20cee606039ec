import Racing
import Testing

/// When a board will run out of races, so that a poll may be asked for once it does.
struct ShortfallTests {
    private func shortfall(_ history: CardHistory, _ query: BoardQuery, after second: Int) -> Int? {
        history.nextShortfall(query, after: zero + second).map { $0 - zero }
    }

    @Test(arguments: [(1, 160), (2, 130), (3, 100), (4, 60), (5, nil), (20, nil)] as [(Int, Int?)])
    func `it is the expiry that leaves fewer races than wanted`(count: Int, second: Int?) {
        let history = history(race("a", 0), race("b", 40), race("c", 70), race("d", 100))
        #expect(shortfall(history, .first(count), after: 1) == second)
    }

    @Test(arguments: [(1, 100), (59, 100), (60, 100), (99, 100), (100, nil), (101, nil)] as [(Int, Int?)])
    func `a board that is short already does not fall short`(second: Int, expected: Int?) {
        let history = history(race("a", 0), race("b", 40), race("c", 70))
        #expect(shortfall(history, .first(2), after: second) == expected)
    }

    @Test func `races of equal start expire together`() {
        let history = history(race("a", 0), race("b", 0), race("c", 0), race("d", 70))
        #expect(shortfall(history, .first(2), after: 1) == 60)
        #expect(shortfall(history, .first(3), after: 1) == 60)
        #expect(shortfall(history, .first(1), after: 1) == 130)
    }

    @Test func `only the chosen categories count`() {
        let history = history(race("a", 0), race("b", 100), race("t", 40, .harness))
        #expect(shortfall(history, .first(1, .harness), after: 1) == 100)
        #expect(shortfall(history, .first(2, .horse), after: 1) == 60)
        #expect(shortfall(history, .first(1, .greyhound), after: 1) == nil)
        #expect(shortfall(history, .first(3), after: 1) == 60)
    }

    @Test func `nothing known, nothing to run out of`() {
        #expect(shortfall(emptyHistory(), .first(1), after: 0) == nil)
    }

    @Test func `it is told from the card of that second`() {
        var history = history(race("a", 0), race("b", 40))
        history.poll([race("a", 0), race("b", 40), race("c", 90)], from: 20)
        #expect(shortfall(history, .first(2), after: 19) == 60)
        #expect(shortfall(history, .first(2), after: 20) == 100)
    }
}

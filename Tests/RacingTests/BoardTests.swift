import Racing
import Testing

struct BoardTests {
    @Test(
        arguments: [
            (31, true), (30, true), (29, true), (1, true), (0, true), (-1, true), (-58, true), (-59, true),
            (-60, false), (-61, false), (-3_600, false),
        ])
    func `a race leaves at exactly sixty seconds past its start`(remaining: Int, visible: Bool) {
        let start = 4_000
        let history = history(race("a", start))
        #expect(history.ids(at: start - remaining) == (visible ? ["a"] : []))
        #expect(history.hasVisibleRace(at: at(start - remaining)) == visible)
    }

    @Test(
        arguments: [
            (0, 1, true), (0, 0, false), (0, -1, false),
            (1, 0, true), (1, -1, false), (1, -2, false),
            (86_400, 0, true), (86_400, -60, true), (86_400, -86_399, true), (86_400, -86_400, false),
        ])
    func `an operator may choose how long a started race stays`(hideAfter: Int, remaining: Int, visible: Bool) {
        let start = 100
        let history = history(hideAfter: hideAfter, race("a", start))
        #expect(history.ids(at: start - remaining) == (visible ? ["a"] : []))
    }

    @Test func `the default is sixty seconds`() {
        #expect(CardHistory.Rules() == CardHistory.Rules(hideAfter: 60, staleAfter: 60))
    }

    @Test(
        arguments: [
            (.first(1), ["h1"]),
            (.first(2), ["h1", "h2"]),
            (.first(5), ["h1", "h2", "g1", "h3", "t1"]),
            (.first(20), ["h1", "h2", "g1", "h3", "t1", "g2"]),
            (.first(5, .greyhound), ["g1", "g2"]),
            (.first(1, .harness), ["t1"]),
            (.first(2, .harness, .greyhound), ["g1", "t1"]),
            (.first(3, .horse), ["h1", "h2", "h3"]),
            (.first(3, .horse, .harness, .greyhound), ["h1", "h2", "g1"]),
        ] as [(BoardQuery, [String])])
    func `categories are filtered first, then the first races are taken`(query: BoardQuery, ids: [String]) {
        let history = history(
            race("h1", 10), race("h2", 20), race("g1", 30, .greyhound), race("h3", 40), race("t1", 50, .harness),
            race("g2", 60, .greyhound))
        #expect(history.ids(query, at: 1) == ids)
    }

    @Test func `expired races are filtered before the first are taken`() {
        let history = history(race("a", 0), race("b", 1), race("c", 2), race("d", 3))
        #expect(history.ids(.first(2), at: 59) == ["a", "b"])
        #expect(history.ids(.first(2), at: 60) == ["b", "c"])
        #expect(history.ids(.first(2), at: 61) == ["c", "d"])
        #expect(history.ids(.first(2), at: 62) == ["d"])
        #expect(history.ids(.first(2), at: 63) == [])
    }

    @Test func `a category nobody races in has an empty board, never another's races`() {
        let history = history(race("a", 100), race("b", 100, .harness))
        #expect(history.ids(.first(5, .greyhound), at: 1) == [])
        #expect(history.hasVisibleRace(at: at(1)))
    }

    @Test func `nothing is shown before the first card`() {
        #expect(emptyHistory().ids(at: 0) == [])
        #expect(!emptyHistory().hasVisibleRace(at: zero))
    }

    @Test func `a change holds from its stated second and not before`() {
        var history = history(race("a", 300))
        #expect(history.ids(at: 0) == [])
        #expect(history.ids(at: 1) == ["a"])
        history.poll([race("b", 100), race("a", 300)], from: 17)
        #expect(history.ids(at: 16) == ["a"])
        #expect(history.ids(at: 17) == ["b", "a"])
        history.poll([race("a", 90), race("b", 100)], from: 33)
        #expect(history.ids(at: 32) == ["b", "a"])
        #expect(history.ids(at: 33) == ["a", "b"])
    }

    @Test func `the board of any past second can be asked for`() {
        var history = history(race("a", 0), race("b", 30), race("c", 200, .harness))
        history.poll([race("b", 30), race("c", 50, .harness)], from: 40)
        let boards: [(Int, [String])] = [
            (1, ["a", "b", "c"]), (39, ["a", "b", "c"]), (59, ["a", "b", "c"]), (60, ["b", "c"]), (89, ["b", "c"]),
            (90, ["c"]), (109, ["c"]), (110, []),
        ]
        for (second, ids) in boards {
            #expect(history.ids(at: second) == ids, "second \(second)")
        }
        #expect(history.races(BoardQuery(), at: at(39)).last?.start == at(200))
        #expect(history.races(BoardQuery(), at: at(40)).last?.start == at(50))
    }

    @Test func `the last of two polls for the same second counts`() {
        var history = history(race("a", 300))
        history.poll([race("a", 200)], from: 20)
        history.poll([race("a", 100)], from: 20)
        #expect(history.races(BoardQuery(), at: at(19)).map(\.start) == [at(300)])
        #expect(history.races(BoardQuery(), at: at(20)).map(\.start) == [at(100)])
        history.poll([race("a", 300)], from: 20)
        #expect(history.revision(at: 20) == 1)
        #expect(history.changes(from: 1, to: 20) == [])
    }

    @Test func `a poll cannot hold from before the last change`() {
        var history = history(race("a", 300))
        history.poll([race("a", 200)], from: 20)
        #expect(history.lastChange == at(20))
        history.poll([race("a", 100)], from: 10)
        #expect(history.races(BoardQuery(), at: at(19)).map(\.start) == [at(300)])
        #expect(history.races(BoardQuery(), at: at(20)).map(\.start) == [at(100)])
        #expect(history.lastChange == at(20))
        history.fail("timeout", from: at(30))
        #expect(history.lastChange == at(30))
        history.poll([race("a", 50)], from: 25)
        #expect(history.races(BoardQuery(), at: at(29)).map(\.start) == [at(100)])
        #expect(history.races(BoardQuery(), at: at(30)).map(\.start) == [at(50)])
    }

    @Test func `a poll that names a race with fields not shown changed changes nothing`() {
        var history = history(race("a", 300, venue: Race.Venue(name: "Randwick", state: "NSW", country: "AUS")))
        history.poll([race("a", 300, venue: Race.Venue(name: "Randwick", state: "NSW", country: "AUS"))], from: 50)
        #expect(history.revision(at: 50) == 1)
        #expect(history.lastChange == at(50))
    }
}

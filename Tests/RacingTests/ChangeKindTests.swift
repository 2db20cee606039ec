import Racing
import Testing

/// One case a kind of change; what holds for all of them together is in the property tests.
struct ChangeKindTests {
    @Test func `nothing changed, nothing told`() {
        let history = history(race("a", 300), race("b", 400))
        #expect(history.changes(from: 1, to: 1) == [])
        #expect(history.changes(from: 1, to: 359) == [])
    }

    @Test func `a race that was not known is added, without an old start`() {
        var history = history(race("a", 300))
        history.poll([race("a", 300), race("b", 200)], from: 20)
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "b", kind: .added)])
        #expect(history.changes(from: 20, to: 21) == [])
    }

    @Test func `a race that was known beyond the board is added without an old start when others left`() {
        let history = history(race("a", 0), race("b", 300))
        #expect(
            history.changes(.first(1), from: 59, to: 60) == [
                BoardChange(id: "b", kind: .added), BoardChange(id: "a", kind: .expired),
            ])
    }

    @Test func `a race that a re-timing brought on is added with its old start`() {
        var history = history(race("a", 300), race("b", 900))
        history.poll([race("a", 300), race("b", 240)], from: 20)
        #expect(
            history.changes(.first(1), from: 19, to: 20) == [
                BoardChange(id: "b", kind: .added, from: at(900)), BoardChange(id: "a", kind: .displaced),
            ])
    }

    @Test func `the old start is the one at the client's revision`() {
        var history = history(race("a", 300), race("b", 900))
        history.poll([race("a", 300), race("b", 800)], from: 20)
        history.poll([race("a", 300), race("b", 240)], from: 30)
        #expect(history.changes(.first(1), from: 19, to: 30).first == BoardChange(id: "b", kind: .added, from: at(900)))
        #expect(history.changes(.first(1), from: 20, to: 30).first == BoardChange(id: "b", kind: .added, from: at(800)))
    }

    @Test func `a race whose time was over comes back with its old start when it is delayed`() {
        var history = history(race("a", 0), race("b", 900))
        history.poll([race("a", 1_000), race("b", 900)], from: 100)
        #expect(history.changes(from: 60, to: 100) == [BoardChange(id: "a", kind: .added, from: at(0))])
    }

    @Test(arguments: [-59, -60, -61, -200])
    func `also when its time was over before the history began`(start: Int) {
        var history = history(race("a", start), race("b", 900))
        history.poll([race("a", 1_000), race("b", 900)], from: 100)
        #expect(history.changes(from: 60, to: 100) == [BoardChange(id: "a", kind: .added, from: at(start))])
    }

    @Test(arguments: [240, 301, 1_320])
    func `a moved start is told with the old one`(start: Int) {
        var history = history(race("a", 300), race("b", 300))
        history.poll([race("a", start), race("b", 300)], from: 20)
        #expect(history.changes(from: 1, to: 20) == [BoardChange(id: "a", kind: .retimed, from: at(300))])
    }

    @Test func `a start that moved twice is told from the client's revision`() {
        var history = history(race("a", 300))
        history.poll([race("a", 400)], from: 20)
        history.poll([race("a", 500)], from: 30)
        #expect(history.changes(from: 19, to: 30) == [BoardChange(id: "a", kind: .retimed, from: at(300))])
        #expect(history.changes(from: 20, to: 30) == [BoardChange(id: "a", kind: .retimed, from: at(400))])
        history.poll([race("a", 300)], from: 40)
        #expect(history.changes(from: 19, to: 40) == [])
    }

    @Test func `a race on its start may still be moved`() {
        var history = history(race("a", 20))
        history.poll([race("a", 20)], from: 19)
        history.poll([race("a", 320)], from: 20)
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .retimed, from: at(20))])
    }

    static let ascot = Race.Venue(name: "Ascot", state: "WA")
    static let shown = race("a", 300, meeting: "Ascot", number: 3, name: "Cup", venue: ascot)
    static let updates: [Race] = [
        race("a", 300, meeting: "York", number: 3, name: "Cup", venue: ascot),
        race("a", 300, meeting: "Ascot", number: 4, name: "Cup", venue: ascot),
        race("a", 300, meeting: "Ascot", number: 3, name: "Vase", venue: ascot),
        race("a", 300, meeting: "Ascot", number: 3, name: nil, venue: ascot),
        race("a", 300, meeting: "Ascot", number: 3, name: "Cup", venue: .init(name: "York", state: "WA")),
        race("a", 300, meeting: "Ascot", number: 3, name: "Cup", venue: .init(name: "Ascot", state: "NSW")),
        race(
            "a", 300, meeting: "Ascot", number: 3, name: "Cup", venue: .init(name: "Ascot", state: "WA", country: "A")),
        race("a", 300, .harness, meeting: "Ascot", number: 3, name: "Cup", venue: ascot),
    ]

    @Test(arguments: updates)
    func `another shown field that changed is an update`(updated: Race) {
        var history = history(Self.shown)
        history.poll([updated], from: 20)
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .updated)])
        #expect(history.revision(at: 20) == 20)
    }

    @Test func `a start that moved along with other fields is one re-timing`() {
        var history = history(race("a", 300, name: "Cup"))
        history.poll([race("a", 360, .harness, number: 2, name: "Vase")], from: 20)
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .retimed, from: at(300))])
    }

    @Test func `a race leaves as expired with no poll needed`() {
        let history = history(race("a", 0), race("b", 0), race("c", 300))
        #expect(history.changes(from: 1, to: 59) == [])
        #expect(
            history.changes(from: 59, to: 60) == [
                BoardChange(id: "a", kind: .expired), BoardChange(id: "b", kind: .expired),
            ])
    }

    @Test func `a race moved so early that its time is over is expired`() {
        var history = history(race("a", 300))
        history.poll([race("a", -40)], from: 20)
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `a race pushed off by an earlier one is displaced, without a start`() {
        var history = history(race("a", 300))
        history.poll([race("a", 300), race("b", 200)], from: 20)
        #expect(
            history.changes(.first(1), from: 19, to: 20) == [
                BoardChange(id: "b", kind: .added), BoardChange(id: "a", kind: .displaced),
            ])
    }

    @Test func `a race that moved off the board itself is displaced with its old start`() {
        var history = history(race("a", 300), race("b", 400))
        history.poll([race("a", 900), race("b", 400)], from: 20)
        #expect(
            history.changes(.first(1), from: 19, to: 20) == [
                BoardChange(id: "b", kind: .added), BoardChange(id: "a", kind: .displaced, from: at(300)),
            ])
    }

    @Test(arguments: [(300, nil), (900, 300)] as [(Int, Int?)])
    func `a race that changed its category leaves the old one as displaced and joins the new one`(
        start: Int, from: Int?
    ) {
        var history = history(race("a", 300))
        history.poll([race("a", start, .harness)], from: 20)
        let old = from.map { at($0) }
        #expect(
            history.changes(.first(5, .horse), from: 19, to: 20) == [
                BoardChange(id: "a", kind: .displaced, from: old)
            ])
        #expect(
            history.changes(.first(5, .harness), from: 19, to: 20) == [BoardChange(id: "a", kind: .added, from: old)])
    }

    @Test func `a displaced race whose time is over by now is expired`() {
        var history = history(race("a", 300))
        history.poll([race("a", 300), race("b", 300, meeting: "Ascot")], from: 20)
        #expect(history.changes(.first(1), from: 19, to: 359).last == BoardChange(id: "a", kind: .displaced))
        #expect(history.changes(.first(1), from: 19, to: 360) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `those on the new board come first in its order, then the leavers in the old order`() {
        var history = history(
            race("gone", 0), race("off", 70), race("stays", 110), race("moves", 115), race("named", 120))
        history.poll(
            [race("new", 100), race("off", 900), race("moves", 90), race("stays", 110), race("named", 120, name: "A")],
            from: 60)
        #expect(
            history.changes(.first(4), from: 59, to: 60) == [
                BoardChange(id: "moves", kind: .retimed, from: at(115)),
                BoardChange(id: "new", kind: .added),
                BoardChange(id: "named", kind: .added),
                BoardChange(id: "gone", kind: .expired),
                BoardChange(id: "off", kind: .displaced, from: at(70)),
            ])
    }

    @Test func `any second from the first known to now is a known revision`() {
        let history = history(race("a", 300))
        let expected = [-1: false, 0: true, 1: true, 50: true, 51: false]
        for (revision, known) in expected {
            #expect(history.knows(at(revision), at: at(50)) == known, "revision \(revision)")
        }
    }

    @Test(
        arguments: [
            (.added, "added"), (.retimed, "retimed"), (.updated, "updated"), (.expired, "expired"),
            (.delisted, "delisted"), (.displaced, "displaced"),
        ] as [(BoardChange.Kind, String)])
    func `the kinds of change have their words of the stream`(kind: BoardChange.Kind, word: String) {
        #expect(kind.rawValue == word)
    }
}

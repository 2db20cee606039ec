import Racing
import Testing

/// A race is delisted when two good polls in a row do not name it, it has not started and lies before both horizons.
struct DelistingTests {
    private let a = race("a", 300)
    private let b = race("b", 600)

    /// The history after a first poll with both races at second 1, then polls of ten seconds each that name only `b`.
    private func missing(polls: Int) -> CardHistory {
        var history = history(a, b)
        for poll in 0..<polls { history.poll([b], from: 10 + 10 * poll) }
        return history
    }

    @Test(arguments: [(0, true), (1, true), (2, false), (3, false)])
    func `a race leaves with the second poll in a row that does not name it`(polls: Int, listed: Bool) {
        #expect(missing(polls: polls).ids(at: 100) == (listed ? ["a", "b"] : ["b"]))
    }

    @Test func `it leaves in the second of that poll and is told as delisted`() {
        let history = missing(polls: 2)
        #expect(history.ids(at: 19) == ["a", "b"])
        #expect(history.ids(at: 20) == ["b"])
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .delisted)])
        #expect(history.changes(from: 20, to: 30) == [])
        #expect(history.revision(at: 25) == 20)
    }

    @Test(arguments: [(359, BoardChange.Kind.delisted), (360, .delisted), (1_000, .delisted)])
    func `delisted it stays, also when its time is over meanwhile`(second: Int, kind: BoardChange.Kind) {
        #expect(missing(polls: 2).changes(from: 1, to: second).last { $0.id == "a" }?.kind == kind)
    }

    @Test func `a race that reappears after one missing poll begins anew`() {
        var history = missing(polls: 1)
        history.poll([a, b], from: 20)
        history.poll([b], from: 30)
        #expect(history.ids(at: 30) == ["a", "b"])
        history.poll([b], from: 40)
        #expect(history.ids(at: 40) == ["b"])
    }

    @Test func `an empty answer in between delists nothing and breaks the row`() {
        var history = missing(polls: 1)
        history.poll([], from: 20)
        #expect(history.ids(at: 20) == ["a", "b"])
        history.poll([b], from: 30)
        #expect(history.ids(at: 30) == ["a", "b"])
        history.poll([b], from: 40)
        #expect(history.ids(at: 40) == ["b"])
    }

    @Test func `empty answers alone never delist`() {
        var history = missing(polls: 0)
        for poll in 1...5 { history.poll([], from: 10 * poll) }
        #expect(history.ids(at: 50) == ["a", "b"])
    }

    @Test func `a failed poll in between neither counts nor breaks the row`() {
        var history = missing(polls: 1)
        history.fail("timeout", from: at(15))
        #expect(history.ids(at: 15) == ["a", "b"])
        history.poll([b], from: 20)
        #expect(history.ids(at: 20) == ["b"])
    }

    @Test func `a race that is named in any form is present, though it cannot be used`() {
        var history = missing(polls: 1)
        history.poll([b], present: ["a"], from: 20)
        #expect(history.ids(at: 20) == ["a", "b"])
        history.poll([b], from: 30)
        #expect(history.ids(at: 30) == ["a", "b"])
        history.poll([b], from: 40)
        #expect(history.ids(at: 40) == ["b"])
    }

    @Test func `an answer with ids alone reaches nowhere`() {
        let card = RaceCard(races: [], presentIDs: ["b"])
        #expect(card.horizon == .none)
        var history = missing(polls: 1)
        history.merge(card, polledAt: at(19), from: at(20))
        #expect(history.ids(at: 20) == ["a", "b"])
    }

    @Test func `an unchanged answer merged again is a poll like any other`() {
        var history = missing(polls: 0)
        let card = RaceCard(races: [b])
        history.merge(card, polledAt: at(9), from: at(10))
        history.merge(card, polledAt: at(19), from: at(20))
        #expect(history.ids(at: 20) == ["b"])
    }

    @Test(
        arguments: [
            (299, 299, true), (300, 300, true), (301, 301, false), (300, 301, true), (301, 300, true),
        ])
    func `it must start strictly before the horizon of both polls`(first: Int, second: Int, listed: Bool) {
        var history = missing(polls: 0)
        history.poll([], present: ["b"], horizon: .overall(at(first)), from: 10)
        history.poll([], present: ["b"], horizon: .overall(at(second)), from: 20)
        #expect(history.ids(at: 20).contains("a") == listed)
    }

    @Test func `the horizon of an answer is its last start`() {
        let card = RaceCard(races: [b, a])
        #expect(card.horizon == .overall(at(600)))
        #expect(card.presentIDs == ["a", "b"])
        #expect(RaceCard(races: [a], presentIDs: ["x"]).presentIDs == ["a", "x"])
        #expect(RaceCard(races: []).horizon == .none)
    }

    @Test func `a race cut off at the end of an answer stays`() {
        var history = missing(polls: 0)
        for poll in 1...3 { history.poll([a], from: 10 * poll) }
        #expect(history.ids(at: 30) == ["a", "b"])
    }

    @Test func `where the source answers by category each has its own horizon`() {
        let horizon = RaceCard.Horizon.perCategory([.horse: at(400), .harness: at(299)])
        #expect(horizon.start(for: .horse) == at(400))
        #expect(horizon.start(for: .greyhound) == nil)
        var history = history(a, race("t", 300, .harness), race("g", 300, .greyhound), race("late", 400))
        history.poll([], present: ["x"], horizon: horizon, from: 10)
        history.poll([], present: ["x"], horizon: horizon, from: 20)
        #expect(history.ids(at: 20) == ["g", "t", "late"])
        #expect(history.changes(from: 19, to: 20) == [BoardChange(id: "a", kind: .delisted)])
    }

    @Test(arguments: [(299, false), (300, true), (301, true), (359, true)])
    func `once started it stays until the clock takes it`(second: Int, stays: Bool) {
        var history = missing(polls: 1)
        history.poll([b], from: second)
        #expect(history.ids(at: second) == (stays ? ["a", "b"] : ["b"]))
        #expect(history.changes(from: 1, to: 360).last?.kind == (stays ? .expired : .delisted))
        #expect(history.ids(at: 360) == ["b"])
    }

    @Test func `a race listed again after its delisting is added`() {
        var history = missing(polls: 2)
        history.poll([a, b], from: 30)
        #expect(history.changes(from: 20, to: 30) == [BoardChange(id: "a", kind: .added)])
        #expect(history.changes(from: 19, to: 30) == [])
        #expect(history.changes(from: 19, to: 29) == [BoardChange(id: "a", kind: .delisted)])
        #expect(history.changes(from: 19, to: 360) == [BoardChange(id: "a", kind: .expired)])
        #expect(history.changes(from: 30, to: 360) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `listed again with another start it is re-timed for those who saw it before`() {
        var history = missing(polls: 2)
        history.poll([race("a", 400), b], from: 30)
        #expect(history.changes(from: 19, to: 30) == [BoardChange(id: "a", kind: .retimed, from: at(300))])
        #expect(history.changes(from: 25, to: 30) == [BoardChange(id: "a", kind: .added)])
    }

    @Test func `listed again beyond the board it is displaced`() {
        var history = missing(polls: 2)
        history.poll([race("a", 900), b], from: 30)
        #expect(
            history.changes(.first(1), from: 19, to: 30) == [
                BoardChange(id: "b", kind: .added), BoardChange(id: "a", kind: .displaced, from: at(300)),
            ])
    }

    @Test(arguments: [300, 340])
    func `listed again only when its time is over it stays delisted`(start: Int) {
        var history = missing(polls: 2)
        history.poll([race("a", start), b], from: 400)
        #expect(history.changes(from: 19, to: 399) == [BoardChange(id: "a", kind: .delisted)])
        #expect(history.changes(from: 19, to: 400) == [BoardChange(id: "a", kind: .delisted)])
    }

    @Test func `delisted twice is delisted`() {
        var history = missing(polls: 2)
        history.poll([a, b], from: 30)
        history.poll([b], from: 40)
        history.poll([b], from: 50)
        #expect(history.changes(from: 19, to: 50) == [BoardChange(id: "a", kind: .delisted)])
        #expect(history.changes(from: 35, to: 50) == [BoardChange(id: "a", kind: .delisted)])
        #expect(history.changes(from: 19, to: 500).first == BoardChange(id: "a", kind: .delisted))
    }

    @Test func `delisted and listed again for the same second is as if nothing had happened`() {
        var history = missing(polls: 2)
        history.poll([a, b], from: 20)
        #expect(history.changes(from: 19, to: 20) == [])
        #expect(history.revision(at: 20) == 1)
        #expect(history.changes(from: 19, to: 360) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `a race beyond the board is delisted without a word`() {
        let history = missing(polls: 2)
        var later = history
        later.poll([race("b", 200)], from: 30)
        later.poll([race("b", 200)], from: 40)
        #expect(history.changes(.first(5, .harness), from: 1, to: 20) == [])
        #expect(later.changes(.first(5), from: 20, to: 40) == [BoardChange(id: "b", kind: .retimed, from: at(600))])
    }
}

import Racing
import Testing

/// The revision of a board is the second from which it stands as it is.
struct RevisionTests {
    @Test func `a board that stood from the first is of the first known second`() {
        #expect(emptyHistory().revision(at: 0) == 0)
        #expect(emptyHistory().revision(at: 5_000) == 0)
        let history = history(race("a", 300))
        #expect(history.revision(at: 0) == 0)
        #expect(history.revision(.first(5, .harness), at: 100) == 0)
    }

    @Test(arguments: [(1, 1), (59, 1), (60, 60), (61, 60), (89, 60), (90, 90), (91, 90), (5_000, 90)])
    func `an expiry is a new revision in exactly its second`(second: Int, revision: Int) {
        #expect(history(race("a", 0), race("b", 30)).revision(at: second) == revision)
    }

    @Test(arguments: [(19, 1), (20, 20), (25, 20), (39, 20), (40, 40), (79, 40), (80, 80), (99, 80), (100, 100)])
    func `the last of polls and expiries counts`(second: Int, revision: Int) {
        var history = history(race("a", 20), race("b", 40), race("c", 900))
        history.poll([race("a", 20), race("b", 40), race("c", 800)], from: 20)
        history.poll([race("a", 20), race("b", 40), race("c", 700)], from: 40)
        #expect(history.revision(at: second) == revision)
    }

    @Test func `a poll and an expiry in the same second are one revision`() {
        var history = history(race("a", 0), race("b", 900))
        history.poll([race("a", 0), race("b", 800)], from: 60)
        #expect(history.revision(at: 59) == 1)
        #expect(history.revision(at: 60) == 60)
        #expect(history.revision(at: 61) == 60)
    }

    @Test func `a poll that changes nothing shown does not move it`() {
        var history = history(race("a", 300))
        for poll in 1...9 { history.poll([race("a", 300)], from: 15 * poll) }
        #expect(history.revision(at: 140) == 1)
    }

    @Test func `a change that is taken back is two revisions`() {
        var history = history(race("a", 300))
        history.poll([race("a", 400)], from: 20)
        history.poll([race("a", 300)], from: 30)
        #expect([19, 20, 29, 30, 31].map { history.revision(at: $0) } == [1, 20, 20, 30, 30])
    }

    @Test func `a change in another category does not move it`() {
        var history = history(race("a", 300), race("t", 400, .harness))
        history.poll([race("a", 300), race("t", 200, .harness)], from: 20)
        #expect(history.revision(.first(5, .horse), at: 30) == 1)
        #expect(history.revision(.first(5, .harness), at: 30) == 20)
        #expect(history.revision(at: 30) == 20)
        #expect(history.revision(.first(5, .horse), at: 260) == 1)
        #expect(history.revision(.first(5, .harness), at: 260) == 260)
    }

    @Test func `a change beyond the races wanted does not move it`() {
        var history = history(race("a", 300), race("b", 400), race("c", 500))
        history.poll([race("a", 300), race("b", 400), race("c", 450)], from: 20)
        history.poll([race("a", 300), race("b", 400), race("c", 450), race("d", 460)], from: 30)
        #expect(history.revision(.first(2), at: 40) == 1)
        #expect(history.revision(.first(3), at: 40) == 20)
        #expect(history.revision(.first(4), at: 40) == 30)
    }

    @Test func `the expiry of a race that never was of the query does not move it`() {
        let history = history(race("a", 300), race("t", 0, .harness), race("old", -120))
        #expect(history.revision(.first(5, .horse), at: 100) == 1)
        #expect(history.revision(at: 100) == 60)
    }

    @Test func `an expiry before the last poll still counts when that poll changed nothing`() {
        var history = history(race("a", 0), race("b", 300), race("c", 900))
        history.poll([race("b", 300), race("c", 800)], from: 70)
        #expect(history.revision(.first(1), at: 80) == 60)
        #expect(history.revision(.first(2), at: 80) == 70)
    }

    @Test func `an earlier second is answered as of the first known one`() {
        let history = history(race("a", -60), race("b", 300)).rebased(at: at(10))
        #expect(history.ids(at: -1) == ["a", "b"])
        #expect(history.revision(at: -1) == 10)
        #expect(history.changes(from: -1, to: 10) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `a card for the first known second makes that the revision`() {
        var history = emptyHistory()
        history.poll([race("a", 300)], from: 0)
        #expect(history.ids(at: 0) == ["a"])
        #expect(history.revision(at: 0) == 0)
        #expect(history.revision(at: 50) == 0)
        history.poll([race("b", 300)], from: 0)
        #expect(history.ids(at: 0) == ["a", "b"])
        #expect(history.revision(at: 50) == 0)
    }
}

import Racing
import Testing

/// When the wall clock is set back, the same knowledge goes on under the new time.
struct RebasingTests {
    private static func rebased(at second: Int) -> CardHistory {
        var history = history(hideAfter: 60, race("a", 300), race("b", 600), race("c", 900, .harness))
        history.poll([race("a", 310), race("b", 600), race("c", 900, .harness)], from: 100)
        history.poll([race("a", 320), race("b", 600), race("c", 900, .harness)], from: 200)
        return history.rebased(at: zero + second)
    }

    @Test func `the newest card holds from the new second on`() {
        let history = Self.rebased(at: 50)
        #expect(history.firstKnown == at(50))
        #expect(history.lastChange == at(50))
        #expect(history.races(BoardQuery(), at: at(50)).map(\.start) == [at(320), at(600), at(900)])
        #expect(history.ids(at: 380) == ["b", "c"])
        #expect(history.rules == CardHistory.Rules() && history.origin == emptyHistory().origin)
    }

    @Test func `nothing is known before it`() {
        let history = Self.rebased(at: 50)
        #expect(!history.knows(at(49), at: at(60)))
        #expect(history.knows(at(50), at: at(60)))
        #expect(history.revision(at: 60) == 50)
        #expect(history.ids(at: 49) == ["a", "b", "c"])
    }

    @Test func `a race that had expired is there again`() {
        var history = history(race("a", 0), race("b", 600))
        history.poll([race("b", 600)], from: 100)
        #expect(history.ids(at: 100) == ["b"])
        #expect(history.rebased(at: at(10)).ids(at: 10) == ["a", "b"])
    }

    @Test func `a poll may hold from that very second`() {
        var history = Self.rebased(at: 50)
        history.poll([race("a", 330), race("b", 600), race("c", 900, .harness)], from: 50)
        #expect(history.races(.first(1), at: at(50)).map(\.start) == [at(330)])
        #expect(history.revision(at: 55) == 50)
        history.poll([race("a", 340), race("b", 600), race("c", 900, .harness)], from: 51)
        #expect(history.changes(from: 50, to: 51) == [BoardChange(id: "a", kind: .retimed, from: at(330))])
    }

    @Test func `a race missing in the poll before is delisted by the next`() {
        var history = history(race("a", 300), race("b", 600))
        history.poll([race("b", 600)], from: 20)
        var rebased = history.rebased(at: at(10))
        rebased.poll([race("b", 600)], from: 15)
        #expect(rebased.ids(at: 14) == ["a", "b"])
        #expect(rebased.ids(at: 15) == ["b"])
        #expect(rebased.changes(from: 10, to: 15) == [BoardChange(id: "a", kind: .delisted)])
    }

    @Test(arguments: [(50, 0), (199, 0), (200, 1), (230, 31)])
    func `the age of the card counts on, but is never less than nought`(second: Int, age: Int) {
        let status = Self.rebased(at: second).feedStatus(at: at(second))
        #expect(status == FeedStatus(state: .fresh, ageSeconds: age, since: at(second), reason: nil))
    }

    @Test func `a card polled in a time yet to come ages from the new second`() {
        let history = Self.rebased(at: 50)
        #expect(history.feedStatus(at: at(110)).state == .fresh)
        #expect(
            history.feedStatus(at: at(111)) == FeedStatus(state: .stale, ageSeconds: 61, since: at(111), reason: nil))
    }

    @Test func `a card that was stale in the new time as well stays stale`() {
        let status = Self.rebased(at: 270).feedStatus(at: at(271))
        #expect(status == FeedStatus(state: .stale, ageSeconds: 72, since: at(270), reason: nil))
    }

    @Test func `a history without a card is starting again`() {
        var history = emptyHistory()
        history.fail("timed out", from: at(100))
        let rebased = history.rebased(at: at(-20))
        #expect(
            rebased.feedStatus(at: at(39))
                == FeedStatus(state: .starting, ageSeconds: nil, since: at(-20), reason: "timed out"))
        #expect(
            rebased.feedStatus(at: at(40))
                == FeedStatus(state: .down, ageSeconds: nil, since: at(40), reason: "timed out"))
    }

    @Test func `a failure since the last good poll is still the reason`() {
        var history = history(race("a", 900))
        history.fail("timed out", from: at(20))
        #expect(history.rebased(at: at(5)).feedStatus(at: at(100)).reason == "timed out")
    }

    @Test func `a failure before the last good poll is forgotten`() {
        var history = emptyHistory()
        history.fail("timed out", from: at(20))
        history.poll([race("a", 900)], from: 30)
        #expect(history.rebased(at: at(5)).feedStatus(at: at(100)).reason == nil)
    }

    /// Another slot may have been spoken in a moment before the clock was set.
    @Test(arguments: [(295, true), (296, false), (299, false), (300, false)])
    func `nothing is said within the length of a slot`(second: Int, isSpoken: Bool) {
        let history = Self.rebased(at: second)
        #expect((history.announcement(BoardQuery(), .frequent, at: at(300)) != nil) == isSpoken)
        #expect(history.announcement(BoardQuery(), .frequent, at: at(305))?.parts.map(\.kind) == [.soon])
    }

    @Test func `what came meanwhile is said in the slot after`() {
        var history = Self.rebased(at: 296)
        history.poll([race("a", 320), race("b", 660), race("c", 900, .harness)], from: 298)
        #expect(history.announcement(BoardQuery(), .frequent, at: at(300)) == nil)
        #expect(
            history.announcement(BoardQuery(), .frequent, at: at(305))?.parts.map(\.kind) == [.soon, .retimed, .feed])
        #expect(history.announcement(BoardQuery(), .frequent, at: at(310))?.parts.map(\.kind) == [.soon])
    }
}

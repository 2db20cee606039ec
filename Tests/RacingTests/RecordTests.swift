import Testing

@testable import Racing

/// A history that has been outside the process says the same as before, in every second.
struct RecordTests {
    static let origin = FeedOrigin(source: .replay, clock: .shifted)

    private static func copy(of history: CardHistory) throws -> CardHistory {
        try CardHistory(history.record(feed: "x"), feed: "x", rules: history.rules, origin: history.origin)
    }

    @Test(arguments: HistoryPropertyTests.seeds)
    func `it comes back whole`(seed: UInt64) throws {
        let script = PollScript(seed: seed)
        let original = script.history()
        guard original.hasCard else { return }
        let copy = try Self.copy(of: original)
        #expect(copy.record(feed: "x") == original.record(feed: "x"))
        #expect(copy.firstKnown == original.firstKnown && copy.lastChange == original.lastChange)
        for query in HistoryPropertyTests.queries {
            for second in 0...PollScript.length {
                let now = at(second)
                #expect(copy.races(query, at: now) == original.races(query, at: now))
                #expect(copy.revision(query, at: now) == original.revision(query, at: now))
                #expect(copy.changes(query, since: zero, at: now) == original.changes(query, since: zero, at: now))
                #expect(
                    copy.announcement(query, .frequent, at: now) == original.announcement(query, .frequent, at: now))
                #expect(copy.feedStatus(at: now) == original.feedStatus(at: now))
            }
        }
    }

    @Test(arguments: HistoryPropertyTests.seeds)
    func `it goes on as if it had never been away`(seed: UInt64) throws {
        let script = PollScript(seed: seed)
        var (one, other) = (
            CardHistory(startingAt: zero, rules: script.rules, origin: Self.origin),
            CardHistory(startingAt: zero, rules: script.rules, origin: Self.origin)
        )
        for poll in script.polls {
            switch poll.answer {
            case .card(let card):
                one.merge(card, polledAt: poll.polledAt, from: poll.from)
                other.merge(card, polledAt: poll.polledAt, from: poll.from)
            case .failure(let reason):
                one.fail(reason, from: poll.from)
                other.fail(reason, from: poll.from)
            }
            if other.hasCard { other = try Self.copy(of: other) }
        }
        #expect(one.record(feed: "x") == other.record(feed: "x"))
    }

    private static func spoilt(_ spoil: (inout CardHistoryRecord) -> Void) -> String? {
        var history = history(race("a", 300), race("b", 600))
        history.poll([race("a", 310), race("b", 600)], from: 20)
        var record = history.record(feed: "x")
        spoil(&record)
        do throws(CardHistoryRecord.Refusal) {
            _ = try CardHistory(record, feed: "x", rules: history.rules, origin: history.origin)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `one of another feed or clock is refused`() {
        #expect(Self.spoilt { _ in } == nil)
        #expect(Self.spoilt { $0.feed = "neds" } == "it is of another feed ('neds', not 'x')")
        #expect(Self.spoilt { $0.clock = "shifted" } == "it is of a shifted clock, not of a system one")
    }

    @Test func `one that puts races on more cards than there is room for is refused`() throws {
        var history = history(race("a", 300), race("b", 600))
        for poll in 1...50 { history.poll([race("a", 300 + poll), race("b", 600)], from: 20 * poll) }
        let record = history.record(feed: "x")
        let places = history.versions.reduce(0) { $0 + $1.races.count }
        for (room, isTaken) in [(8 * places, true), (8 * places - 1, false)] {
            let rules = CardHistory.Rules(limits: CardHistory.Limits(history: room))
            let copy = try? CardHistory(record, feed: "x", rules: rules, origin: history.origin)
            #expect((copy != nil) == isTaken)
        }
        #expect(throws: CardHistoryRecord.Refusal("its cards take more room than a history may")) {
            try CardHistory(
                record, feed: "x", rules: CardHistory.Rules(limits: CardHistory.Limits(history: 8)),
                origin: history.origin)
        }
    }

    @Test func `its rules give way to those of the process`() throws {
        let record = history(race("a", 10)).record(feed: "x")
        let copy = try CardHistory(
            record, feed: "x", rules: CardHistory.Rules(hideAfter: 5), origin: emptyHistory().origin)
        #expect(copy.ids(at: 14) == ["a"] && copy.ids(at: 15) == [])
    }
}

/// What is left for the next process.
struct ResumingTests {
    /// Polled every minute for as long as is said, with a race a minute that is listed until it starts.
    private static func history(minutes: Int) -> CardHistory {
        var history = emptyHistory()
        for minute in 0..<minutes {
            history.poll((max(0, minute - 5)...minute + 7).map { race("r\($0)", $0 * 60 + 300) }, from: minute * 60 + 1)
        }
        return history
    }

    @Test func `an hour of it is known, and no more`() throws {
        let old = Self.history(minutes: 90)
        let now = at(90 * 60)
        let resumed = try old.resumed(at: now)
        #expect(old.firstKnown == zero)
        #expect(resumed.firstKnown == now - 3_600)
        for second in stride(from: 30 * 60, through: 90 * 60, by: 7) {
            #expect(resumed.ids(at: second) == old.ids(at: second))
            #expect(
                resumed.changes(.first(5), since: at(second), at: now)
                    == old.changes(.first(5), since: at(second), at: now))
        }
    }

    @Test func `a younger one keeps its first second`() throws {
        #expect(try Self.history(minutes: 30).resumed(at: at(3_600)).firstKnown == zero)
    }

    @Test func `races that expired between two processes are told as expired, and the feed's age counts on`() throws {
        let resumed = try Self.history(minutes: 10).resumed(at: at(800))
        #expect(resumed.ids(at: 541).first == "r4")
        let changes = resumed.changes(.first(5), from: 541, to: 800)
        #expect(changes.filter { $0.kind == .expired }.map(\.id) == ["r4", "r5", "r6", "r7"])
        #expect(resumed.feedStatus(at: at(600)).state == .fresh)
        #expect(resumed.feedStatus(at: at(800)).state == .stale)
        #expect(resumed.feedStatus(at: at(800)).ageSeconds == 260)
    }

    @Test(arguments: [(541, true), (531, true), (530, false), (541 + 3_600, true), (541 + 3_601, false)])
    func `a time too far off on either side is refused`(second: Int, isTaken: Bool) {
        let history = Self.history(minutes: 10)
        #expect(history.lastChange == at(541))
        #expect(((try? history.resumed(at: at(second))) != nil) == isTaken)
    }

    @Test func `nothing is said that was said before, and nothing is lost that still waits`() throws {
        var history = emptyHistory()
        history.poll([race("a", 600)], from: 1)
        history.poll([race("a", 600), race("b", 660)], from: 11)
        let resumed = try CardHistory(
            history.record(feed: "x"), feed: "x", rules: history.rules, origin: history.origin
        ).resumed(at: at(13))
        #expect(resumed.announcement(BoardQuery(), .frequent, at: at(15))?.parts.map(\.kind) == [.added])
        for second in stride(from: 20, through: 60, by: 5) {
            #expect(resumed.announcement(BoardQuery(), .frequent, at: at(second)) == nil)
        }
    }
}

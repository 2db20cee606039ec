import Racing
import Testing

/// One history takes the place of another that has shown something else.
struct ReplacedHistoryTests {
    @Test(arguments: HistoryPropertyTests.seeds)
    func `what is told leads from the board that was shown to the one that is`(seed: UInt64) {
        let (shown, next) = (PollScript(seed: seed).history(), PollScript(seed: seed + 1_000).history())
        for query in HistoryPropertyTests.queries {
            for second in 1...PollScript.length {
                let (old, new) = (shown.races(query, at: at(second - 1)), next.races(query, at: at(second)))
                let changes = next.changes(query, since: at(second - 1), shownBy: shown, at: at(second))
                #expect(Set(changes.map(\.id)).count == changes.count)
                func ids(_ kinds: BoardChange.Kind...) -> Set<String> {
                    Set(changes.filter { kinds.contains($0.kind) }.map(\.id))
                }
                let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(new.map(\.id)))
                #expect(ids(.added) == newIDs.subtracting(oldIDs))
                #expect(ids(.expired, .delisted, .displaced) == oldIDs.subtracting(newIDs))
                for race in new {
                    guard let before = old.first(where: { $0.id == race.id }) else { continue }
                    #expect(ids(.retimed).contains(race.id) == (before.start != race.start))
                    #expect(ids(.updated).contains(race.id) == (before.start == race.start && before != race))
                }
            }
        }
    }

    @Test(arguments: HistoryPropertyTests.seeds)
    func `a history that is only longer goes on from the shorter one, whatever is asked`(seed: UInt64) {
        let script = PollScript(seed: seed)
        var history = CardHistory(startingAt: zero, rules: script.rules, origin: emptyHistory().origin)
        for poll in script.polls {
            let before = history
            switch poll.answer {
            case .card(let card): history.merge(card, polledAt: poll.polledAt, from: poll.from)
            case .failure(let reason): history.fail(reason, from: poll.from)
            }
            let last = poll.from - 1
            guard last >= zero else { continue }
            for query in HistoryPropertyTests.queries { #expect(history.continues(before, query, at: last)) }
            #expect(history.sharesPast(of: before, until: last) && before.sharesPast(of: history, until: last))
        }
    }

    /// What is found out quickly for all boards must be true of each.
    @Test(arguments: HistoryPropertyTests.seeds)
    func `one with the same past goes on from the other on every board`(seed: UInt64) {
        let histories = (0..<6).map { PollScript(seed: seed + UInt64($0) / 2).history() }
        for one in histories {
            for other in histories {
                for second in stride(from: 0, through: PollScript.length, by: 3)
                where one.sharesPast(of: other, until: at(second)) {
                    for query in HistoryPropertyTests.queries where one.rules == other.rules {
                        #expect(one.continues(other, query, at: at(second)))
                    }
                }
            }
        }
    }

    @Test func `the same card from another second on is another past`() {
        let (one, other) = (history(race("a", 300)), emptyHistory())
        var late = other
        late.poll([race("a", 300)], from: 5)
        #expect(one.sharesPast(of: one, until: at(9)))
        #expect(one.sharesPast(of: other, until: zero) && !one.sharesPast(of: other, until: at(1)))
        #expect(!one.sharesPast(of: late, until: at(9)) && !late.sharesPast(of: one, until: at(9)))
        // One that begins with the card cannot know since when it has stood, but not that it came later.
        let rebased = one.rebased(at: at(3))
        #expect(one.sharesPast(of: rebased, until: at(9)) && rebased.sharesPast(of: one, until: at(9)))
        #expect(!late.sharesPast(of: rebased, until: at(9)) && !rebased.sharesPast(of: late, until: at(9)))
    }

    @Test func `one that was cut to its last hour goes on from the whole`() {
        var history = history(race("a", 20_000))
        history.poll([race("a", 20_000), race("b", 20_100)], from: 100)
        let whole = history
        history.poll([race("a", 20_000), race("b", 20_100)], from: 7_300)
        #expect(history.firstKnown > whole.firstKnown)
        #expect(history.continues(whole, BoardQuery(), at: at(7_299)))
        #expect(whole.continues(history, BoardQuery(), at: at(7_299)))
        #expect(history.sharesPast(of: whole, until: at(7_299)) && whole.sharesPast(of: history, until: at(7_299)))
    }

    @Test func `a leaver is told by what the new history knows of it`() {
        let shown = history(race("a", 10), race("b", 300), race("c", 400), race("d", 500))
        var next = history(race("a", 10), race("b", 300), race("c", 400))
        next.poll([race("b", -100), race("c", 400), race("x", 450)], from: 20)
        next.poll([race("x", 450), race("y", 460)], from: 30)
        next.poll([race("x", 450), race("y", 460)], from: 40)
        let changes = next.changes(BoardQuery(), since: at(60), shownBy: shown, at: at(71))
        #expect(
            changes == [
                BoardChange(id: "x", kind: .added), BoardChange(id: "y", kind: .added),
                BoardChange(id: "a", kind: .expired), BoardChange(id: "b", kind: .expired),
                BoardChange(id: "c", kind: .delisted), BoardChange(id: "d", kind: .displaced),
            ])
    }
}

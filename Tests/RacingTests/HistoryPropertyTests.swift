import Racing
import Testing

/// What must hold for any history, query and second; a failure names the seed that repeats it.
struct HistoryPropertyTests {
    static let seeds: ClosedRange<UInt64> = 1...40
    static let queries: [BoardQuery] = [.first(3), .first(2, .horse), .first(20), .first(1, .harness, .greyhound)]

    private let seconds = 0...PollScript.length

    @Test(arguments: seeds)
    func `the board is the first visible races of the card of its second`(seed: UInt64) {
        let script = PollScript(seed: seed)
        let (history, reference) = (script.history(), Reference(script))
        for query in Self.queries {
            let wrong = seconds.filter { history.races(query, at: at($0)) != reference.board(query, at: $0) }
            #expect(wrong == [], "\(query)")
        }
        let wrong = seconds.filter {
            history.hasVisibleRace(at: at($0)) == reference.board(BoardQuery(count: 1), at: $0).isEmpty
        }
        #expect(wrong == [])
    }

    @Test(arguments: seeds)
    func `the revision is found by going back as long as the board is the same`(seed: UInt64) {
        let script = PollScript(seed: seed)
        let (history, reference) = (script.history(), Reference(script))
        for query in Self.queries {
            var revision = 0
            var board: [Race] = []
            for second in seconds {
                let next = reference.board(query, at: second)
                if next != board { (revision, board) = (second, next) }
                #expect(history.revision(query, at: second) == revision, "\(query) at \(second)")
            }
        }
    }

    @Test(arguments: seeds)
    func `the changes are exactly the difference of two boards`(seed: UInt64) {
        let script = PollScript(seed: seed)
        let (history, reference) = (script.history(), Reference(script))
        let query = Self.queries[Int(seed) % Self.queries.count]
        let boards = seconds.map { reference.board(query, at: $0) }
        var mistakes: [String] = []
        for second in seconds {
            for revision in 0...second {
                let told = history.changes(query, from: revision, to: second)
                let due = Self.difference(reference, boards, since: revision, at: second)
                if told != due { mistakes.append("\(revision) to \(second): \(told) and not \(due)") }
            }
        }
        #expect(mistakes == [], "\(query)")
    }

    private static func difference(
        _ reference: Reference, _ boards: [[Race]], since revision: Int, at second: Int
    ) -> [BoardChange] {
        let (old, new) = (boards[revision], boards[second])
        var due: [BoardChange] = []
        for race in new {
            let start = reference.cards[revision][race.id]?.start
            let moved = start == race.start ? nil : start
            if let shown = old.first(where: { $0.id == race.id }) {
                if moved != nil {
                    due.append(BoardChange(id: race.id, kind: .retimed, from: moved))
                } else if shown != race {
                    due.append(BoardChange(id: race.id, kind: .updated))
                }
            } else {
                due.append(BoardChange(id: race.id, kind: .added, from: moved))
            }
        }
        for race in old where !new.contains(where: { $0.id == race.id }) {
            if let now = reference.cards[second][race.id], reference.isVisible(now, at: second) {
                let moved = now.start == race.start ? nil : race.start
                due.append(BoardChange(id: race.id, kind: .displaced, from: moved))
            } else if let kind = reference.departure(race.id, since: revision, at: second) {
                due.append(BoardChange(id: race.id, kind: kind))
            }
        }
        return due
    }

    @Test(arguments: seeds)
    func `the state of the feed is that of the last good poll, since its first second`(seed: UInt64) {
        let script = PollScript(seed: seed)
        let (history, reference) = (script.history(), Reference(script))
        var since = 0
        var state = FeedStatus.State.starting
        for second in seconds {
            let next = reference.state(at: second)
            if next != state { (since, state) = (second, next) }
            let age = reference.lastGood(at: second).map { at(second) - $0.polledAt }
            let due = FeedStatus(state: state, ageSeconds: age, since: at(since), reason: reference.reason(at: second))
            #expect(history.feedStatus(at: at(second)) == due, "second \(second)")
        }
    }

    @Test(arguments: seeds)
    func `the next shortfall is found by going on with the card of the second`(seed: UInt64) {
        let script = PollScript(seed: seed)
        let (history, reference) = (script.history(), Reference(script))
        for query in Self.queries {
            for second in seconds {
                let expiries = reference.cards[second].values.filter { query.categories.contains($0.category) }
                    .map { $0.start + script.rules.hideAfter - zero }
                let due = expiries.filter { $0 > second }.sorted().first { expiry in
                    expiries.count { $0 > expiry } < query.count && expiries.count { $0 > second } >= query.count
                }
                #expect(history.nextShortfall(query, after: at(second)) == due.map { at($0) }, "\(query) at \(second)")
            }
        }
    }

    @Test func `the histories have something of everything`() {
        var kinds: [BoardChange.Kind: Int] = [:]
        var moved: [BoardChange.Kind: Int] = [:]
        var states: [FeedStatus.State: Int] = [:]
        for seed in Self.seeds {
            let history = PollScript(seed: seed).history()
            for second in stride(from: 0, through: PollScript.length, by: 5) {
                states[history.feedStatus(at: at(second)).state, default: 0] += 1
                for change in history.changes(.first(3), from: max(0, second - 20), to: second) {
                    kinds[change.kind, default: 0] += 1
                    if change.from != nil { moved[change.kind, default: 0] += 1 }
                }
            }
        }
        #expect(kinds.count == 6 && kinds.values.allSatisfy { $0 >= 10 }, "\(kinds)")
        #expect(Set(moved.keys) == [.added, .retimed, .displaced])
        #expect(states.count == 4, "\(states)")
    }
}

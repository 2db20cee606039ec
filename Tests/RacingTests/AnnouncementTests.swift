import Testing

@testable import Racing

/// 2026-01-15 00:00:00 UTC: a whole minute, and so a slot.
private let base = Second(1_768_435_200)

private func race(
    _ id: String, in seconds: Int, _ meeting: String = "Randwick", number: Int = 3, category: Racing.Category = .horse
) -> Race {
    Race(id: id, meeting: meeting, number: number, category: category, start: base + seconds)
}

/// A history whose first card held long before `base`, so that nothing of it is news.
private func history(_ races: [Race], hideAfter: Int = 60) -> CardHistory {
    var history = CardHistory(
        startingAt: base - 1_000, rules: CardHistory.Rules(hideAfter: hideAfter, staleAfter: 2_000),
        origin: FeedOrigin(source: .url, clock: .system))
    history.merge(RaceCard(races: races), polledAt: base - 1_000, from: base - 999)
    return history
}

private func said(
    _ history: CardHistory, _ second: Int, _ query: BoardQuery = BoardQuery(), mode: Announcement.Mode = .frequent
) -> String? {
    history.announcement(query, mode, at: base + second)?.text
}

@Suite struct `What is said` {
    @Test(
        arguments: [
            (30, nil), (31, nil), (35, "25 seconds: Randwick race 3"), (36, nil), (40, "20 seconds: Randwick race 3"),
            (45, "15 seconds: Randwick race 3"), (50, "10 seconds: Randwick race 3"),
            (55, "5 seconds: Randwick race 3"),
            (60, "Starting now: Randwick race 3"), (65, nil), (0, "1 minute: Randwick race 3"), (-5, nil), (5, nil),
        ] as [(Int, String?)])
    func `of a race falls on its slots alone`(second: Int, text: String?) {
        #expect(said(history([race("a", in: 60)]), second) == text)
    }

    @Test(arguments: Array(1...4))
    func `is never said between slots`(offset: Int) {
        let history = history([race("a", in: 60), race("b", in: 20)])
        for second in stride(from: 0, to: 120, by: 5) { #expect(said(history, second + offset) == nil) }
    }

    @Test(
        arguments: [
            // A start that is no whole minute: each instant falls into just one slot, and the time said is the slot's.
            (61, 0, nil), (61, 5, "56 seconds: Randwick race 3"), (61, 60, "1 second: Randwick race 3"),
            (61, 65, "Starting now: Randwick race 3"), (64, 35, "29 seconds: Randwick race 3"), (65, 35, nil),
            (64, 65, "Starting now: Randwick race 3"), (64, 60, "4 seconds: Randwick race 3"),
        ] as [(Int, Int, String?)])
    func `of an odd start keeps to the slots`(start: Int, second: Int, text: String?) {
        #expect(said(history([race("a", in: start)]), second) == text)
    }

    @Test func `names two races of one start, and counts more`() {
        let races = [race("a", in: 60), race("b", in: 60, "Ipswich", number: 5), race("c", in: 60, "Sale", number: 1)]
        #expect(said(history(Array(races[..<2])), 40) == "20 seconds: Ipswich race 5 and Randwick race 3")
        #expect(said(history(races), 40) == "20 seconds: Ipswich race 5 and 2 more")
        let part = history(races).announcement(BoardQuery(), .frequent, at: base + 40)?.parts.first
        #expect(part?.races == ["b", "a", "c"])
        #expect(part?.kind == .soon)
    }

    @Test func `has at most two urgent parts, in their order`() {
        let races = [race("a", in: 60, "A"), race("b", in: 80, "B"), race("c", in: 120, "C")]
        let announcement = history(races).announcement(BoardQuery(), .frequent, at: base + 60)
        #expect(announcement?.parts.map(\.kind) == [.started, .soon])
        #expect(announcement?.text == "Starting now: A race 3. 20 seconds: B race 3")
    }

    @Test func `as milestones leaves the seconds out, and off says nothing`() {
        let history = history([race("a", in: 60)])
        let all = stride(from: -60, through: 120, by: 5).map { said(history, $0, mode: .milestones) }
        #expect(all.compactMap(\.self) == ["1 minute: Randwick race 3", "Starting now: Randwick race 3"])
        #expect(stride(from: -60, through: 120, by: 1).allSatisfy { said(history, $0, mode: .off) == nil })
    }

    @Test func `is about the races of the query only`() {
        let history = history([race("a", in: 60, category: .greyhound), race("b", in: 120)])
        #expect(said(history, 40, BoardQuery(categories: CategorySet(.horse))) == nil)
        #expect(said(history, 40, BoardQuery(categories: CategorySet(.greyhound))) == "20 seconds: Randwick race 3")
        // The one that has started still stands on a board of one.
        #expect(said(history, 100, BoardQuery(count: 1)) == nil)
    }

    @Test(arguments: [0, 1, 4, 5])
    func `tells a start also where races leave at once`(hideAfter: Int) {
        let history = history([race("a", in: 60), race("b", in: 63)], hideAfter: hideAfter)
        #expect(said(history, 60) == "Starting now: Randwick race 3. 3 seconds: Randwick race 3")
        #expect(said(history, 65) == "Starting now: Randwick race 3")
        #expect(said(history, 70) == nil)
    }
}

@Suite struct `With races that leave at their start` {
    @Test func `one that joined within the slot is heard as well`() {
        let races = [race("a", in: 60, "A"), race("b", in: 60, "B"), race("z", in: 900, "Z")]
        var history = history(races, hideAfter: 0)
        let moved = [race("a", in: 50, "A")] + races[1...]
        history.merge(RaceCard(races: moved), polledAt: base + 56, from: base + 57)
        #expect(said(history, 60, BoardQuery(count: 1))?.hasPrefix("Starting now: B race 3") == true)
    }
}

@Suite struct `What happens to the card` {
    private let a = race("a", in: 600, "A")
    private let far = race("z", in: 5_000, "Z")

    @Test(arguments: [
        (119, "1 minute 59 seconds"), (120, "2 minutes"), (179, "2 minutes"), (3_599, "59 minutes"),
        (3_600, "1 hour"), (3_659, "1 hour"), (7_500, "2 hours 5 minutes"), (90_061, "25 hours 1 minute"),
        (60, "1 minute"), (1, "1 second"),
    ])
    func `is told with times in words`(remaining: Int, words: String) {
        #expect(Announcement.Part.time(remaining: remaining) == words)
    }

    @Test func `is said in the first slot from which it holds, once`() {
        var history = history([a, far])
        history.merge(RaceCard(races: [race("a", in: 1_620, "A"), far]), polledAt: base + 1, from: base + 2)
        #expect(said(history, 0) == nil)
        #expect(said(history, 5) == "A race 3 moved, now 26 minutes")
        #expect((6...60).allSatisfy { said(history, $0) == nil })
    }

    @Test func `ends the countdown of a race that is moved inside its last seconds`() {
        var history = history([race("a", in: 60, "A"), far])
        history.merge(RaceCard(races: [race("a", in: 300, "A"), far]), polledAt: base + 41, from: base + 42)
        #expect(said(history, 40) == "20 seconds: A race 3")
        #expect(said(history, 45) == "A race 3 moved, now 4 minutes")
        #expect((46...239).allSatisfy { said(history, $0) == nil })
        #expect(said(history, 240) == "1 minute: A race 3")
    }

    @Test func `is said in its own second when that is a slot`() {
        var history = history([a, far])
        history.merge(RaceCard(races: [race("a", in: 1_620, "A"), far]), polledAt: base + 4, from: base + 5)
        #expect(said(history, 5) == "A race 3 moved, now 26 minutes")
        #expect(said(history, 10) == nil)
    }

    @Test func `that a race is no longer listed is said of those that were on the board`() {
        var history = history([a, race("b", in: 700, "B"), far])
        for poll in 0..<2 {
            history.merge(RaceCard(races: [a, far]), polledAt: base + poll * 15, from: base + poll * 15 + 1)
        }
        #expect(said(history, 20) == "B race 3 no longer listed")
        #expect(said(history, 20, BoardQuery(count: 1)) == nil)
        #expect(said(history, 25) == nil)
    }

    @Test func `that a race joined is said with its time, however it came`() {
        var history = history([race("g", in: -59, "G"), a, far])
        #expect(said(history, 5, BoardQuery(count: 2)) == "Next: Z race 3, 1 hour 23 minutes")
        #expect(said(history, 10, BoardQuery(count: 2)) == nil)
        history.merge(RaceCard(races: [a, race("n", in: 300, "N"), far]), polledAt: base + 11, from: base + 12)
        #expect(said(history, 15) == "Next: N race 3, 4 minutes")
    }

    @Test func `waits for a slot with fewer than two urgent parts, then all of it is said`() {
        // At every slot one race starts and another is under half a minute.
        let busy = (0...5).map { race("s\($0)", in: $0 * 5, "S\($0)") }
        var history = history(busy + [a, far])
        history.merge(
            RaceCard(races: busy + [race("a", in: 660, "A"), far]), polledAt: base, from: base + 1)
        let query = BoardQuery(count: 20)
        for second in [5, 10, 15, 20] {
            #expect(history.announcement(query, .frequent, at: base + second)?.parts.count == 2)
        }
        #expect(said(history, 25, query) == "Starting now: S5 race 3. A race 3 moved, now 10 minutes")
        #expect(said(history, 30, query) == nil)
        #expect(said(history, 5, query, mode: .milestones) == "Starting now: S1 race 3. A race 3 moved, now 10 minutes")
    }

    @Test func `is given up after thirty seconds`() {
        let busy = (0...7).map { race("s\($0)", in: $0 * 5, "S\($0)") }
        var history = history(busy + [a, far])
        history.merge(RaceCard(races: busy + [race("a", in: 660, "A"), far]), polledAt: base, from: base + 1)
        let query = BoardQuery(count: 20)
        #expect(said(history, 30, query) == "Starting now: S6 race 3. 5 seconds: S7 race 3")
        #expect(said(history, 35, query) == "Starting now: S7 race 3")
        #expect(said(history, 40, query) == nil)
    }

    @Test func `is not said of a race that has left meanwhile, and of one race one thing only`() {
        var history = history([a, race("b", in: 700, "B"), far])
        // Onto the board of two by a re-timing: moved, not added as well.
        history.merge(
            RaceCard(races: [a, race("b", in: 700, "B"), race("z", in: 500, "Z")]), polledAt: base, from: base + 1)
        #expect(said(history, 5, BoardQuery(count: 2)) == "Z race 3 moved, now 8 minutes")
        // And away again before the slot.
        history.merge(RaceCard(races: [a, race("b", in: 700, "B"), far]), polledAt: base + 5, from: base + 6)
        history.merge(
            RaceCard(races: [a, race("b", in: 700, "B"), race("z", in: 500, "Z")]), polledAt: base + 6, from: base + 7)
        history.merge(RaceCard(races: [a, race("b", in: 700, "B"), far]), polledAt: base + 7, from: base + 8)
        #expect(said(history, 10, BoardQuery(count: 2)) == "Next: B race 3, 11 minutes")
    }

    @Test func `in order is moved, gone, joined and the feed`() {
        var history = CardHistory(
            startingAt: base - 1_000, rules: CardHistory.Rules(hideAfter: 60, staleAfter: 60),
            origin: FeedOrigin(source: .url, clock: .system))
        let b = race("b", in: 700, "B")
        history.merge(RaceCard(races: [a, b, far]), polledAt: base - 1_000, from: base - 999)
        history.merge(RaceCard(races: [a, far]), polledAt: base - 100, from: base - 99)
        let news = [race("a", in: 660, "A"), race("n", in: 300, "N"), far]
        history.merge(RaceCard(races: news), polledAt: base + 2, from: base + 3)
        #expect(
            said(history, 5)
                == "A race 3 moved, now 10 minutes. B race 3 no longer listed. Next: N race 3, 4 minutes. "
                + "Times are up to date")
        #expect(history.announcement(BoardQuery(), .frequent, at: base + 5)?.parts.last?.races == [])
    }
}

@Suite struct `Nothing is said` {
    @Test func `of the first card, however long it took`() {
        var history = CardHistory(startingAt: base, origin: FeedOrigin(source: .url, clock: .system))
        #expect(said(history, 65) == nil)
        history.merge(RaceCard(races: [race("a", in: 600), race("z", in: 900)]), polledAt: base + 71, from: base + 72)
        #expect((60...120).allSatisfy { said(history, $0) == nil })
    }

    @Test func `of a clock that was set back`() {
        let history = history([race("a", in: 600)]).rebased(at: base)
        #expect((0...60).allSatisfy { said(history, $0) == nil })
    }

    @Test func `when the feed goes stale but once, and once when it is back`() {
        var history = CardHistory(startingAt: base, origin: FeedOrigin(source: .url, clock: .system))
        let races = [race("z", in: 9_000)]
        history.merge(RaceCard(races: races), polledAt: base, from: base + 1)
        #expect(said(history, 60) == nil)
        #expect(said(history, 65) == "Times may be out of date")
        #expect((66...300).allSatisfy { said(history, $0) == nil })
        history.merge(RaceCard(races: races), polledAt: base + 301, from: base + 302)
        #expect(said(history, 305) == "Times are up to date")
    }
}

@Suite struct `Under a flood` {
    /// Thirty races in one minute, each second two.
    private let crowd = (0..<30).map { race("r\($0)", in: 60 + $0 * 2, "M\($0)", number: $0) }

    @Test func `there are never two announcements within five seconds, nor more than twelve a minute`() {
        let history = history(crowd)
        for query in [BoardQuery(), BoardQuery(count: 20), BoardQuery(count: 1)] {
            let seconds = (-60...300).filter { said(history, $0, query) != nil }
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 >= 5 })
            for start in -60...240 { #expect(seconds.count { (start..<start + 60).contains($0) } <= 12) }
            #expect(!seconds.isEmpty)
        }
    }

    @Test func `every race that joins the board is said once as next`() {
        // As a race leaves each minute, the next comes in: the urgent parts leave room.
        let day = (0..<45).map { race("r\($0)", in: $0 * 120 + 60, "M\($0)", number: $0) }
        let history = history(day)
        var counts: [String: Int] = [:]
        for second in stride(from: 0, through: 45 * 120 + 180, by: 5) {
            let parts = history.announcement(BoardQuery(), .frequent, at: base + second)?.parts ?? []
            for id in parts.filter({ $0.kind == .added }).flatMap(\.races) { counts[id, default: 0] += 1 }
        }
        #expect(counts.count == 40)
        #expect(counts.values.allSatisfy { $0 == 1 })
    }
}

import Racing
import TestSupport
import Testing

@testable import Broadcasting

private typealias Boards = TerminalBoards

@Suite struct `The notices of a terminal board` {
    private let base = TestRaces.base

    /// What stands below the races, in a second `seconds` after the base.
    private func notices(
        _ history: CardHistory, _ query: BoardQuery = .first(1), in seconds: Int = 1, width: Int = 200
    ) -> [String] {
        let picture = Boards.plain(history, query, width: width, at: base + seconds)
        guard let gap = picture.firstRange(of: "\n\n") else { return [] }
        return picture[gap.upperBound...].split(separator: "\n").map(String.init)
    }

    private func unanswered(failing reason: String? = nil) -> CardHistory {
        var history = CardHistory(startingAt: base, origin: FeedOrigin(source: .neds, clock: .system))
        if let reason { history.fail(reason, from: base + 1) }
        return history
    }

    @Test(arguments: [FeedOrigin.Source.neds, .ladbrokes, .url, .file])
    func `are none for a full, fresh board of real races`(source: FeedOrigin.Source) {
        #expect(notices(Boards.history([Boards.race(300)], source: source)).isEmpty)
    }

    @Test func `say that demonstration data is made up`() {
        let history = Boards.history([Boards.race(300)], source: .demo)
        #expect(notices(history) == ["Demonstration data: these races are made up."])
    }

    @Test func `say that recorded data is played back`() {
        #expect(notices(Boards.history([Boards.race(300)], source: .replay)) == ["Recorded data, played back."])
    }

    @Test func `say to which day a shifted clock is set`() {
        let history = Boards.history([Boards.race(90_000)], clock: .shifted)
        #expect(notices(history) == ["Not the present: the clock is set to 2026-01-15."])
        #expect(notices(history, in: 86_399).last == "Not the present: the clock is set to 2026-01-15.")
        #expect(notices(history, in: 86_400).last == "Not the present: the clock is set to 2026-01-16.")
    }

    @Test func `say that the first card is waited for, and why it has not come`() {
        #expect(notices(unanswered()) == ["Waiting for the feed..."])
        #expect(notices(unanswered(failing: "connection refused")) == ["Waiting for the feed... (connection refused)"])
    }

    @Test(
        arguments: zip(
            [61, 62, 119, 120, 179, 180, 3_599, 3_600, 7_260],
            [
                "1 minute 1 second", "1 minute 2 seconds", "1 minute 59 seconds", "2 minutes", "2 minutes", "3 minutes",
                "59 minutes", "1 hour", "2 hours 1 minute",
            ]))
    func `say how old a stale card is`(age: Int, words: String) {
        let history = TestRaces.history([TestRaces.race("a", in: 90_000)])
        #expect(notices(history, in: age) == ["Times may be out of date: last update \(words) ago."])
        #expect(notices(history, in: 60).isEmpty)
    }

    @Test func `give the reason of a stale card`() {
        var history = TestRaces.history([TestRaces.race("a", in: 3_600)])
        history.fail("the feed answered 500", from: base + 20)
        #expect(
            notices(history, in: 125) == [
                "Times may be out of date: last update 2 minutes ago (the feed answered 500)."
            ])
    }

    @Test func `say that a feed is down, why, and since when`() {
        #expect(notices(unanswered(), in: 61) == ["The feed does not answer (no answer yet)."])
        var history = TestRaces.history([TestRaces.race("a", in: 60)])
        history.fail("connection refused", from: base + 20)
        #expect(
            notices(history, in: 240) == ["The feed does not answer (connection refused): last update 4 minutes ago."])
    }

    @Test func `say that there are no further races`() {
        let races = [
            Boards.race(300, .horse), Boards.race(360, .harness), Boards.race(420, .harness, "Melton"),
        ]
        let history = Boards.history(races)
        #expect(notices(history, .first(3)).isEmpty)
        #expect(notices(history, .first(4)) == ["3 of 4: no further races listed."])
        #expect(notices(history, .first(5, .harness)) == ["2 of 5: no further harness races listed."])
        #expect(
            notices(history, .first(5, .horse, .greyhound)) == [
                "1 of 5: no further horse and greyhound races listed."
            ])
        #expect(notices(history, .first(5, .greyhound)) == ["No greyhound races listed at the moment."])
    }

    @Test func `come with the most important first, each set in where it goes on`() {
        var history = CardHistory(
            startingAt: base, rules: CardHistory.Rules(), origin: FeedOrigin(source: .demo, clock: .shifted))
        history.merge(RaceCard(races: [Boards.race(3_600)]), polledAt: base, from: base + 1)
        #expect(
            notices(history, .first(2), in: 61, width: 34) == [
                "Times may be out of date: last",
                "  update 1 minute 1 second ago.",
                "1 of 2: no further races listed.",
                "Demonstration data: these races",
                "  are made up.",
                "Not the present: the clock is",
                "  set to 2026-01-15.",
                "H horse, T trots (harness), G",
                "  greyhound.",
            ])
    }

    @Test func `show a hostile reason as plain, short text`() {
        let reason = "\u{1B}]0;x\u{7}\r\n" + String(repeating: "a", count: 500)
        let shown = "\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}" + String(repeating: "a", count: 111) + "\u{2026}"
        #expect(notices(unanswered(failing: reason)) == ["Waiting for the feed... (\(shown))"])
    }
}

import Racing
import Testing

struct FeedStatusTests {
    private func status(_ history: CardHistory, _ second: Int) -> FeedStatus {
        history.feedStatus(at: zero + second)
    }

    private func expected(
        _ state: FeedStatus.State, age: Int? = nil, since second: Int, _ reason: String? = nil
    ) -> FeedStatus {
        FeedStatus(state: state, ageSeconds: age, since: zero + second, reason: reason)
    }

    @Test(arguments: [(1, 60), (14, 60), (15, 60), (16, 64), (60, 240), (3_600, 14_400)])
    func `the limit is four polls and at least a minute`(poll: Int, limit: Int) {
        #expect(CardHistory.Rules(hideAfter: 30, pollInterval: poll) == .init(hideAfter: 30, staleAfter: limit))
    }

    @Test(arguments: [0, 1, 58, 59])
    func `a server is starting until the limit`(second: Int) {
        #expect(status(emptyHistory(), second) == expected(.starting, since: 0))
    }

    @Test(arguments: [60, 61, 100_000])
    func `from the limit on without a card the feed is down`(second: Int) {
        #expect(status(emptyHistory(), second) == expected(.down, since: 60, "no answer yet"))
    }

    @Test func `failed polls give the reason, but change no state`() {
        var history = emptyHistory()
        history.fail("HTTP 500", from: at(3))
        history.fail("timed out", from: at(30))
        #expect(status(history, 2) == expected(.starting, since: 0))
        #expect(status(history, 3) == expected(.starting, since: 0, "HTTP 500"))
        #expect(status(history, 29) == expected(.starting, since: 0, "HTTP 500"))
        #expect(status(history, 30) == expected(.starting, since: 0, "timed out"))
        #expect(status(history, 59) == expected(.starting, since: 0, "timed out"))
        #expect(status(history, 60) == expected(.down, since: 60, "timed out"))
    }

    @Test(
        arguments: [
            (10, .starting, nil, 0), (11, .fresh, 1, 11), (12, .fresh, 2, 11), (70, .fresh, 60, 11),
            (71, .stale, 61, 71), (72, .stale, 62, 71), (299, .stale, 289, 71),
            (300, .down, 290, 300), (301, .down, 291, 300), (9_000, .down, 8_990, 300),
        ] as [(Int, FeedStatus.State, Int?, Int)])
    func `a card is fresh up to the limit, then stale, and down once nothing is left to show`(
        second: Int, state: FeedStatus.State, age: Int?, since: Int
    ) {
        var history = emptyHistory()
        history.poll([race("a", 100), race("b", 240)], from: 11)
        #expect(status(history, second) == expected(state, age: age, since: since))
    }

    @Test(arguments: [(9, 71), (10, 71), (11, 71), (12, 72)])
    func `a feed whose last race expired before the limit is down at the limit`(start: Int, since: Int) {
        var history = emptyHistory()
        history.poll([race("a", start)], from: 11)
        #expect(status(history, 70).state == .fresh)
        #expect(status(history, since - 1).state != .down)
        #expect(status(history, since) == expected(.down, age: since - 10, since: since))
    }

    @Test func `a visible race of any category keeps the feed from being down`() {
        var history = emptyHistory()
        history.poll([race("a", 0), race("g", 500, .greyhound)], from: 11)
        #expect(status(history, 559).state == .stale)
        #expect(status(history, 560) == expected(.down, age: 550, since: 560))
    }

    @Test func `a good first answer without races is fresh, and down beyond the limit`() {
        var history = emptyHistory()
        history.poll([], from: 11)
        #expect(status(history, 11) == expected(.fresh, age: 1, since: 11))
        #expect(status(history, 70) == expected(.fresh, age: 60, since: 11))
        #expect(status(history, 71) == expected(.down, age: 61, since: 71))
    }

    @Test func `polls in time keep it fresh since the first of them`() {
        var history = emptyHistory()
        for poll in 0...10 { history.poll([race("a", 900)], from: 11 + 15 * poll) }
        #expect(status(history, 11) == expected(.fresh, age: 1, since: 11))
        #expect(status(history, 25) == expected(.fresh, age: 15, since: 11))
        #expect(status(history, 161) == expected(.fresh, age: 1, since: 11))
        #expect(status(history, 220) == expected(.fresh, age: 60, since: 11))
        #expect(status(history, 221) == expected(.stale, age: 61, since: 221))
    }

    @Test(arguments: [(70, 11), (71, 11), (72, 72), (100, 100)])
    func `fresh begins anew only after a second that was not`(second: Int, since: Int) {
        var history = emptyHistory()
        history.poll([race("a", 900)], from: 11)
        history.poll([race("a", 900)], from: second)
        #expect(status(history, second) == expected(.fresh, age: 1, since: since))
        #expect(status(history, second + 30) == expected(.fresh, age: 31, since: since))
    }

    @Test func `the feed recovers from down with the first good poll`() {
        var history = emptyHistory()
        history.fail("HTTP 503", from: at(1))
        history.poll([race("a", 900)], from: 200)
        #expect(status(history, 199) == expected(.down, since: 60, "HTTP 503"))
        #expect(status(history, 200) == expected(.fresh, age: 1, since: 200))
    }

    @Test func `a reason is told once the card is stale, and forgotten with the next good poll`() {
        var history = emptyHistory()
        history.poll([race("a", 900)], from: 11)
        history.fail("timed out", from: at(26))
        #expect(status(history, 70) == expected(.fresh, age: 60, since: 11))
        #expect(status(history, 71) == expected(.stale, age: 61, since: 71, "timed out"))
        history.poll([race("a", 900)], from: 100)
        #expect(status(history, 100) == expected(.fresh, age: 1, since: 100))
        #expect(status(history, 160) == expected(.stale, age: 61, since: 160))
        history.fail("timed out", from: at(170))
        #expect(status(history, 169).reason == nil)
        #expect(status(history, 170).reason == "timed out")
        #expect(status(history, 99).reason == "timed out")
    }

    @Test func `of a failed and a good poll for the same second the later one counts`() {
        var failedLast = emptyHistory()
        failedLast.poll([race("a", 900)], from: 11)
        failedLast.fail("timed out", from: at(11))
        #expect(status(failedLast, 71).reason == "timed out")
        var goodLast = emptyHistory()
        goodLast.fail("timed out", from: at(11))
        goodLast.poll([race("a", 900)], from: 11)
        #expect(status(goodLast, 71).reason == nil)
    }

    @Test func `a failed poll cannot hold from before the last change`() {
        var history = emptyHistory()
        history.poll([race("a", 900)], from: 21)
        history.fail("timed out", from: at(11))
        #expect(status(history, 20).reason == nil)
        #expect(status(history, 81) == expected(.stale, age: 61, since: 81, "timed out"))
    }

    @Test func `a failed poll changes nothing on the board`() {
        var history = history(race("a", 0), race("b", 300))
        history.fail("not JSON", from: at(30))
        #expect(history.ids(at: 59) == ["a", "b"])
        #expect(history.ids(at: 60) == ["b"])
        #expect(history.revision(at: 59) == 1)
        #expect(history.changes(from: 1, to: 59) == [])
    }

    @Test func `an answer ahead of its second is of age nought`() {
        var history = emptyHistory()
        history.merge(RaceCard(races: [race("a", 900)]), polledAt: at(14), from: at(11))
        #expect(status(history, 11) == expected(.fresh, age: 0, since: 11))
        #expect(status(history, 15) == expected(.fresh, age: 1, since: 11))
        #expect(status(history, 75) == expected(.stale, age: 61, since: 75))
    }

    @Test func `the age counts from the answer, not from the second it holds`() {
        var history = emptyHistory()
        history.merge(RaceCard(races: [race("a", 900)]), polledAt: at(5), from: at(11))
        #expect(status(history, 11) == expected(.fresh, age: 6, since: 11))
        #expect(status(history, 65).state == .fresh)
        #expect(status(history, 66) == expected(.stale, age: 61, since: 66))
    }

    @Test func `two good polls for the same second are one`() {
        var history = emptyHistory()
        history.poll([race("a", 900)], from: 11)
        history.merge(RaceCard(races: [race("a", 900)]), polledAt: at(7), from: at(11))
        #expect(status(history, 11) == expected(.fresh, age: 4, since: 11))
    }

    @Test func `a long outage before the first card is told from its first second`() {
        var history = emptyHistory()
        for poll in 1...100 { history.fail("HTTP \(500 + poll % 4)", from: at(300 * poll)) }
        #expect(status(history, 30_000) == expected(.down, since: 60, "HTTP 500"))
        history.poll([race("a", 40_000)], from: 30_100)
        #expect(status(history, 30_100) == expected(.fresh, age: 1, since: 30_100))
    }

    @Test func `a long outage after a card is told from the last expiry`() {
        var history = emptyHistory()
        history.poll([race("a", 900)], from: 11)
        for poll in 1...100 { history.fail("HTTP \(500 + poll % 4)", from: at(300 * poll)) }
        #expect(status(history, 30_000) == expected(.down, age: 29_990, since: 960, "HTTP 500"))
    }

    @Test func `states, sources and clocks have their words of the stream`() {
        let states: [FeedStatus.State] = [.starting, .fresh, .stale, .down]
        #expect(states.map(\.rawValue) == ["starting", "fresh", "stale", "down"])
        let sources: [FeedOrigin.Source] = [.demo, .neds, .nedsV2, .ladbrokes, .url, .file, .replay]
        #expect(sources.map(\.rawValue) == ["demo", "neds", "neds-v2", "ladbrokes", "url", "file", "replay"])
        let clocks: [FeedOrigin.ClockKind] = [.system, .shifted]
        #expect(clocks.map(\.rawValue) == ["system", "shifted"])
        #expect(emptyHistory().origin == FeedOrigin(source: .demo, clock: .system))
    }
}

import Testing

@testable import Racing

/// A history takes so much room and no more, whatever a feed sends.
@Suite struct `The room that a history takes` {
    private static let origin = FeedOrigin(source: .demo, clock: .system)

    private static func empty(history: Int = 64 << 20, card: Int = 6 << 20) -> CardHistory {
        CardHistory(
            startingAt: zero, rules: CardHistory.Rules(limits: CardHistory.Limits(history: history, card: card)),
            origin: origin)
    }

    /// Ten races that nobody has heard of before, and one far away, so that all of them lie before the horizon.
    private static func news(_ poll: Int) -> [Race] {
        (0..<10).map { race("a new race \(poll)-\($0)", 90_000 + $0, name: "The cup of poll \(poll)") }
            + [race("far", 100_000)]
    }

    /// The history after polls of news, so many seconds apart.
    private static func course(_ polls: Int, every interval: Int, history: Int = 64 << 20) -> CardHistory {
        var course = empty(history: history)
        for poll in 0..<polls { course.poll(news(poll), from: interval * poll + 1) }
        return course
    }

    /// By looking at every object: places, races, who was delisted, and who is missing.
    private static func counted(_ history: CardHistory) -> Int {
        var objects: [ObjectIdentifier: Int] = [:]
        for race in history.versions.flatMap(\.races.shared) { objects[ObjectIdentifier(race)] = race.weight }
        return objects.values.reduce(0, +) + history.versions.reduce(0) { $0 + 8 * $1.races.count }
            + history.delistings.reduce(0) { $0 + $1.shared.weight }
            + history.suspects.reduce(0) { $0 + 64 + $1.utf8.count }
    }

    @Test(arguments: HistoryPropertyTests.seeds)
    func `is counted without looking at every race again`(seed: UInt64) throws {
        let history = PollScript(seed: seed).history()
        #expect(history.weight == Self.counted(history))
        guard history.hasCard else { return }
        // What is shared over a gap is counted twice then: rather too much than too little.
        let copy = try CardHistory(
            history.record(feed: "x"), feed: "x", rules: history.rules, origin: history.origin)
        #expect(copy.weight >= Self.counted(copy))
    }

    @Test func `counts texts as they may be written`() {
        let plain = SharedRace(race("a", 1, meeting: "M")).weight
        #expect(SharedRace(race("a", 1, meeting: "MM")).weight == plain + 1)
        #expect(SharedRace(race("a", 1, meeting: "M\"\\")).weight == plain + 4)
        #expect(SharedRace(race("a", 1, meeting: "M\u{0}\u{1F} ")).weight == plain + 13)
        #expect(SharedRace(race("a", 1, meeting: "MÄ")).weight == plain + 2)
        #expect(SharedRace(race("a", 1, meeting: "M", name: "N")).weight == plain + 1)
    }

    @Test func `just fits, and not with a byte less`() {
        let weight = Self.course(40, every: 15).weight
        let fitting = Self.course(40, every: 15, history: weight)
        #expect(fitting.firstKnown == zero && fitting.versions.count == 41)
        var tight = Self.course(39, every: 15, history: weight - 1)
        #expect(tight.firstKnown == zero)
        let forgotten = tight.merge(RaceCard(races: Self.news(39)), polledAt: at(585), from: at(586))
        #expect(tight.weight <= (weight - 1) / 2 && tight.weight > (weight - 1) / 2 - weight / 30)
        #expect(forgotten == CardHistory.Forgotten(cards: 41 - tight.versions.count))
        #expect(tight.versions[0].from == tight.firstKnown && tight.weight == Self.counted(tight))
    }

    @Test func `an id from before the rest means all anew, one of it the exact difference`() {
        let full = Self.course(40, every: 15)
        let rest = Self.course(40, every: 15, history: full.weight - 1)
        let first = rest.firstKnown - zero
        #expect(first > 200 && (first - 1).isMultiple(of: 15))
        #expect(!rest.knows(at(first - 1), at: at(600)) && rest.knows(at(first), at: at(600)))
        for second in stride(from: first, through: 600, by: 7) {
            #expect(rest.ids(at: second) == full.ids(at: second))
            #expect(rest.changes(from: first, to: second) == full.changes(from: first, to: second))
            #expect(rest.revision(at: second) == max(first, full.revision(at: second)))
        }
    }

    @Test func `an hour is kept before anything of the hour is forgotten`() {
        // Two hours, the older of which takes most of the room.
        var history = Self.empty()
        for poll in 0..<200 { history.poll(Self.news(poll), from: 15 * poll + 1) }
        for poll in 0..<20 { history.poll(Self.news(1_000 + poll), from: 6_800 + 15 * poll) }
        var tight = Self.empty(history: history.weight - 1)
        var forgotten: [CardHistory.Forgotten] = []
        for poll in 0..<200 {
            forgotten.append(tight.merge(RaceCard(races: Self.news(poll)), polledAt: zero, from: at(15 * poll + 1)))
        }
        for poll in 0..<20 {
            let from = at(6_800 + 15 * poll)
            forgotten.append(tight.merge(RaceCard(races: Self.news(1_000 + poll)), polledAt: zero, from: from))
        }
        #expect(forgotten.allSatisfy { $0 == .nothing })
        #expect(tight.firstKnown == at(6_800 + 15 * 19 - 3_660))
        #expect(history.firstKnown == zero)
    }

    @Test(arguments: [1, 2, 5, 15, 60])
    func `whatever it takes, the present is kept, and that is all`(interval: Int) {
        var history = Self.empty(history: 1)
        for poll in 0..<100 {
            let from = interval * poll + 1
            let forgotten = history.merge(RaceCard(races: Self.news(poll)), polledAt: at(from - 1), from: at(from))
            #expect(history.firstKnown <= max(zero, at(from - CardHistory.present)))
            #expect(history.versions.count <= CardHistory.present / interval + 2)
            #expect(forgotten.cards <= 1 && forgotten.races == 0)
            #expect(history.ids(.first(30), at: from).contains("a new race \(poll)-0"))
        }
    }

    @Test func `a feed that names new races with every poll for a day takes no more than it may`() {
        let limit = 100_000
        var history = Self.empty(history: limit)
        var (cards, steps) = (0, Set<Second>())
        for poll in 0..<5_760 {
            cards +=
                history.merge(
                    RaceCard(races: Self.news(poll)), polledAt: at(15 * poll), from: at(15 * poll + 1)
                ).cards
            #expect(history.weight <= limit)
            steps.insert(history.firstKnown)
        }
        #expect(cards > 5_000)
        // Each time it takes a while before it is full again.
        #expect(steps.count < 5_760 / 3)
    }

    @Test func `a real hour is a small part of it`() {
        var history = Self.empty()
        for poll in 0..<480 {
            let first = poll / 4
            let races = (first..<first + 100).map { number in
                race("5c1ff8f2-3b8c-4a3d-9d6c-0c2a8e1f\(number)", number * 60, name: "Maiden Plate")
            }
            history.poll(races, from: 15 * poll + 1)
        }
        #expect(history.weight < CardHistory.Limits().history / 100)
    }
}

/// Races at or beyond the horizon may only have been cut off, so they stay: but not without end.
@Suite struct `The room that a card takes` {
    private static func empty(card: Int) -> CardHistory {
        CardHistory(
            startingAt: zero, rules: CardHistory.Rules(limits: CardHistory.Limits(card: card)),
            origin: FeedOrigin(source: .demo, clock: .system))
    }

    /// A card of `a` to `d`, then one that lists `a` alone.
    private static func cutOff(card: Int) -> (CardHistory, CardHistory.Forgotten) {
        var history = empty(card: card)
        history.poll([race("a", 600), race("b", 700), race("c", 800), race("d", 900)], from: 1)
        let forgotten = history.merge(RaceCard(races: [race("a", 600)]), polledAt: at(15), from: at(16))
        return (history, forgotten)
    }

    @Test func `just fits, and not with a byte less: the latest race goes`() {
        let four = Self.cutOff(card: 1 << 20).0.versions[1].races.weight
        #expect(Self.cutOff(card: four).0.ids(at: 16) == ["a", "b", "c", "d"])
        #expect(Self.cutOff(card: four).1 == .nothing)
        #expect(Self.cutOff(card: four - 1).0.ids(at: 16) == ["a", "b", "c"])
        #expect(Self.cutOff(card: four - 1).1 == CardHistory.Forgotten(races: 1))
        #expect(Self.cutOff(card: four / 2 - 1).0.ids(at: 16) == ["a"])
    }

    @Test func `what the feed names is kept whatever it takes`() {
        var history = Self.empty(card: 1)
        history.poll([race("a", 600), race("b", 700)], from: 1)
        #expect(history.ids(at: 1) == ["a", "b"])
        let (last, forgotten) = Self.cutOff(card: 1)
        #expect(last.ids(at: 16) == ["a"] && forgotten == CardHistory.Forgotten(races: 3))
        // Nobody has said that they are no longer listed, and their time is not over.
        #expect(last.changes(from: 1, to: 16).map(\.kind) == [.displaced, .displaced, .displaced])
        #expect(last.changes(from: 1, to: 759).map(\.kind) == [.expired, .displaced, .displaced, .displaced])
        #expect(last.changes(from: 1, to: 760).map(\.kind) == [.expired, .expired, .displaced, .displaced])
    }

    @Test func `a feed that names new races of the same second with every poll does not make it grow`() {
        var history = Self.empty(card: 50_000)
        var races = 0
        for poll in 0..<2_000 {
            let news = (0..<10).map { race("\(poll)-\($0)", 2_000_000) }
            races += history.merge(RaceCard(races: news), polledAt: at(15 * poll), from: at(15 * poll + 1)).races
            #expect(history.versions[history.versions.count - 1].races.weight <= 50_000)
        }
        #expect(races > 19_000)
    }

    @Test func `one answer as large as any fits with what a poll before it left`() {
        // 4 MiB with the most races that are kept of it.
        let name = String(repeating: "n", count: (4 << 20) / 3_000)
        let list = RaceList((0..<3_000).map { SharedRace(race("\($0)", 600, name: name)) })
        #expect(list.weight < CardHistory.Limits().card)
    }
}

/// What is written of a history that is larger than what is read.
@Suite struct `The newest part of a history` {
    private static let history: CardHistory = {
        var history = emptyHistory()
        for poll in 0..<20 { history.poll([race("new \(poll)", 9_000), race("far", 90_000)], from: 15 * poll + 1) }
        return history
    }()

    @Test func `is all of it when it fits, and less with a byte less`() {
        let weight = Self.history.weight
        #expect(Self.history.lightened(to: weight).versions.count == 21)
        let lighter = Self.history.lightened(to: weight - 1)
        #expect(lighter.versions.count < 21 && lighter.weight <= weight - 1)
        #expect(lighter.versions[0].from == lighter.firstKnown)
    }

    @Test func `is what holds now and what is to come at least`() {
        let least = Self.history.lightened(to: 1)
        #expect(least.versions.map(\.from) == [at(271), at(286)])
        #expect(least.ids(at: 290) == Self.history.ids(at: 290) && least.ids(at: 280) == Self.history.ids(at: 280))
        #expect(emptyHistory().lightened(to: 0).versions.count == 1)
    }
}

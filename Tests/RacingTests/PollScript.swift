import Racing

/// A short random history: twelve races that are moved, renamed, dropped and listed again, cut answers, empty ones,
/// failures, polls for the same second; small numbers, so that much coincides.
struct PollScript: Sendable {
    struct Poll: Sendable {
        var from: Second
        var polledAt: Second
        var answer: Answer
    }

    enum Answer: Sendable {
        case card(RaceCard)
        case failure(String)
    }

    /// Seconds from ``zero`` that the script covers.
    static let length = 60
    let rules: CardHistory.Rules
    private(set) var polls: [Poll] = []

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        rules = CardHistory.Rules(hideAfter: [0, 1, 20, 60][random.next(in: 0...3)], staleAfter: 8)
        var feed = RandomFeed(random: random)
        var from = zero
        while from - zero < Self.length {
            let (answer, gap) = feed.next()
            polls.append(Poll(from: from, polledAt: from - feed.random.next(in: 1...3), answer: answer))
            from = from + gap
        }
    }

    func history() -> CardHistory {
        var history = CardHistory(
            startingAt: zero, rules: rules, origin: FeedOrigin(source: .replay, clock: .shifted))
        for poll in polls {
            switch poll.answer {
            case .card(let card): history.merge(card, polledAt: poll.polledAt, from: poll.from)
            case .failure(let reason): history.fail(reason, from: poll.from)
            }
        }
        return history
    }
}

/// A feed whose races change at random from answer to answer.
struct RandomFeed {
    var random: SplitMix64
    private var races: [Race] = []
    private var unlisted: Set<String> = []
    private var last = RaceCard(races: [])

    init(random: SplitMix64) {
        self.random = random
        let meetings = ["Ascot", "Bath", "Ångström"]
        races = (0..<12).map { number in
            race(
                "r\(number)", 20 * self.random.next(in: -6...6), Category.allCases[self.random.next(in: 0...2)],
                meeting: meetings[self.random.next(in: 0...2)], number: self.random.next(in: 1...3))
        }
    }

    /// An answer, and the seconds to the next one.
    mutating func next() -> (PollScript.Answer, gap: Int) {
        let gap = happens(0.1) ? 0 : happens(0.15) ? 14 : random.next(in: 1...7)
        if happens(0.15) { return (.failure(happens(0.5) ? "timed out" : "HTTP 500"), gap) }
        if happens(0.1) { return (.card(last), gap) }
        if happens(0.05) { return (.card(RaceCard(races: [])), gap) }
        for index in races.indices where happens(0.15) { change(index) }
        last = answer()
        return (.card(last), gap)
    }

    private mutating func change(_ index: Int) {
        switch random.next(in: 0...6) {
        case 0: races[index].start = races[index].start + 20 * random.next(in: -3...3)
        case 1: races[index].start = races[index].start + random.next(in: -2...2)
        case 2: races[index].name = happens(0.5) ? "Cup" : "Vase"
        case 3: races[index].category = Category.allCases[random.next(in: 0...2)]
        default:
            let id = races[index].id
            if unlisted.remove(id) == nil { unlisted.insert(id) }
        }
    }

    private mutating func answer() -> RaceCard {
        var listed = races.filter { !unlisted.contains($0.id) }
        if happens(0.2) { listed = Array(listed.sorted(by: Race.precedes).prefix(random.next(in: 1...9))) }
        let bad = Set(listed.map(\.id).filter { _ in happens(0.05) })
        let usable = listed.filter { !bad.contains($0.id) }.shuffled(using: &random)
        guard happens(0.3) else { return RaceCard(races: usable, presentIDs: bad) }
        let lasts = Dictionary(usable.map { ($0.category, $0.start) }, uniquingKeysWith: max)
        return RaceCard(races: usable, presentIDs: bad, horizon: .perCategory(lasts))
    }

    private mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }
}

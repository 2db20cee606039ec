import Racing
import Testing

/// Three hours of a made-up race day, polled each quarter of a minute and looked at in every second.
struct RaceDayTests {
    private static let length = 3 * 3_600
    private static let history = {
        var day = RaceDay(seed: 2_025)
        var history = emptyHistory()
        for now in stride(from: 0, to: length, by: 15) {
            history.poll(day.answer(at: now), from: now + 1)
        }
        return history
    }()

    static let queries: [BoardQuery] = [BoardQuery(), .first(3, .harness)]

    private func mistakes(_ query: BoardQuery, _ isWrong: (_ second: Int, _ before: [Race], _ now: [Race]) -> Bool)
        -> [Int]
    {
        let history = Self.history
        var before: [Race] = []
        return (history.firstKnown - zero..<Self.length).filter { second in
            let now = history.races(query, at: at(second))
            defer { before = now }
            return second > history.firstKnown - zero && isWrong(second, before, now)
        }
    }

    @Test(arguments: queries)
    func `every board is short enough, in order, in time and of its categories`(query: BoardQuery) {
        let wrong = mistakes(query) { second, _, now in
            now.count > query.count || Set(now.map(\.id)).count != now.count
                || zip(now, now.dropFirst()).contains { !Race.precedes($0, $1) }
                || now.contains { $0.start - at(second) <= -60 || !query.categories.contains($0.category) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: queries)
    func `two races never change places unless the start of one moved`(query: BoardQuery) {
        let wrong = mistakes(query) { _, before, now in
            let stayed = Set(before).intersection(now)
            return before.filter(stayed.contains) != now.filter(stayed.contains)
        }
        #expect(wrong == [])
    }

    @Test(arguments: queries)
    func `the changes of each second lead from one board to the next`(query: BoardQuery) {
        let history = Self.history
        let wrong = mistakes(query) { second, before, now in
            let told = history.changes(query, from: second - 1, to: second)
            guard before != now else { return !told.isEmpty }
            return Self.apply(told, to: before, card: now) != now || Set(told.map(\.id)).count != told.count
        }
        #expect(wrong == [])
    }

    /// The board after the changes, their new fields taken from `card`; an entry that does not fit is kept in sight.
    private static func apply(_ changes: [BoardChange], to board: [Race], card: [Race]) -> [Race] {
        var races = Dictionary(uniqueKeysWithValues: board.map { ($0.id, $0) })
        for change in changes {
            let new = card.first { $0.id == change.id }
            let old = races.removeValue(forKey: change.id)
            switch change.kind {
            case .added where old == nil: races[change.id] = new
            case .retimed where old?.start == change.from && new?.start != change.from: races[change.id] = new
            case .updated where old?.start == new?.start && old != new: races[change.id] = new
            case .expired, .delisted, .displaced: if old == nil || new != nil { return [] }
            default: return []
            }
        }
        return races.values.sorted(by: Race.precedes)
    }

    @Test(arguments: queries)
    func `the revision is the second of the last change`(query: BoardQuery) {
        let history = Self.history
        var last = history.firstKnown - zero
        let wrong = mistakes(query) { second, before, now in
            if before != now { last = second }
            return history.revision(query, at: second) != last
        }
        #expect(wrong == [])
    }

    @Test func `the feed is fresh all day`() {
        let wrong = mistakes(.first(1)) { second, _, _ in
            let status = Self.history.feedStatus(at: at(second))
            return status.state != .fresh || status.since != at(1) || status.ageSeconds != (second - 1) % 15 + 1
        }
        #expect(wrong == [])
    }

    @Test func `the day has something of everything`() {
        let history = Self.history
        var kinds: [BoardChange.Kind: Int] = [:]
        for second in (history.firstKnown - zero + 1)..<Self.length {
            for change in history.changes(from: second - 1, to: second) { kinds[change.kind, default: 0] += 1 }
        }
        #expect(kinds.count == 6 && kinds.values.allSatisfy { $0 >= 3 }, "\(kinds)")
        #expect(history.firstKnown > zero)
    }
}

/// The source of the day: a race a minute and more, of which some are delayed, renamed or called off.
private struct RaceDay {
    private var random: SplitMix64
    private var races: [Race] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let meetings = ["Ascot", "ascot", "Bath", "Ångström", "Échuca", "Zetland"]
        for minute in -4..<300 {
            for _ in 0..<random.next(in: 0...2) {
                let meeting = meetings[random.next(in: 0...5)]
                races.append(
                    race(
                        "\(random.next())", minute * 60, Category.allCases[random.next(in: 0...2)], meeting: meeting,
                        number: random.next(in: 1...8)))
            }
        }
    }

    /// The next 50 races and those that started up to three minutes ago, in no order.
    mutating func answer(at now: Int) -> [Race] {
        let next = races.indices.filter { races[$0].start - at(now) > -180 }.prefix(10)
        if next.count > 9 && random.next(in: 0...2) == 0 {
            let index = next[next.startIndex + random.next(in: 0...9)]
            switch random.next(in: 0...7) {
            case 0...1: races[index].start = races[index].start + 60 * random.next(in: -1...3)
            case 2: races[index].start = races[index].start + 60 * random.next(in: 10...30)
            case 3: races[index].name = "Race \(now)"
            case 4: races[index].category = Category.allCases[random.next(in: 0...2)]
            default: races.remove(at: index)
            }
            races.sort { $0.start < $1.start }
        }
        return races.filter { $0.start - at(now) > -180 }.prefix(50).shuffled(using: &random)
    }
}

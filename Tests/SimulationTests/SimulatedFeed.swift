import EventLoop
import Feeds
import Racing
import Synchronization
import TestSupport

/// A feed with good and bad days: answers in the real schema, some late, some broken, with races that move, go and come.
final class SimulatedFeed: FeedSource {
    private let state: Mutex<State>
    private let clock: ManualClock

    struct State: Sendable {
        var random: SplitMix64
        var races: [SimulatedRace]
        var nextID = 0
        /// Good answers since the races last changed.
        var quietAnswers = 0
        var isAsked = false
        /// Polls that came while another was still in flight: there must be none.
        var overlaps = 0
        var polls = 0
        /// How bad the present day is: failures in a hundred.
        var badness = 0
        /// What each race was ever said to be, by id.
        var everSaid: [String: Set<SimulatedRace>] = [:]
        var lastBody: [UInt8] = []
    }

    init(clock: ManualClock, seed: UInt64) {
        self.clock = clock
        var random = SplitMix64(seed: seed)
        let now = clock.wallTime.seconds
        var state = State(random: random, races: [])
        for _ in 0..<random.next(in: 3...14) { state.add(from: now - 90, to: now + 1_200) }
        // Always one far away, so that all others lie before the horizon.
        state.addFar(now)
        state.random = random
        self.state = Mutex(state)
    }

    func poll(_ request: PollRequest) async -> PollAnswer {
        let delay = state.withLock { state in
            if state.isAsked { state.overlaps += 1 }
            state.isAsked = true
            state.polls += 1
            return state.random.next(in: 0...9) == 0
                ? state.random.next(in: 1_000...9_000) : state.random.next(in: 0...300)
        }
        try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(delay)), tolerance: nil)
        let now = clock.wallTime.seconds
        return state.withLock { state in
            state.isAsked = false
            return state.answer(at: now)
        }
    }

    var overlaps: Int { state.withLock { $0.overlaps } }
    var polls: Int { state.withLock { $0.polls } }

    /// What the feed says now, once it has said so often enough that every board must show it.
    var settled: [SimulatedRace]? { state.withLock { $0.quietAnswers >= 3 ? $0.races : nil } }

    /// Whether the feed ever gave this race so.
    func hasSaid(_ race: SimulatedRace) -> Bool {
        state.withLock { $0.everSaid[race.id]?.contains(race) ?? false }
    }
}

/// A race as the simulation knows it.
struct SimulatedRace: Hashable, Sendable {
    var id: String
    var meeting: String
    var number: Int
    var category: Category
    var start: Int
}

extension SimulatedFeed.State {
    mutating func add(from: Int, to: Int) {
        nextID += 1
        races.append(
            SimulatedRace(
                id: "race-\(nextID)", meeting: ["Randwick", "Ipswich", "Bendigo", "Menangle"][random.next(in: 0...3)],
                number: random.next(in: 1...9), category: Category.allCases[random.next(in: 0...2)],
                start: random.next(in: from...to) / 60 * 60))
    }

    mutating func addFar(_ now: Int) {
        nextID += 1
        races.append(
            SimulatedRace(id: "far-\(nextID)", meeting: "Far", number: 1, category: .horse, start: now + 20_000))
    }

    /// One poll's answer; the races may have changed since the last.
    mutating func answer(at now: Int) -> PollAnswer {
        if random.next(in: 0...7) == 0 { badness = [0, 0, 20, 60, 100][random.next(in: 0...4)] }
        if random.next(in: 0...99) < badness { return failure() }
        change(at: now)
        let body = body()
        defer { lastBody = body }
        for race in races { everSaid[race.id, default: []].insert(race) }
        quietAnswers += 1
        return body == lastBody && random.next(in: 0...2) == 0 ? .unchanged : .body(body)
    }

    private mutating func failure() -> PollAnswer {
        switch random.next(in: 0...3) {
        case 0: .failed(PollFailure(reason: "the feed did not answer"))
        case 1: .failed(PollFailure(reason: "the feed answered 503", retryAfter: random.next(in: 0...20)))
        case 2: .body(Array("<html>Sorry</html>".utf8))
        default: .body(Array(#"{"status":200,"data":{"race_summaries":{"x":{"race_id":7}}}}"#.utf8))
        }
    }

    private mutating func change(at now: Int) {
        let before = races
        // What has started is no longer listed some time after, as by the real feed.
        races.removeAll { $0.start < now - 150 }
        if !races.contains(where: { $0.start > now + 5_000 }) { addFar(now) }
        if random.next(in: 0...2) == 0 {
            for _ in 0...random.next(in: 0...2) {
                let upcoming = races.indices.filter { races[$0].start > now + 30 && races[$0].start < now + 5_000 }
                let pick = upcoming.isEmpty ? nil : upcoming[random.next(in: 0...upcoming.count - 1)]
                switch (random.next(in: 0...3), pick) {
                case (0, let index?): races[index].start += 60 * random.next(in: -2...5)
                case (1, let index?): races.remove(at: index)
                case (2, let index?): races[index].number = random.next(in: 1...9)
                default: if races.count < 40 { add(from: now - 20, to: now + 900) }
                }
            }
        }
        if races != before { quietAnswers = 0 }
    }

    private func body() -> [UInt8] {
        let summaries = races.map { race in
            """
            "\(race.id)":{"race_id":"\(race.id)","meeting_name":"\(race.meeting)","race_number":\(race.number),\
            "category_id":"\(race.category.feedID)","advertised_start":{"seconds":\(race.start)}}
            """
        }
        let ids = races.map { "\"\($0.id)\"" }.joined(separator: ",")
        let text = """
            {"status":200,"data":{"next_to_go_ids":[\(ids)],"race_summaries":{\(summaries.joined(separator: ","))}}}
            """
        return Array(text.utf8)
    }
}

import Testing

@testable import Racing

/// A history reaches back an hour at least, and not for ever.
struct TrimmingTests {
    private static let hour = 3_600

    /// Twenty races ahead, one of which is moved with each poll.
    private static func card(poll: Int) -> [Race] {
        let first = 30 * poll / 120
        return (first..<first + 20).map { number in
            race("r\(number)", number * 120 + (number - first == poll % 20 ? 60 : 0))
        }
    }

    /// The history after each of so many polls, half a minute apart, at second 30 x poll, as the poll is taken in.
    private static let course: [(now: Int, history: CardHistory)] = {
        var history = emptyHistory()
        return (0..<700).map { poll in
            history.poll(card(poll: poll), from: 30 * poll + 1)
            return (30 * poll, history)
        }
    }()

    @Test func `an hour at least can be asked about, in the very second of a poll too`() {
        let unknown = Self.course.filter { !$1.knows(at(max(0, $0 - Self.hour)), at: at($0)) }
        #expect(unknown.map(\.now) == [])
    }

    @Test func `the first known second moves in steps of an hour or so`() {
        var steps: [Int] = []
        for (_, history) in Self.course where history.firstKnown - zero != steps.last {
            steps.append(history.firstKnown - zero)
        }
        #expect(steps.first == 0)
        #expect((5...7).contains(steps.count), "\(steps)")
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 - $0 > Self.hour - 120 })
    }

    @Test func `it does not grow for ever`() {
        for (_, history) in Self.course {
            #expect(history.versions.count <= 2 * Self.hour / 30 + 2)
            #expect(history.confirmations.count <= 2 * Self.hour / 30 + 2)
            #expect(history.versions.last?.races.count ?? 0 <= 20 + 32)
        }
        #expect(Self.course.last?.history.versions.count ?? 0 > Self.hour / 30)
    }

    @Test func `failures and delistings do not grow for ever either`() {
        var history = emptyHistory()
        let last = race("last", 1_000_000)
        for poll in 1...2_000 {
            let now = 60 * poll
            if poll.isMultiple(of: 4) { history.fail("HTTP \(poll)", from: at(now)) }
            history.poll(poll % 3 == 0 ? [race("r\(poll)", now + 900), last] : [last], from: now + 1)
            #expect(history.failures.count <= 34)
            #expect(history.delistings.count <= 42)
        }
        #expect(history.failures.count > 10 && history.delistings.count > 15)
    }

    @Test func `without a card failures do not grow for ever`() {
        var history = emptyHistory()
        for poll in 1...2_000 {
            history.fail("HTTP \(poll)", from: at(60 * poll))
            #expect(history.failures.count <= 122)
        }
    }

    @Test func `the same failure again and again is kept once`() {
        var history = emptyHistory()
        for poll in 1...50 { history.fail("timed out", from: at(poll)) }
        #expect(history.failures.count == 1)
        history.poll([], from: 60)
        for poll in 1...50 { history.fail("timed out", from: at(60 + poll)) }
        #expect(history.failures.count == 2)
        history.poll([], from: 150)
        for _ in 1...3 { history.fail("timed out", from: at(150)) }
        #expect(history.failures.count == 3)
        history.fail("HTTP 500", from: at(200))
        history.fail("timed out", from: at(201))
        #expect(history.failures.map(\.from) == [at(1), at(61), at(150), at(200), at(201)])
    }

    @Test func `polls for the same second are kept as one`() {
        var history = history(race("a", 900))
        for start in [800, 700, 600] { history.poll([race("a", start)], from: 20) }
        #expect(history.versions.map(\.from) == [zero, at(1), at(20)])
        #expect(history.confirmations.map(\.from) == [at(1), at(20)])
        history.poll([race("a", 900)], from: 20)
        #expect(history.versions.map(\.from) == [zero, at(1)])
    }

    @Test func `the reason that stood at the first known second is kept`() {
        var history = history(race("a", 90_000))
        history.fail("timed out", from: at(100))
        history.fail("HTTP 500", from: at(8_000))
        #expect(history.firstKnown > at(4_000))
        #expect(history.feedStatus(at: history.firstKnown).reason == "timed out")
        #expect(history.feedStatus(at: at(8_000)).reason == "HTTP 500")
    }

    @Test func `a feed polled once an hour stays fresh`() {
        let rules = CardHistory.Rules(hideAfter: 60, pollInterval: Self.hour)
        var history = CardHistory(startingAt: zero, rules: rules, origin: emptyHistory().origin)
        for poll in 0..<10 {
            let now = Self.hour * poll
            history.poll([race("a", 90_000)], from: now + 1)
            for second in [now + 1, now + Self.hour] {
                let age = second - now
                #expect(
                    history.feedStatus(at: at(second))
                        == FeedStatus(state: .fresh, ageSeconds: age, since: at(1), reason: nil))
            }
        }
    }

    @Test func `what is still known is answered as before`() throws {
        let cut = try #require(Self.course.firstIndex { $0.history.firstKnown > zero })
        let (before, after) = (Self.course[cut - 1].history, Self.course[cut].history)
        let first = after.firstKnown - zero
        let last = before.lastChange - zero
        #expect(first > 0 && first < last)
        for second in stride(from: first, through: last, by: 211) {
            #expect(after.races(BoardQuery(), at: at(second)) == before.races(BoardQuery(), at: at(second)))
            #expect(after.revision(at: second) == max(before.revision(at: second), first))
            #expect(after.feedStatus(at: at(second)) == before.feedStatus(at: at(second)))
            for revision in stride(from: first, through: second, by: 331) {
                #expect(after.changes(from: revision, to: second) == before.changes(from: revision, to: second))
            }
        }
    }

    /// A history of just over two hours, in which `a` was polled at the given seconds, with the given starts.
    private func trimmed(_ starts: [(from: Int, start: Int)]) -> CardHistory {
        var history = emptyHistory()
        let last = race("last", 100_000)
        for (second, start) in starts { history.poll([race("a", start), last], from: second) }
        for second in stride(from: 3_700, to: 7_300, by: 60) where second > starts.last?.from ?? 0 {
            history.poll([race("a", starts.last?.start ?? 0), last], from: second)
        }
        return history
    }

    @Test func `a board that stood before is of the first known second`() {
        let history = trimmed([(1, 90_000)])
        let first = history.firstKnown - zero
        #expect(first > 3_000)
        #expect(history.revision(at: 7_300) == first)
        #expect(history.knows(at(first - 1), at: at(7_300)) == false)
        #expect(history.ids(at: first) == ["a", "last"])
    }

    @Test func `a delay of a race whose time was over long ago keeps its old start`() {
        let history = trimmed([(1, 100), (7_240, 50_000)])
        let first = history.firstKnown - zero
        #expect(first > 3_000)
        #expect(history.changes(from: first, to: 7_300) == [BoardChange(id: "a", kind: .added, from: at(100))])
    }

    @Test func `a race that is named no more is forgotten an hour after its time`() {
        var history = history(race("a", 100), race("last", 100_000))
        history.poll([race("last", 100_000)], from: 3_759)
        #expect(history.versions.last?.races.map(\.id) == ["a", "last"])
        history.poll([race("last", 100_000)], from: 3_760)
        #expect(history.versions.last?.races.map(\.id) == ["last"])
        #expect(history.changes(from: 100, to: 3_760) == [BoardChange(id: "a", kind: .expired)])
    }

    @Test func `the feed is fresh since its first poll, however long ago`() {
        for (now, history) in Self.course {
            #expect(history.feedStatus(at: at(now + 1)).since == at(1))
        }
    }
}

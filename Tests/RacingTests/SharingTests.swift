import Testing

@testable import Racing

/// An hour of a large card that changes with each poll takes little more memory than one card.
@Suite struct `Cards that follow one another` {
    private static let size = 300

    /// A poll's races, made anew each time as a decoder makes them; one has moved.
    private static func card(poll: Int) -> [Race] {
        (0..<size).map { index in
            race("a race with an id that is not short \(index)", 7_200 + index + (index == poll ? 60 : 0))
        }
    }

    private static let polls = 40

    private static let history: CardHistory = {
        var history = emptyHistory()
        for poll in 0..<polls { history.poll(card(poll: poll), from: 15 * poll + 1) }
        return history
    }()

    private static func distinctRaces(_ history: CardHistory) -> Int {
        Set(history.versions.flatMap(\.races.shared).map { ObjectIdentifier($0) }).count
    }

    @Test func `share each race that is the same on both`() {
        #expect(Self.history.versions.count == Self.polls + 1)
        // Each poll moves one race, and moves the last one back.
        #expect(Self.distinctRaces(Self.history) == Self.size + 2 * (Self.polls - 1))
        #expect(MemoryLayout<SharedRace>.stride == MemoryLayout<Int>.stride)
    }

    @Test func `are in board order, each with the races of its poll`() {
        for poll in [0, 1, Self.polls - 1] {
            let card = Self.history.version(at: at(15 * poll + 1))
            #expect(Array(card.races) == Self.card(poll: poll).sorted(by: Race.precedes))
        }
    }

    @Test func `share as much after a restart`() throws {
        let record = Self.history.record(feed: "demo")
        let again = try CardHistory(
            record, feed: "demo", rules: Self.history.rules, origin: Self.history.origin)
        #expect(again.versions.map(\.races) == Self.history.versions.map(\.races))
        // A race that moved back is one again: the record knows it once.
        #expect(Self.distinctRaces(again) == Self.size + Self.polls)
    }
}

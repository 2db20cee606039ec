import Testing

@testable import Feeds

/// Contract 7: within any ten minutes the demonstration shows a re-timing, a delisting, a three-way tie and a category
/// with fewer than five races.
struct DemoTenMinutesTests {
    /// A day of polls: which seed, and from when (with the phase of the polls).
    struct Day: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let start: Int
        var testDescription: String { "seed \(seed) from \(start)" }
    }

    static let days = [
        Day(seed: 1, start: 1_764_460_800),  // 30 November 2025
        Day(seed: 1, start: 1_767_139_207),  // 31 December 2025 to New Year, polls at 7, 22...
        Day(seed: 2, start: 1_709_164_814),  // 29 February 2024, polls at 14, 29...
        Day(seed: 7_777_777, start: 0),
        Day(seed: .max, start: 4_102_358_403),  // the last of 2099
    ]

    /// A reader that begins just before a poll, whatever the phase, has that one and 38 more within ten minutes, with
    /// more than a second to spare for the change to hold.
    static let polls = 38

    @Test(arguments: days)
    func `every ten minutes show each thing the contract promises`(day: Day) {
        var watcher = DemoWatcher(seed: day.seed)
        _ = watcher.poll(at: day.start - 15)
        let sights = (0..<(5760 + Self.polls + 1)).map { watcher.poll(at: day.start + 15 * $0) }
        // The first poll only shows how things stand, and a delisting needs one with the race and two without it.
        let failures = (0..<5760).filter { first in
            let last = first + Self.polls
            return !sights[(first + 1)...last].contains { $0.retimed }
                || !sights[(first + 2)...last].contains { $0.delisted }
                || !sights[first...last].contains { $0.tied }
        }
        #expect(failures.isEmpty)
        #expect(sights.allSatisfy { $0.visible >= 5 })
    }

    @Test(arguments: [UInt64(1), 2, 3], [50, 100])
    func `horses and greyhounds always fill their boards and harness racing never does`(seed: UInt64, count: Int) {
        let lattice = DemoLattice(draw: DemoDraw(seed: seed))
        for second in stride(from: 1_764_460_800, to: 1_764_547_200, by: 330) {
            let visible = lattice.listed(at: second, count: count).filter { $0.start > second - 60 }
            let numbers = DemoCategory.allCases.map { category in
                visible.count { $0.race.lane.category == category }
            }
            #expect(numbers[0] >= 5 && numbers[1] >= 5 && (1..<5).contains(numbers[2]), "at \(second): \(numbers)")
        }
    }

    @Test(arguments: DemoLayout.all.indices)
    func `a layout keeps the races that change among the next five`(index: Int) {
        let layout = DemoLayout.all[index]
        let tie = [layout.tie, layout.tie, layout.tie]
        let others = [layout.plain, layout.guest]
        let all = tie + others + [layout.delisted, layout.moved, layout.movedTo]
        #expect(all.allSatisfy { (0...8).contains($0) })
        #expect(layout.guest <= 5)

        // Delisted between 5 s and 17 s, at least a minute before its start, and known to be so by 48 s.
        #expect((2...5).contains(layout.delisted))
        #expect((tie + others + [layout.moved]).count { $0 <= layout.delisted } <= 4)

        // Re-timed between 90 s and 102 s, when minute 0 has left the board.
        #expect([-1, 2, 3, 4, 5].contains(layout.movedTo - layout.moved))
        #expect(layout.moved >= 3 && layout.movedTo >= 3)
        for minute in [layout.moved, layout.movedTo] {
            #expect((tie + others).count { (1...minute).contains($0) } <= 4)
        }

        // Three at once from two minutes before their start.
        #expect((3...6).contains(layout.tie))
        for moved in [layout.moved, layout.movedTo] {
            #expect((others + [moved]).count { $0 == layout.tie - 1 || $0 == layout.tie - 2 } <= 2)
        }
    }
}

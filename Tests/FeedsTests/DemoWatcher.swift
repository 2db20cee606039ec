@testable import Feeds

/// A small model of what a reader of the demonstration sees: it polls, merges and delists as contract 2 says.
///
/// It looks at races near their start only, so every race it misses lies before the horizon. To be on the board it asks
/// more of a race than to be among the first five: at most four others may start before *or with* it, so that no order
/// of equal starts can push it off.
struct DemoWatcher {
    /// What a poll brought.
    struct Sight {
        var retimed = false
        var delisted = false
        var tied = false
        /// Starts on the board or next to it.
        var visible = 0
    }

    private struct Known {
        var start: Int
        var missed = 0
    }

    private let lattice: DemoLattice
    private var cells: [Int: [DemoRace]] = [:]
    private var known: [UInt64: Known] = [:]

    init(seed: UInt64) {
        lattice = DemoLattice(draw: DemoDraw(seed: seed))
    }

    mutating func poll(at second: Int) -> Sight {
        var sight = Sight()
        let before = known
        known = before.filter { $0.value.start > second - 60 }
        let oldStarts = known.values.map(\.start)
        var present: Set<UInt64> = []
        for race in near(second) where race.isListed(at: second) {
            present.insert(race.identifier.value)
            let start = race.start(at: second)
            if start > second - 60 { known[race.identifier.value] = Known(start: start) }
        }
        sight.delisted = delist(all: oldStarts, but: present, at: second)
        let starts = known.values.map(\.start)
        sight.visible = starts.count
        sight.retimed = known.contains { id, race in
            guard let old = before[id]?.start, old != race.start else { return false }
            return Self.isOnBoard(old, of: oldStarts) && Self.isOnBoard(race.start, of: starts)
        }
        sight.tied = starts.contains { start in
            starts.count { $0 == start } >= 3 && Self.isOnBoard(start, of: starts)
        }
        return sight
    }

    /// Counts absences and forgets what is delisted; says whether such a race was on the board until now.
    private mutating func delist(all starts: [Int], but present: Set<UInt64>, at second: Int) -> Bool {
        var wasOnBoard = false
        for (id, race) in known where !present.contains(id) && race.start > second {
            known[id]?.missed += 1
            if race.missed == 1 {
                known[id] = nil
                wasOnBoard = wasOnBoard || Self.isOnBoard(race.start, of: starts)
            }
        }
        return wasOnBoard
    }

    /// The races of the cells from two before a second to two after it, each made once.
    private mutating func near(_ second: Int) -> [DemoRace] {
        let cell = DemoLattice.division(of: second - lattice.origin, by: DemoLattice.cellLength).quotient
        return ((cell - 2)...(cell + 2)).flatMap { cell in
            if let races = cells[cell] { return races }
            let races = lattice.races(in: cell)
            cells[cell] = races
            return races
        }
    }

    private static func isOnBoard(_ start: Int, of starts: [Int]) -> Bool {
        starts.count { $0 <= start } <= 5
    }
}

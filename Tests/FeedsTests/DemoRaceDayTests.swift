import Testing

@testable import Feeds

/// How the races of the demonstration come, move and go.
struct DemoRaceDayTests {
    private let lattice = DemoLattice(draw: DemoDraw(seed: 1))

    /// Every race of 24 hours from a second, by its cell.
    private func races(from second: Int, hours: Int = 24, of lattice: DemoLattice) -> [DemoRace] {
        let first = DemoLattice.division(of: second - lattice.origin, by: DemoLattice.cellLength).quotient
        return (first..<(first + hours * 3600 / DemoLattice.cellLength)).flatMap { lattice.races(in: $0) }
    }

    @Test(
        arguments: [
            0,  // 1 January 1970
            951_739_200,  // 28 February 2000, 12:00, into a leap day
            1_709_208_000,  // 29 February 2024, 12:00, into March
            1_764_460_800,  // 30 November 2025
            1_767_182_400,  // 31 December 2025, 12:00, into the new year
            4_102_401_600,  // 31 December 2099, 12:00
        ], [UInt64(1), 99])
    func `at least six hundred races are listed and run in any 24 hours`(start: Int, seed: UInt64) {
        let lattice = DemoLattice(draw: DemoDraw(seed: seed))
        var listed: [UInt64: DemoRace] = [:]
        for second in stride(from: start, to: start + 86_400, by: 1800) {
            for listing in lattice.listed(at: second, count: 100) {
                listed[listing.race.identifier.value] = listing.race
            }
        }
        let run = listed.values.filter { $0.delistedAt == nil && $0.start(at: .max) < start + 86_400 }
        #expect((900...1100).contains(listed.count))
        #expect((700...900).contains(run.count))
    }

    @Test(arguments: [UInt64(0), 1, 2, .max])
    func `every start is a whole minute and so is every new one`(seed: UInt64) {
        for race in races(from: 1_764_460_800, of: DemoLattice(draw: DemoDraw(seed: seed))) {
            #expect(race.firstStart.isMultiple(of: 60))
            #expect(race.moves.allSatisfy { $0.start.isMultiple(of: 60) })
        }
    }

    @Test func `races are re-timed at most twice, by minus one to six minutes, one to six minutes ahead`() {
        let races = races(from: 1_764_460_800, hours: 96, of: lattice)
        for race in races {
            #expect(race.moves.count <= 2)
            var start = race.firstStart
            var instant = Int.min
            for move in race.moves {
                #expect([-60, 120, 180, 240, 300, 360].contains(move.start - start))
                #expect((60...360).contains(start - move.instant) && move.start - move.instant >= 60)
                #expect(move.instant > instant)
                (start, instant) = (move.start, move.instant)
            }
        }
        #expect(races.contains { $0.moves.count == 2 })
        #expect(Set(races.filter { !$0.moves.isEmpty }.map(\.lane.category)) == Set(DemoCategory.allCases))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `some race starts within any five minutes`(seed: UInt64) {
        let races = races(from: 1_764_460_800, hours: 96, of: DemoLattice(draw: DemoDraw(seed: seed)))
        let starts = Set(races.filter { $0.delistedAt == nil }.map { $0.start(at: .max) }).sorted()
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 <= 300 })
        #expect(starts.count > 96 * 20)
    }

    @Test func `races are delisted one to six minutes ahead and never also re-timed`() {
        let races = races(from: 1_764_460_800, hours: 96, of: lattice)
        let delisted = races.filter { $0.delistedAt != nil }
        for race in delisted {
            #expect((60...360).contains(race.firstStart - (race.delistedAt ?? 0)))
            #expect(race.moves.isEmpty)
        }
        #expect(Set(delisted.map(\.lane.category)) == Set(DemoCategory.allCases))
    }

    @Test func `a race is listed from an hour ahead until two to three minutes past its start, in one piece`() {
        for race in races(from: 1_764_460_800, hours: 6, of: lattice) {
            let begin = race.firstStart - 3600
            let start = race.start(at: .max)
            let end = race.delistedAt ?? start + race.linger
            #expect((120..<180).contains(race.linger))
            #expect(!race.isListed(at: begin - 1) && !race.isListed(at: end))
            #expect(stride(from: begin, to: end, by: 61).allSatisfy(race.isListed))
            #expect(race.isListed(at: begin) && race.isListed(at: end - 1))
            #expect(stride(from: end, to: end + 1200, by: 61).allSatisfy { !race.isListed(at: $0) })
        }
    }

    @Test func `no answer lacks a race that is listed`() {
        for second in stride(from: 1_764_460_800, to: 1_764_475_200, by: 97) {
            let expected = Set(
                races(from: second - 7200, hours: 5, of: lattice).filter { $0.isListed(at: second) }
                    .map(\.identifier.value))
            #expect(Set(lattice.listed(at: second, count: 100).map(\.race.identifier.value)) == expected)
        }
    }

    @Test func `an id that has gone does not come back and is never given twice`() {
        var seen: Set<UInt64> = []
        var last: Set<UInt64> = []
        for second in stride(from: 1_764_543_600, to: 1_764_550_800, by: 15) {
            let ids = lattice.listed(at: second, count: 100).map(\.race.identifier.value)
            let now = Set(ids)
            #expect(now.count == ids.count)
            #expect(now.subtracting(last).isDisjoint(with: seen))
            seen.formUnion(now)
            last = now
        }
    }

    @Test(arguments: [Int(-86_400 * 365), -601, -1, 0, 1, 59, 60])
    func `cells before 1970 are as good as any`(second: Int) {
        let listed = lattice.listed(at: second, count: 100)
        #expect((30...60).contains(listed.count))
        #expect(listed.allSatisfy { $0.start > second - 180 && $0.race.cell * 540 <= second + 3600 })
    }

    @Test(arguments: [(-541, -2, 539), (-540, -1, 0), (-1, -1, 539), (0, 0, 0), (539, 0, 539), (540, 1, 0)])
    func `remainders are never negative`(dividend: Int, quotient: Int, remainder: Int) {
        #expect(DemoLattice.division(of: dividend, by: 540) == (quotient, remainder))
    }
}

/// The race day as an endless row of cells of nine minutes, each filled from the seed and its own number alone.
struct DemoLattice: Sendable {
    /// Seconds of a cell.
    static let cellLength = 540

    let draw: DemoDraw
    /// Where cell 0 begins: a whole minute, so that seeds do not share their rhythm.
    let origin: Int

    init(draw: DemoDraw) {
        self.draw = draw
        origin = 60 * draw.number(below: Self.cellLength / 60, .phase, 0)
    }

    /// The races in the answer at a second, in order, `count` at most.
    func listed(at second: Int, count: Int) -> [DemoListing] {
        var listed: [DemoListing] = []
        // A race has left before the second cell after its own: it starts in minute 14 at the latest, and lingers for 3.
        for cell in (self.cell(of: second) - 1)...self.cell(of: second + DemoRace.lead) {
            for race in races(in: cell) where race.isListed(at: second) {
                listed.append(DemoListing(race: race, start: race.start(at: second)))
            }
        }
        listed.sort { $0.precedes($1) }
        return Array(listed.prefix(max(count, 0)))
    }

    /// The second a cell begins.
    func start(of cell: Int) -> Int { origin + cell * Self.cellLength }

    /// All races of a cell, delisted or not.
    func races(in cell: Int) -> [DemoRace] {
        let layout = layout(of: cell)
        let minutes = [layout.plain, layout.tie, layout.tie, layout.tie, layout.delisted, layout.moved, layout.guest]
        var races = zip(lanes(in: cell), minutes).map { race(of: $0, in: cell, minute: $1) }
        var choices = draw.choices(.instants, cell)
        races[Self.delistedPlace].delistedAt = start(of: cell) + 5 + choices.below(12)
        races[Self.movedPlace].moves = moves(of: races[Self.movedPlace], choices: &choices)
        return races
    }

    /// The lanes of a cell in the order of `races(in:)`: six, and a harness lane in each second cell.
    ///
    /// Now and then the harness race changes places with the one that is delisted or re-timed.
    func lanes(in cell: Int) -> [DemoLane] {
        var choices = draw.choices(.lanes, cell)
        var lanes: [DemoLane] = []
        for category in [DemoCategory.horse, .greyhound] {
            let group = Self.division(of: cell, by: category.stride).remainder
            lanes += (0..<3).map { DemoLane(category: category, number: 3 * group + $0) }
        }
        for place in 1..<lanes.count { lanes.swapAt(place, choices.below(place + 1)) }
        let group = Self.division(of: cell, by: DemoCategory.harness.stride).remainder
        guard group.isMultiple(of: 2) else { return lanes }
        lanes.append(DemoLane(category: .harness, number: group / 2))
        switch choices.below(4) {
        case 0: lanes.swapAt(Self.delistedPlace, Self.guestPlace)
        case 1: lanes.swapAt(Self.movedPlace, Self.guestPlace)
        default: break
        }
        return lanes
    }

    /// Division with a remainder that is never negative, for the cells before 1970.
    static func division(of dividend: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static let delistedPlace = 4
    private static let movedPlace = 5
    private static let guestPlace = 6

    private func cell(of second: Int) -> Int {
        Self.division(of: second - origin, by: Self.cellLength).quotient
    }

    private func layout(of cell: Int) -> DemoLayout {
        DemoLayout.all[draw.number(below: DemoLayout.all.count, .layout, cell)]
    }

    private func race(of lane: DemoLane, in cell: Int, minute: Int) -> DemoRace {
        DemoRace(
            cell: cell,
            lane: lane,
            firstStart: start(of: cell) + 60 * minute,
            identifier: draw.identifier(.raceIdentifier, cell, lane.key))
    }

    /// The re-timing every cell has; and now and then, 70 to 150 s before the new start, a second one by two to six
    /// minutes into the guest's place of the next cell, where that is free and leaves no gap over five minutes.
    ///
    /// Harness races move once only: ten minutes later than first given, a fifth could be to come.
    private func moves(of race: DemoRace, choices: inout DemoChoices) -> [DemoRace.Move] {
        let begin = start(of: race.cell)
        let (layout, next) = (layout(of: race.cell), layout(of: race.cell + 1))
        let first = DemoRace.Move(instant: begin + 90 + choices.below(12), start: begin + 60 * layout.movedTo)
        let second = DemoRace.Move(
            instant: first.start - 150 + choices.below(81), start: start(of: race.cell + 1) + 60 * next.guest)
        let isFree = race.cell.isMultiple(of: 2) && race.lane.category != .harness
        let gap = 9 + min(next.plain, next.tie, next.guest) - max(layout.plain, layout.tie)
        guard isFree, gap <= 5, layout.movedTo >= 5, (120...360).contains(second.start - first.start) else {
            return [first]
        }
        return [first, second]
    }
}

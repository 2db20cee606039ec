/// The meeting a race belongs to, found from its lane and cell alone.
///
/// A lane runs pairs of meetings with twenty races together, the first with 8 to 12 of them.
struct DemoMeeting {
    let lane: DemoLane
    /// Counts the meetings of the lane.
    let sequence: Int
    /// The number of the race within the meeting: 1 to 12.
    let raceNumber: Int
    let region: DemoRegion
    let place: DemoPlace

    init(of race: DemoRace, in lattice: DemoLattice) {
        let category = race.lane.category
        let draw = lattice.draw
        lane = race.lane
        let (turn, group) = DemoLattice.division(of: race.cell, by: category.stride)
        let stagger =
            lane.number * Self.pair / category.lanes + draw.number(below: Self.pair, .phase, 1, category.rawValue)
        let (pair, position) = DemoLattice.division(of: turn + stagger, by: Self.pair)
        let split = 8 + draw.number(below: 5, .split, pair, lane.key)
        sequence = 2 * pair + (position < split ? 0 : 1)
        raceNumber = (position < split ? position : position - split) + 1
        let opening = lattice.start(of: (turn - raceNumber + 1) * category.stride + group)
        region = Self.region(opening: opening, choice: draw.value(.region, sequence, lane.key))
        place = Self.place(sequence: sequence, lane: lane, region: region, draw: draw)
    }

    func identifier(draw: DemoDraw) -> DemoIdentifier {
        draw.identifier(.meetingIdentifier, sequence, lane.key)
    }

    private static let pair = 20

    /// Where people race at the hour (UTC) a meeting opens.
    private static func region(opening: Int, choice: UInt64) -> DemoRegion {
        let hour = DemoLattice.division(of: opening, by: 86_400).remainder / 3600
        let regions: [DemoRegion] =
            switch hour {
            case 4..<10: [.south]
            case 10..<12: [.south, .isles]
            case 12..<15: [.isles]
            case 15..<20: [.isles, .america]
            case 20..<22: [.america]
            default: [.america, .south]
            }
        return regions[Int(choice % UInt64(regions.count))]
    }

    /// A lane has places of its own and comes back to one after 36 hours, so no two meetings of a category meet there.
    private static func place(sequence: Int, lane: DemoLane, region: DemoRegion, draw: DemoDraw) -> DemoPlace {
        let lanes = lane.category.lanes
        let visit = DemoLattice.division(of: sequence, by: DemoPlace.count / lanes).remainder
        let shift = draw.number(below: DemoPlace.count, .venue, lane.category.rawValue)
        // 31 shares no factor with 72: neighbours in time are no neighbours in the list.
        let index = ((visit * lanes + lane.number) * 31 + shift) % DemoPlace.count
        return DemoPlace(region: region, category: lane.category, index: index)
    }
}

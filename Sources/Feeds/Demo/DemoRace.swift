/// A category of the demonstration, with the lanes that run it.
///
/// A lane is a row of meetings, one after the other, with one race every `stride` cells.
enum DemoCategory: Int, CaseIterable {
    case horse, greyhound, harness

    /// Meetings at a time.
    var lanes: Int {
        switch self {
        case .horse: 12
        case .greyhound: 6
        case .harness: 2
        }
    }

    /// Cells from one race of a lane to its next: 36 minutes, for greyhounds 18.
    var stride: Int { self == .greyhound ? 2 : 4 }

    /// The public feed's identifier (contract 3).
    var identifier: String {
        switch self {
        case .horse: "4a2788f8-e825-4d36-9894-efd4baf1cfae"
        case .greyhound: "9daef0d7-bf3c-4f50-921d-8e818c60fe61"
        case .harness: "161d9be2-e909-4326-8c2c-35ed71fb460b"
        }
    }
}

/// One of a category's lanes.
struct DemoLane {
    let category: DemoCategory
    let number: Int

    /// Names the lane among those of all categories.
    var key: Int { category.rawValue * 16 + number }
}

/// A race of the demonstration with its whole history; all times are seconds since 1970-01-01 UTC.
struct DemoRace {
    /// A start that holds from an instant on.
    struct Move {
        let instant: Int
        let start: Int
    }

    /// The cell that the race belongs to, whatever its start becomes. Cell and lane together name the race.
    let cell: Int
    let lane: DemoLane
    let firstStart: Int
    let identifier: DemoIdentifier
    /// In the order of their instants, two at most.
    var moves: [Move] = []
    /// When the race disappears for good, if it does so before its start.
    var delistedAt: Int?

    /// How long before its first start a race is announced: one hour, which gives about 45 races at a time.
    static let lead = 3600

    /// How long the race stays in the answer after its start: 120 to 179 s.
    var linger: Int { 120 + Int(identifier.value % 60) }

    /// The start as the feed gives it at a second.
    func start(at second: Int) -> Int {
        moves.last { $0.instant <= second }?.start ?? firstStart
    }

    /// Whether the feed has the race at a second.
    func isListed(at second: Int) -> Bool {
        guard second >= firstStart - Self.lead, second < start(at: second) + linger else { return false }
        guard let delistedAt else { return true }
        return second < delistedAt
    }
}

/// A race as the feed gives it at a second.
struct DemoListing {
    let race: DemoRace
    let start: Int

    /// The order of `next_to_go_ids`: the earliest start first, equal ones by identifier.
    func precedes(_ other: DemoListing) -> Bool {
        start == other.start ? race.identifier < other.race.identifier : start < other.start
    }
}

/// A race on a card, shared by all cards on which it stands unchanged.
final class SharedRace: Sendable {
    let race: Race

    init(_ race: Race) {
        self.race = race
    }
}

/// Races in board order, one reference each: cards that follow one another have nearly all of their races in common,
/// and a history holds hundreds of cards.
struct RaceList: RandomAccessCollection, Equatable, Sendable {
    private(set) var shared: [SharedRace]

    var startIndex: Int { 0 }
    var endIndex: Int { shared.count }
    subscript(position: Int) -> Race { shared[position].race }

    /// - Parameter shared: in board order.
    init(_ shared: [SharedRace]) {
        self.shared = shared
    }

    /// The same races as `races`, in board order, sharing those that are on `other` as they are.
    init(_ races: [Race], sharing other: RaceList = RaceList([])) {
        let known = Dictionary(other.shared.map { ($0.race.id, $0) }) { first, _ in first }
        shared = races.map { race in
            if let same = known[race.id], same.race == race { return same }
            return SharedRace(race)
        }
        shared.sort { Race.precedes($0.race, $1.race) }
    }

    static func == (left: RaceList, right: RaceList) -> Bool {
        left.shared.elementsEqual(right.shared) { $0 === $1 || $0.race == $1.race }
    }
}

/// A race on a card, shared by all cards on which it stands unchanged.
final class SharedRace: Sendable {
    let race: Race
    /// Bytes that it takes, at least as many as in memory and in a record.
    let weight: Int

    init(_ race: Race) {
        self.race = race
        let texts = [race.id, race.meeting, race.name, race.venue.name, race.venue.state, race.venue.country]
        weight = texts.reduce(Self.overhead) { sum, text in sum + (text.map(Self.length) ?? 0) }
    }

    /// Of an object and seven texts in memory, or of their names in a record.
    private static let overhead = 512

    /// Of a text alone, where a list or a set holds it.
    static func weight(of text: String) -> Int { 64 + length(text) }

    /// Bytes of a text as JSON escapes it (RFC 8259, 7).
    private static func length(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
    }
}

/// Races in board order, one reference each: cards that follow one another have nearly all of their races in common,
/// and a history holds hundreds of cards.
struct RaceList: RandomAccessCollection, Equatable, Sendable {
    private(set) var shared: [SharedRace]
    /// Bytes that it takes, with all of its races.
    private(set) var weight: Int

    var startIndex: Int { 0 }
    var endIndex: Int { shared.count }
    subscript(position: Int) -> Race { shared[position].race }

    /// - Parameter shared: in board order.
    init(_ shared: [SharedRace]) {
        self.shared = shared
        weight = shared.reduce(0) { $0 + $1.weight + Self.reference }
    }

    /// Bytes of a list for each of its races.
    static let reference = MemoryLayout<SharedRace>.stride

    /// The same races as `races`, in board order, sharing those that are on `other` as they are.
    init(_ races: [Race], sharing other: RaceList = RaceList([])) {
        let known = Dictionary(other.shared.map { ($0.race.id, $0) }) { first, _ in first }
        let shared = races.map { race in
            if let same = known[race.id], same.race == race { return same }
            return SharedRace(race)
        }
        self.init(shared.sorted { Race.precedes($0.race, $1.race) })
    }

    /// Bytes that it takes beyond those of `other`: its places, and the races that the two do not share.
    func weight(beyond other: RaceList) -> Int {
        let known = Set(other.shared.map { ObjectIdentifier($0) })
        return shared.reduce(0) { sum, race in
            sum + Self.reference + (known.contains(ObjectIdentifier(race)) ? 0 : race.weight)
        }
    }

    /// Lets go of the latest races that are not `listed` until it takes no more than `bytes`; returns how many.
    mutating func lighten(to bytes: Int, sparing listed: Set<String>) -> Int {
        guard weight > bytes else { return 0 }
        var left = weight
        let kept = shared.reversed().filter { race in
            guard left > bytes, !listed.contains(race.race.id) else { return true }
            left -= race.weight + Self.reference
            return false
        }
        let count = shared.count - kept.count
        self = RaceList(kept.reversed())
        return count
    }

    static func == (left: RaceList, right: RaceList) -> Bool {
        left.shared.elementsEqual(right.shared) { $0 === $1 || $0.race == $1.race }
    }
}

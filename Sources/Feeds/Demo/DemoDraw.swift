/// Random numbers without a state: each is a mix of the seed and what it is drawn for, so it can be drawn again.
///
/// The mixing step is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
struct DemoDraw: Sendable {
    /// What a number is drawn for; two topics never share their numbers.
    enum Topic: UInt64 {
        case phase = 1
        case layout, lanes, instants, split, region, venue
        case raceName, raceForm
        case raceIdentifier, meetingIdentifier, venueIdentifier
    }

    let seed: UInt64

    /// The number for a topic and up to two indices (of a cell, a race, a lane...), spread over all 64 bits.
    func value(_ topic: Topic, _ first: Int, _ second: Int = 0) -> UInt64 {
        let base = Self.mixed(seed &+ topic.rawValue &* Self.step)
        return Self.mixed(Self.mixed(base ^ UInt64(bitPattern: Int64(first))) &+ UInt64(bitPattern: Int64(second)))
    }

    /// A number in `0..<bound` for a topic and up to two indices.
    func number(below bound: Int, _ topic: Topic, _ first: Int, _ second: Int = 0) -> Int {
        Int(value(topic, first, second) % UInt64(bound))
    }

    /// A series of small choices for a topic and an index.
    func choices(_ topic: Topic, _ first: Int, _ second: Int = 0) -> DemoChoices {
        DemoChoices(rest: value(topic, first, second))
    }

    /// An identifier for a topic and up to two indices.
    func identifier(_ topic: Topic, _ first: Int, _ second: Int = 0) -> DemoIdentifier {
        DemoIdentifier(value: value(topic, first, second))
    }

    private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

    private static func mixed(_ value: UInt64) -> UInt64 {
        var word = value &+ step
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}

/// One random number spent in small choices.
struct DemoChoices {
    private(set) var rest: UInt64

    /// A number in `0..<bound`. The product of all bounds of a series should stay far below 2^64.
    mutating func below(_ bound: Int) -> Int {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(bound))
        rest = quotient
        return Int(remainder)
    }

    /// An element of a list that is not empty.
    mutating func element<Element>(of list: [Element]) -> Element {
        list[below(list.count)]
    }
}

/// An identifier in the shape of a version 4 UUID (RFC 9562, section 5.4).
///
/// Its middle is the same for all, so that a reader of a log can tell them from real ones.
struct DemoIdentifier: Comparable {
    let value: UInt64

    /// Sets the first bit, so that the text needs no zeros in front.
    init(value: UInt64) {
        self.value = value | 1 << 63
    }

    /// The order of the texts.
    static func < (one: DemoIdentifier, other: DemoIdentifier) -> Bool { one.value < other.value }

    /// Lower case, with hyphens: 36 characters.
    var text: String {
        let tail = (value &* 0x9e37_79b9_7f4a_7c15) >> 16 | 1 << 47
        return String(value >> 32, radix: 16) + "-de30-4de3-8de3-" + String(tail, radix: 16)
    }
}

internal import FoundationEssentials
internal import Synchronization

/// Bounds the work that one answer can cause, however it is made.
///
/// The decoder looks up line and column for every value it cannot read, which takes as long as scanning the body up
/// to there: a body of 4 MiB made of nothing else would take minutes. Work is counted in bytes scanned.
final class DecodingBudget: Sendable {
    struct Exhausted: Error {}

    /// Some 0.2 s of scanning.
    private static let total = 256 << 20
    /// What a race, an id or a value of another type than expected costs: some 65,000 of them are the limit.
    private static let small = 4 << 10
    private static let key = CodingUserInfoKey(rawValue: "budget")

    private let bodySize: Int
    private let left = Mutex(total)

    init(bodySize: Int) {
        self.bodySize = bodySize
    }

    var isExhausted: Bool { left.withLock { $0 <= 0 } }

    /// Pays for one race, id or value of another type.
    func paySmall() throws(Exhausted) {
        try pay(Self.small)
    }

    /// Pays for one value that could not be read.
    func payFault() throws(Exhausted) {
        try pay(bodySize)
    }

    private func pay(_ cost: Int) throws(Exhausted) {
        let isOver = left.withLock { left in
            left -= cost
            return left <= 0
        }
        if isOver { throw Exhausted() }
    }

    /// Lets everything that `decoder` decodes find this budget.
    func attach(to decoder: JSONDecoder) {
        if let key = Self.key { decoder.userInfo[key] = self }
    }

    static func of(_ decoder: any Decoder) -> DecodingBudget? {
        key.flatMap { decoder.userInfo[$0] as? DecodingBudget }
    }
}

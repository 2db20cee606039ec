/// Why a whole answer was of no use.
package enum FeedDecodingError: Error, Equatable, Sendable {
    case notJSON
    /// JSON, but not in the feed's schema.
    case otherShape
    /// So many races or unreadable values that reading on would hold up everything else.
    case tooCostly
    /// The answer's own `status` is not 200; the text is short and printable.
    case status(String)
    /// It named `count` races, and none of them can be shown.
    case noUsableRace(count: Int, skipped: [SkippedRace])

    /// One plain clause for people, without an address.
    package var reason: String {
        switch self {
        case .notJSON: "the answer is not JSON"
        case .otherShape: "the answer has another shape"
        case .tooCostly: "the answer would take too long to read"
        case .status(let status): "the feed says status \(status)"
        case .noUsableRace(let count, _): "no usable race among \(count)"
        }
    }

    /// The races that made the answer useless, where it is they that did.
    package var skipped: [SkippedRace] {
        if case .noUsableRace(_, let skipped) = self { return skipped }
        return []
    }
}

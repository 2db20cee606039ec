/// The three kinds of racing that a board can show.
package enum Category: UInt8, CaseIterable, Hashable, Sendable {
    case horse, harness, greyhound

    /// The word in addresses and in the stream: `horse`, `harness`, `greyhound`.
    package var slug: String {
        switch self {
        case .horse: "horse"
        case .harness: "harness"
        case .greyhound: "greyhound"
        }
    }

    /// The name people read and hear, as in `Horse racing`.
    package var name: String {
        switch self {
        case .horse: "Horse racing"
        case .harness: "Harness racing"
        case .greyhound: "Greyhound racing"
        }
    }

    /// The id in the feed's `category_id`.
    package var feedID: String {
        switch self {
        case .horse: "4a2788f8-e825-4d36-9894-efd4baf1cfae"
        case .harness: "161d9be2-e909-4326-8c2c-35ed71fb460b"
        case .greyhound: "9daef0d7-bf3c-4f50-921d-8e818c60fe61"
        }
    }

    package init?(feedID: String) {
        guard let category = Self.allCases.first(where: { $0.feedID == feedID }) else { return nil }
        self = category
    }

    /// From what a client may write: the slug or the feed's id.
    package init?(slugOrFeedID text: String) {
        guard let category = Self.allCases.first(where: { $0.slug == text || $0.feedID == text }) else { return nil }
        self = category
    }
}

/// The categories that a client chose.
package struct CategorySet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package init(_ category: Category) {
        rawValue = 1 << category.rawValue
    }

    /// No choice is the choice of everything.
    package static let all = CategorySet(rawValue: 0b111)

    package func contains(_ category: Category) -> Bool {
        rawValue & (1 << category.rawValue) != 0
    }
}

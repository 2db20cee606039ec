/// A card history as plain values, as it is kept in a file or sent to another node: written by any encoder, and checked
/// on the way back, for whoever wrote it may have been another version or a broken disk.
package struct CardHistoryRecord: Codable, Equatable, Sendable {
    /// Which feed it is of: histories of different feeds do not go together.
    package var feed: String
    /// ``FeedOrigin/ClockKind`` in its word.
    package var clock: String
    package var hideAfter: Int
    package var staleAfter: Int
    var firstKnown: Int
    var firstCard: Int?
    /// The seconds from which the cards hold, oldest first.
    var cards: [Int]
    var races: [KeptRace]
    /// Of each good poll: the second from which it holds, that of its answer, and that since which the feed is fresh.
    var polls: [[Int]]
    var failures: [KeptFailure]
    var delisted: [KeptDelisting]
    var suspects: [String]

    /// A race as it was on some of the cards.
    struct KeptRace: Codable, Equatable, Sendable {
        var race: RaceRecord
        /// The cards it is on, as pairs: the index of the first, and that of the first without it.
        var on: [Int]
    }

    struct KeptFailure: Codable, Equatable, Sendable {
        var from: Int
        var reason: String
    }

    struct KeptDelisting: Codable, Equatable, Sendable {
        var from: Int
        var race: RaceRecord
    }

    /// Why a record cannot be used, as one clause for the operator.
    package struct Refusal: Error, Equatable, Sendable {
        package var reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }
}

/// The fields of a ``Race``; missing ones are left out.
struct RaceRecord: Codable, Equatable, Sendable {
    var id: String
    var meeting: String
    var number: Int
    var name: String?
    /// The category's slug.
    var category: String
    var venue: String?
    var state: String?
    var country: String?
    var start: Int

    init(_ race: Race) {
        id = race.id
        meeting = race.meeting
        number = race.number
        name = race.name
        category = race.category.slug
        venue = race.venue.name
        state = race.venue.state
        country = race.venue.country
        start = race.start.sinceEpoch
    }

    func race() throws(CardHistoryRecord.Refusal) -> Race {
        guard let category = Category.allCases.first(where: { $0.slug == category }) else {
            throw CardHistoryRecord.Refusal("it names an unknown category")
        }
        return Race(
            id: id, meeting: meeting, number: number, name: name, category: category,
            venue: Race.Venue(name: venue, state: state, country: country),
            start: try CardHistoryRecord.second(start))
    }
}

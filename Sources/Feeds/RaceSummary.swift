internal import Racing

/// One member of `race_summaries`, reduced to the fields that a board shows; only these are decoded.
struct RaceSummary: Decodable {
    private enum Content {
        case fields(Fields)
        case unusable(SkippedRace.Reason)
    }

    private struct Fields {
        var raceID: DecodedField<String>
        var meeting: DecodedField<String>
        var number: DecodedField<Double>
        var start: DecodedField<AdvertisedStart>
        var categoryID: DecodedField<String>
        var name: DecodedField<String>
        var venueName: DecodedField<String>
        var venueState: DecodedField<String>
        var venueCountry: DecodedField<String>
    }

    private enum Key: String, CodingKey {
        case raceID = "race_id"
        case meeting = "meeting_name"
        case number = "race_number"
        case start = "advertised_start"
        case categoryID = "category_id"
        case name = "race_name"
        case venueName = "venue_name"
        case venueState = "venue_state"
        case venueCountry = "venue_country"
    }

    private let content: Content

    /// - Throws: only when the whole answer has used up its budget.
    init(from decoder: any Decoder) throws {
        let budget = DecodingBudget.of(decoder)
        try budget?.paySmall()
        let container: KeyedDecodingContainer<Key>
        do {
            container = try decoder.container(keyedBy: Key.self)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            content = .unusable(.notAnObject)
            return
        } catch {
            try budget?.payFault()
            content = .unusable(.badText)
            return
        }
        content = .fields(
            Fields(
                raceID: try container.field(String.self, .raceID, budget),
                meeting: try container.field(String.self, .meeting, budget),
                number: try container.field(Double.self, .number, budget),
                start: try container.field(AdvertisedStart.self, .start, budget),
                categoryID: try container.field(String.self, .categoryID, budget),
                name: try container.field(String.self, .name, budget),
                venueName: try container.field(String.self, .venueName, budget),
                venueState: try container.field(String.self, .venueState, budget),
                venueCountry: try container.field(String.self, .venueCountry, budget)))
    }

    /// The `race_id`, when it is a string that can be read.
    var raceID: String? {
        guard case .fields(let fields) = content, case .given(let id) = fields.raceID else { return nil }
        return id
    }

    /// The category, when it is one of ours, whatever else is wrong with the race.
    var knownCategory: Category? {
        guard case .fields(let fields) = content else { return nil }
        return try? Self.category(fields.categoryID)
    }

    /// The start, when it is a number inside `window`, whatever else is wrong with the race.
    func saneStart(in window: ClosedRange<Second>) -> Second? {
        guard case .fields(let fields) = content else { return nil }
        return try? Self.start(fields.start, in: window)
    }

    /// The race, if it can be shown; of several faults the first in the order of the checks is named.
    func race(in window: ClosedRange<Second>) throws(SkippedRace.Reason) -> Race {
        let fields: Fields
        switch content {
        case .unusable(let reason): throw reason
        case .fields(let given): fields = given
        }
        let id = try Self.required(fields.raceID, else: .noID)
        let meeting = try Self.required(fields.meeting, else: .noMeeting)
        let number = try Self.number(fields.number)
        let start = try Self.start(fields.start, in: window)
        let category = try Self.category(fields.categoryID)
        let venue = Race.Venue(
            name: try Self.optional(fields.venueName), state: try Self.optional(fields.venueState),
            country: try Self.optional(fields.venueCountry))
        return Race(
            id: id, meeting: meeting, number: number, name: try Self.optional(fields.name), category: category,
            venue: venue, start: start)
    }
}

/// The rules for single fields.
extension RaceSummary {
    private static func required(
        _ field: DecodedField<String>, else reason: SkippedRace.Reason
    ) throws(SkippedRace.Reason) -> String {
        guard let text = try optional(field), !text.isEmpty else { throw reason }
        return text
    }

    /// A text as it was written, also when empty or full of control characters: escaping is the writer's business.
    private static func optional(_ field: DecodedField<String>) throws(SkippedRace.Reason) -> String? {
        switch field {
        case .given(let text): text
        case .absent, .mistyped: nil
        case .unreadable: throw .badText
        }
    }

    private static func number(_ field: DecodedField<Double>) throws(SkippedRace.Reason) -> Int {
        guard case .given(let value) = field, let number = value.wholeNumber else { throw .noNumber }
        return number
    }

    private static func category(_ field: DecodedField<String>) throws(SkippedRace.Reason) -> Category {
        guard case .given(let id) = field, let category = Category(feedID: id) else { throw .unknownCategory }
        return category
    }

    /// A fraction of a second is cut off towards the past.
    private static func start(
        _ field: DecodedField<AdvertisedStart>, in window: ClosedRange<Second>
    ) throws(SkippedRace.Reason) -> Second {
        switch field {
        case .absent: throw .noStart
        case .mistyped, .unreadable: throw .startNotANumber
        case .given(let start):
            switch start.seconds {
            case .absent: throw .noStart
            case .mistyped: throw .startNotANumber
            case .unreadable: throw .startAbsurd
            case .given(let seconds):
                let start = seconds.rounded(.down).wholeNumber.map(Second.init)
                guard let start, window.contains(start) else { throw .startAbsurd }
                return start
            }
        }
    }
}

/// The object, or with the other schema the text, under `advertised_start`.
private struct AdvertisedStart: Decodable {
    var seconds: DecodedField<Double>

    private enum Key: String, CodingKey {
        case seconds
    }

    init(from decoder: any Decoder) throws {
        if FeedSchema.of(decoder) == .nextRacesByCategory {
            let start = Second(rfc3339: try decoder.singleValueContainer().decode(String.self))
            seconds = start.map { .given(Double($0.sinceEpoch)) } ?? .mistyped
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        seconds = try container.field(Double.self, .seconds, DecodingBudget.of(decoder))
    }
}

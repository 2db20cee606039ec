/// An answer as it was written, nothing judged yet: whatever is wrong inside never makes decoding fail.
struct FeedBody: Decodable {
    var status: Status
    /// By key; nil when there is no such object.
    var summaries: [String: RaceSummary]?
    /// The strings of `next_to_go_ids`, or of all `race_ids`; their order is not trusted.
    var listedIDs: [String]

    /// The answer's own `status`, which is the number 200 when all is well.
    enum Status: Equatable {
        case number(Int)
        case text(String)
        /// Missing, or neither a whole number nor a string.
        case none
    }

    private enum RootKey: String, CodingKey {
        case status, data
        case summaries = "race_summaries"
        case categories = "category_race_map"
    }

    /// A member of `category_race_map`.
    private struct CategoryRaces: Decodable {
        var listedIDs: [ListedID]

        private enum CodingKeys: String, CodingKey {
            case listedIDs = "race_ids"
        }
    }

    private enum DataKey: String, CodingKey {
        case summaries = "race_summaries"
        case listedIDs = "next_to_go_ids"
    }

    init(from decoder: any Decoder) throws {
        let root = try? decoder.container(keyedBy: RootKey.self)
        if FeedSchema.of(decoder) == .nextRacesByCategory {
            // It says a status only when something is wrong.
            status = root.map { $0.contains(.status) ? Self.status(in: $0) : .number(200) } ?? .none
            summaries = try? root?.decode([String: RaceSummary].self, forKey: .summaries)
            let lists = try? root?.decode([String: CategoryRaces].self, forKey: .categories)
            listedIDs = (lists ?? [:]).values.flatMap { $0.listedIDs.compactMap(\.text) }
            return
        }
        let data = try? root?.nestedContainer(keyedBy: DataKey.self, forKey: .data)
        status = root.map { Self.status(in: $0) } ?? .none
        summaries = try? data?.decode([String: RaceSummary].self, forKey: .summaries)
        let ids = try? data?.decode([ListedID].self, forKey: .listedIDs)
        listedIDs = (ids ?? []).compactMap(\.text)
    }

    private static func status(in root: KeyedDecodingContainer<RootKey>) -> Status {
        if let number = (try? root.decode(Double.self, forKey: .status))?.wholeNumber { return .number(number) }
        if let text = try? root.decode(String.self, forKey: .status) { return .text(text) }
        return .none
    }
}

/// A member of `next_to_go_ids` or `race_ids`, which may be anything.
private struct ListedID: Decodable {
    /// nil when it is not a string that can be read.
    var text: String?

    init(from decoder: any Decoder) throws {
        let budget = DecodingBudget.of(decoder)
        try budget?.paySmall()
        do {
            text = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            text = nil
        } catch {
            try budget?.payFault()
        }
    }
}

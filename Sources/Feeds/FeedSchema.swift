internal import FoundationEssentials

/// How a source writes its answers; each source has one.
package enum FeedSchema: Sendable {
    /// `{"status":200,"data":{"next_to_go_ids":[…],"race_summaries":{…}}}`: the next races of all categories together,
    /// starts as `{"seconds":N}`.
    case nextRaces
    /// `{"category_race_map":{ID:{"race_ids":[…]}},"race_summaries":{…}}`: the next races of each category, starts as
    /// RFC 3339 texts.
    case nextRacesByCategory

    private static let key = CodingUserInfoKey(rawValue: "schema")

    /// Lets everything that `decoder` decodes find this schema.
    func attach(to decoder: JSONDecoder) {
        if let key = Self.key { decoder.userInfo[key] = self }
    }

    static func of(_ decoder: any Decoder) -> FeedSchema {
        key.flatMap { decoder.userInfo[$0] as? FeedSchema } ?? .nextRaces
    }
}

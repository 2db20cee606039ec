internal import Racing

/// Where a feed is asked over HTTP, and how it answers (contract 1, 7).
package struct FeedAddress: Equatable, Sendable {
    /// Without its fragment, which is never sent (RFC 9110 7.1).
    private let url: String
    package let schema: FeedSchema

    /// The public feed of Neds.
    package static let neds = FeedAddress(unchecked: "https://api.neds.com.au/rest/v1/racing/?method=nextraces")
    /// The public feed of Ladbrokes.
    package static let ladbrokes = FeedAddress(
        unchecked: "https://api.ladbrokes.com.au/rest/v1/racing/?method=nextraces")

    /// The same brand's second version: `count` races of each of these categories.
    package static let nedsV2 = FeedAddress(
        unchecked: "https://api.neds.com.au/v2/racing/next-races-category-group?categories=%5B"
            + Category.allCases.map { "%22\($0.feedID)%22" }.joined(separator: "%2C") + "%5D",
        schema: .nextRacesByCategory)

    private init(unchecked url: String, schema: FeedSchema = .nextRaces) {
        self.url = url
        self.schema = schema
    }

    /// Takes an absolute `http://` or `https://` URL.
    ///
    /// - Returns: nil for another scheme, no host, or anything but visible ASCII, of which URLs are (RFC 3986 2).
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let url = text.prefix { $0 != "#" }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: url.lowercased().hasPrefix),
            let first = url.dropFirst(scheme.count).first, !"/?:@".contains(first)
        else { return nil }
        self.url = String(url)
        schema = .nextRaces
    }

    /// The URL that asks for `count` races: the one given if its query says a count already, else with it added.
    package func url(count: Int) -> String {
        guard let mark = url.firstIndex(of: "?") else { return "\(url)?count=\(count)" }
        let query = url[url.index(after: mark)...]
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        if names.contains("count") { return url }
        let separator = query.isEmpty || query.hasSuffix("&") ? "" : "&"
        return "\(url)\(separator)count=\(count)"
    }
}

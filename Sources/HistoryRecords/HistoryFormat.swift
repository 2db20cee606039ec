internal import FoundationEssentials
package import Racing

/// A card history as bytes and back: one line of JSON with the number of its version, for state files and other nodes.
///
/// Additions that an older reader may ignore keep the number; anything else raises it.
package enum HistoryFormat {
    /// The version that is written here, and the newest that can be read.
    package static let version = 1
    private static let name = "next-to-go card history"
    /// More than this is no history: 16 MiB, of which a busy day of racing needs a hundredth. Of one that takes more,
    /// the newest part is written.
    package static let largest = 16 << 20

    private struct Head: Codable {
        var format: String
        var version: Int
    }

    private struct Document: Codable {
        var format: String
        var version: Int
        var history: CardHistoryRecord
    }

    /// - Parameter feed: which feed the history is of, as ``decode(_:feed:rules:origin:)`` is to be asked for it.
    package static func encode(_ history: CardHistory, feed: String) -> [UInt8] {
        let document = Document(
            format: name, version: version, history: history.lightened(to: largest).record(feed: feed))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in it can fail: there are only strings and whole numbers.
        return (try? encoder.encode(document)).map { [UInt8]($0) } ?? []
    }

    /// - Parameters:
    ///   - feed: which feed it must be of.
    ///   - rules: those of this process, which win over those it was made under.
    /// - Throws: why it cannot be used, as one clause.
    package static func decode(
        _ bytes: [UInt8], feed: String, rules: CardHistory.Rules, origin: FeedOrigin
    ) throws(CardHistoryRecord.Refusal) -> CardHistory {
        guard bytes.count <= largest else { throw CardHistoryRecord.Refusal("it is larger than 16 MiB") }
        guard !bytes.isEmpty else { throw CardHistoryRecord.Refusal("it is empty") }
        let data = Data(bytes)
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: data), head.format == name else {
            throw CardHistoryRecord.Refusal("it is not a whole card history")
        }
        guard head.version <= version else {
            throw CardHistoryRecord.Refusal("it was written by a newer version (format \(head.version))")
        }
        guard let document = try? decoder.decode(Document.self, from: data) else {
            throw CardHistoryRecord.Refusal("it is not a whole card history")
        }
        return try CardHistory(document.history, feed: feed, rules: rules, origin: origin)
    }
}

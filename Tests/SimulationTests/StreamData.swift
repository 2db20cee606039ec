import Foundation
import Racing

/// The data of events as clients read it, by a reader of its own.
struct StreamData: Decodable, Equatable {
    var now: Int?
    var revision: Int?
    var wanted: Int?
    var races: [Row]?
    var changes: [Change]?
    var reset: Bool?
    var reason: String?
    var retry: Int?
    var text: String?
    var validForMs: Int?
    var parts: [Part]?
    var state: String?

    struct Row: Decodable, Equatable {
        var id: String
        var meeting: String?
        var number: Int?
        var category: String?
        var start: Int?
        var remaining: Int?
        var frequent: Bool?
    }

    struct Change: Decodable, Equatable {
        var id: String
        var change: String
        var from: Int?
    }

    struct Part: Decodable, Equatable {
        var kind: String
        var races: [String]
        var text: String
    }
}

/// Reads each text once: many clients are sent the same.
final class StreamDataReader {
    private var known: [String: StreamData] = [:]
    private let decoder = JSONDecoder()

    func read(_ text: String) -> StreamData? {
        if let data = known[text] { return data }
        guard let data = try? decoder.decode(StreamData.self, from: Data(text.utf8)) else { return nil }
        if known.count > 4_000 { known = [:] }
        known[text] = data
        return data
    }
}

extension StreamData.Row {
    var simulated: SimulatedRace? {
        guard let meeting, let number, let start, let category = category.flatMap(Category.init(slugOrFeedID:)) else {
            return nil
        }
        return SimulatedRace(id: id, meeting: meeting, number: number, category: category, start: start)
    }
}

package import Broadcasting
package import HTTPServer
package import Racing

/// The parameters that each path knows, read strictly: whatever is not understood is named (contract 4).
package struct RequestParameters: Equatable, Sendable {
    package var board: BoardQuery
    package var events = EventKinds.all
    package var announce = Announcement.Mode.frequent
    package var lastEventID: String?

    package enum Name: String, CaseIterable, Sendable {
        case category, count, events, announce, lastEventId
    }

    /// - Parameters:
    ///   - allowed: what the path knows.
    ///   - defaultCount: races on a board when the client names no count.
    package init(
        _ parameters: [QueryString.Parameter], allowed: [Name], defaultCount: Int
    ) throws(Problem) {
        board = BoardQuery(count: defaultCount)
        var seen: Set<Name> = []
        var categories: CategorySet = []
        for parameter in parameters where !Self.isIgnored(parameter.name) {
            guard let name = Name(rawValue: parameter.name), allowed.contains(name) else {
                throw Self.unknown(parameter.name, allowed: allowed)
            }
            guard !parameter.value.isEmpty else { throw Problem(status: 400, detail: "\(name.rawValue) is empty.") }
            guard seen.insert(name).inserted || name == .category else {
                throw Problem(status: 400, detail: "\(name.rawValue) may be given once only.")
            }
            switch name {
            case .category: categories.formUnion(try Self.categories(parameter.value))
            case .count: board.count = try Self.count(parameter.value)
            case .events: events = try Self.events(parameter.value)
            case .announce: announce = try Self.announce(parameter.value)
            case .lastEventId: lastEventID = parameter.value
            }
        }
        if !categories.isEmpty { board.categories = categories }
    }

    /// What trackers and caches add.
    private static func isIgnored(_ name: String) -> Bool { name == "_" || name.hasPrefix("utm_") }

    private static func unknown(_ name: String, allowed: [Name]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        let known = allowed.isEmpty ? "none is known here" : "known here: \(list)"
        return Problem(status: 400, detail: "The parameter '\(name)' is unknown; \(known).")
    }

    private static func categories(_ text: String) throws(Problem) -> CategorySet {
        var set: CategorySet = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let category = Category(slugOrFeedID: String(part)) else {
                let allowed = Category.allCases.map(\.slug).joined(separator: ", ")
                throw Problem(status: 400, detail: "category '\(part)' is unknown; allowed: \(allowed), or their ids.")
            }
            set.insert(CategorySet(category))
        }
        return set
    }

    private static func count(_ text: String) throws(Problem) -> Int {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let count = Int(text), (1...20).contains(count) else {
            throw Problem(status: 400, detail: "count '\(text)' is not allowed; it must be 1 to 20.")
        }
        return count
    }

    private static func events(_ text: String) throws(Problem) -> EventKinds {
        var kinds: EventKinds = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            switch part {
            case "races": kinds.insert(.races)
            case "countdown": kinds.insert(.countdown)
            case "announce": kinds.insert(.announce)
            case "feed": kinds.insert(.feed)
            default:
                throw Problem(
                    status: 400, detail: "events '\(part)' is unknown; allowed: races, countdown, announce, feed.")
            }
        }
        return kinds
    }

    private static func announce(_ text: String) throws(Problem) -> Announcement.Mode {
        guard let mode = Announcement.Mode(rawValue: text) else {
            let allowed = Announcement.Mode.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(status: 400, detail: "announce '\(text)' is unknown; allowed: \(allowed).")
        }
        return mode
    }
}

extension Second {
    /// A `Last-Event-ID` of ours: plain digits. Anything else, and anything endless, is not one.
    package init?(lastEventID text: String) {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else { return nil }
        self.init(number)
    }
}

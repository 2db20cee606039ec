package import Broadcasting
package import HTTPServer
package import Racing

/// The parameters that each path knows, read strictly: whatever is not understood is named (contract 4).
package struct RequestParameters: Equatable, Sendable {
    package var board: BoardQuery
    package var events = EventKinds.all
    package var announce = Announcement.Mode.frequent
    package var lastEventID: String?
    /// How a terminal is drawn to; colours are escapes, and come only where those are wanted.
    package var style: TerminalStyle {
        TerminalStyle(width: width ?? 80, ansi: ansi, color: ansi && color ?? true)
    }

    private var ansi = true
    private var color: Bool?
    private var width: Int?

    package enum Name: String, CaseIterable, Sendable {
        case category, count, events, announce, lastEventId, ansi, color, width

        /// What its value may be, in words.
        var allowed: String {
            switch self {
            case .category: Category.allCases.map(\.slug).joined(separator: ", ") + ", or their ids"
            case .count: RequestParameters.words(for: RequestParameters.counts)
            case .width: RequestParameters.words(for: TerminalStyle.widths)
            case .events: "races, countdown, announce, feed"
            case .announce: Announcement.Mode.allCases.map(\.rawValue).joined(separator: ", ")
            case .lastEventId: "the id of an event"
            case .ansi, .color: "0 or 1"
            }
        }
    }

    /// What the streams of events know.
    package static let stream: [Name] = [.category, .count, .events, .announce, .lastEventId]
    package static let board: [Name] = [.category, .count]
    package static let terminal: [Name] = [.category, .count, .ansi, .color, .width]
    package static let terminalOnce: [Name] = [.category, .count, .width]

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
            guard seen.insert(name).inserted || name == .category else {
                throw Problem(status: 400, detail: "\(name.rawValue) may be given once only: \(name.allowed).")
            }
            switch name {
            case .category: categories.formUnion(try Self.categories(parameter.value))
            case .count: board.count = try Self.number(name, parameter.value, in: Self.counts)
            case .width: width = try Self.number(name, parameter.value, in: TerminalStyle.widths)
            case .ansi: ansi = try Self.flag(name, parameter.value)
            case .color: color = try Self.flag(name, parameter.value)
            case .events: events = try Self.events(parameter.value)
            case .announce: announce = try Self.announce(parameter.value)
            case .lastEventId: lastEventID = try Self.lastEventID(parameter.value)
            }
        }
        if !categories.isEmpty { board.categories = categories }
    }

    private static let counts = 1...20

    private static func words(for range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

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
                throw Problem(
                    status: 400, detail: "category '\(part)' is unknown; allowed: \(Name.category.allowed).")
            }
            set.insert(CategorySet(category))
        }
        return set
    }

    private static func number(_ name: Name, _ text: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = Int(text), range.contains(number) else {
            throw Problem(
                status: 400,
                detail: "\(name.rawValue) '\(text)' is not allowed; it must be \(name.allowed).")
        }
        return number
    }

    private static func flag(_ name: Name, _ text: String) throws(Problem) -> Bool {
        guard text == "0" || text == "1" else {
            throw Problem(status: 400, detail: "\(name.rawValue) '\(text)' is not allowed; it must be \(name.allowed).")
        }
        return text == "1"
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
                    status: 400, detail: "events '\(part)' is unknown; allowed: \(Name.events.allowed).")
            }
        }
        return kinds
    }

    /// Any other value is one that this server did not give out, which is no mistake of the client's.
    private static func lastEventID(_ text: String) throws(Problem) -> String {
        guard !text.isEmpty else {
            throw Problem(
                status: 400, detail: "lastEventId is empty; it must be \(Name.lastEventId.allowed), or be left out.")
        }
        return text
    }

    private static func announce(_ text: String) throws(Problem) -> Announcement.Mode {
        guard let mode = Announcement.Mode(rawValue: text) else {
            throw Problem(status: 400, detail: "announce '\(text)' is unknown; allowed: \(Name.announce.allowed).")
        }
        return mode
    }
}

extension Second {
    /// A `Last-Event-ID` of ours: plain digits. Anything else, and anything endless, is not one.
    package init?(lastEventID text: String) {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), String(number) == text
        else { return nil }
        self.init(number)
    }
}

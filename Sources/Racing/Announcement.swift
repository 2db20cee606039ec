/// Text for a screen reader's polite live region, throttled so that speech keeps up with the races (contract 6).
package struct Announcement: Equatable, Sendable {
    /// The slot in which it is said.
    package var second: Second
    package var parts: [Part]

    package init(second: Second, parts: [Part]) {
        self.second = second
        self.parts = parts
    }

    /// Announcements leave in seconds divisible by this, so there are never two within it.
    package static let slot = 5
    /// Seconds that something which is not urgent may wait for a slot.
    package static let patience = 30

    /// All parts, as one utterance.
    package var text: String { parts.map(\.text).joined(separator: ". ") }

    /// One thing to say.
    package struct Part: Equatable, Sendable {
        package var kind: Kind
        /// The ids of the races it is about, also of those that are only counted.
        package var races: [String]
        package var text: String

        package init(kind: Kind, races: [String], text: String) {
            self.kind = kind
            self.races = races
            self.text = text
        }
    }

    /// In the order in which they are said.
    package enum Kind: String, CaseIterable, Sendable {
        case started, soon, minute
        case retimed, delisted, added, feed

        /// Whether it loses its sense by waiting.
        package var isUrgent: Bool { self == .started || self == .soon || self == .minute }
    }

    /// How much a client wants to hear.
    package enum Mode: String, CaseIterable, Hashable, Sendable {
        case off
        /// Everything but the seconds under thirty.
        case milestones
        case frequent
    }
}

/// The words of announcements.
extension Announcement.Part {
    /// - Parameters:
    ///   - races: at least one, in the order of naming.
    ///   - second: the slot; the time said is that of the first race in it.
    init(_ kind: Announcement.Kind, _ races: [Race], at second: Second) {
        let names = Self.names(races)
        let time = races.first.map { Self.time(remaining: $0.start - second) } ?? ""
        let text =
            switch kind {
            case .started: "Starting now: \(names)"
            case .soon, .minute: "\(time): \(names)"
            case .retimed: "\(names) moved, now \(time)"
            case .delisted: "\(names) no longer listed"
            case .added: "Next: \(names), \(time)"
            case .feed: ""
            }
        self.init(kind: kind, races: races.map(\.id), text: text)
    }

    init(isFresh: Bool) {
        self.init(kind: .feed, races: [], text: isFresh ? "Times are up to date" : "Times may be out of date")
    }

    /// Two are named; of more, the first is, and the others are counted.
    private static func names(_ races: [Race]) -> String {
        let names = races.prefix(2).map { "\($0.meeting) race \($0.number)" }
        return races.count > 2 ? "\(names[0]) and \(races.count - 1) more" : names.joined(separator: " and ")
    }

    /// Exact under two minutes, then whole minutes.
    static func time(remaining: Int) -> String {
        if remaining < 120 { return Countdown(remaining: remaining).spoken }
        return [counted(remaining / 3_600, "hour"), counted(remaining / 60 % 60, "minute")].compactMap(\.self)
            .joined(separator: " ")
    }
}

internal import Racing

/// One race as its row shows it.
struct TerminalRow {
    private let race: Race
    private let countdown: Countdown

    init(_ race: Race, at second: Second) {
        self.race = race
        countdown = Countdown(remaining: race.start - second)
    }

    func text(_ kind: TerminalLayout.Kind) -> TerminalText {
        switch kind {
        case .sign: TerminalText(urgency.sign)
        case .category: TerminalText(word)
        case .letter: TerminalText(Self.letter(race.category))
        case .meeting: TerminalText(race.meeting)
        case .place: TerminalText(place)
        case .state: TerminalText(race.venue.state ?? race.venue.country ?? "")
        case .number: TerminalText("R\(race.number)")
        case .name: TerminalText(race.name ?? "")
        case .start: TerminalText(String(race.start.timeOfDay.prefix(5)))
        case .countdown: TerminalText(countdown.remaining < 0 ? "started \(countdown.text)" : figures)
        case .figures: TerminalText(figures)
        }
    }

    func ink(_ kind: TerminalLayout.Kind) -> TerminalInk {
        switch (urgency, kind) {
        case (.started, _): .faint
        case (.minute, .sign), (.minute, .countdown), (.minute, .figures): .minute
        case (.seconds, .sign), (.seconds, .countdown), (.seconds, .figures): .seconds
        case (_, .meeting): .strong
        default: .plain
        }
    }

    /// A patch of colour keeps its size while the seconds lose a digit.
    private var figures: String {
        let space = urgency == .minute || urgency == .seconds ? max(0, 4 - countdown.text.utf8.count) : 0
        return String(repeating: " ", count: space) + countdown.text
    }

    private var urgency: Urgency {
        if countdown.remaining < 0 { return .started }
        if countdown.frequent { return .seconds }
        return countdown.remaining < 60 ? .minute : .calm
    }

    /// How near a start is, said by a sign and by colour.
    private enum Urgency {
        case calm
        /// Less than a minute.
        case minute
        /// Less than 30 seconds.
        case seconds
        case started

        var sign: String {
            switch self {
            case .calm: ""
            case .minute: ">"
            case .seconds: "!"
            case .started: "*"
            }
        }
    }

    /// The first word of the category's name.
    private var word: String {
        switch race.category {
        case .horse: "Horse"
        case .harness: "Harness"
        case .greyhound: "Greyhound"
        }
    }

    /// The category where there is no room for a word; horse and harness begin alike.
    static func letter(_ category: Category) -> String {
        switch category {
        case .horse: "H"
        case .harness: "T"
        case .greyhound: "G"
        }
    }

    /// What a letter stands for.
    static func gloss(_ category: Category) -> String {
        category == .harness ? "trots (harness)" : category.slug
    }

    /// A country of one state is named once.
    private var place: String {
        let (state, country) = (race.venue.state, race.venue.country)
        return [state, state == country ? nil : country].compactMap(\.self).joined(separator: " ")
    }
}

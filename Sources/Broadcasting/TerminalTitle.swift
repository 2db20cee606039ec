internal import Racing

/// What stands above the races: the name of the board, the chosen categories, and the time, in UTC.
struct TerminalTitle {
    private let name = TerminalText("NEXT TO GO")
    private let categories: TerminalText
    private let isChoice: Bool
    private let time: TerminalText

    init(_ categories: CategorySet, at second: Second) {
        let slugs = TerminalNotices.slugs(categories)
        isChoice = !slugs.isEmpty
        let words = (slugs.isEmpty ? "all" : slugs.joined(separator: " and ")) + " racing"
        self.categories = TerminalText(words.prefix(1).uppercased() + words.dropFirst())
        time = TerminalText("\(second.timeOfDay) UTC")
    }

    /// One line where it fits; else the choice, and in the narrowest the time too, on lines of their own.
    func lines(width: Int, color: Bool) -> [TerminalLine] {
        var first = TerminalLine(name, ink: .strong, color: color)
        var others: [TerminalLine] = []
        if name.width + 2 + categories.width + 2 + time.width <= width {
            first.pad(to: first.width + 2)
            first.append(categories)
        } else if isChoice {
            others = categories.wrapped(to: width).map { TerminalLine($0, color: color) }
        }
        if first.width + 2 + time.width <= width {
            first.pad(to: width - time.width)
            first.append(time)
            return [first] + others
        }
        return [first, TerminalLine(time, color: color)] + others
    }
}

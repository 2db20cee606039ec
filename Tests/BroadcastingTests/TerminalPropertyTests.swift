import Racing
import Testing

@testable import Broadcasting

private typealias Boards = TerminalBoards

/// Pictures of boards drawn at random, seeded.
@Suite struct `Any terminal board` {
    /// Scalars with the columns that each takes on a board.
    private static let alphabet: [(scalar: Unicode.Scalar, columns: Int)] = [
        ("a", 1), ("M", 1), (" ", 1), (" ", 1), ("9", 1), ("é", 1), ("ß", 1), ("ש", 1), ("東", 2), ("ｱ", 1), ("Ａ", 2),
        ("한", 2), ("\u{1F3C7}", 2), ("\u{26A1}", 2), ("\u{301}", 0), ("\u{20E3}", 0), ("\u{200D}", 0),
        ("\u{FE0F}", 0), ("\u{1F3FD}", 0), ("\u{200B}", 0), ("\u{AD}", 0), ("\u{1F1E6}", 1),
        ("\u{1B}", 1), ("\r", 1), ("\n", 1), ("\t", 1), ("\u{0}", 1), ("\u{7F}", 1), ("\u{85}", 1), ("\u{9B}", 1),
        ("\u{202E}", 1), ("\u{2066}", 1), ("\u{200F}", 1), ("\u{2028}", 1), ("\u{2029}", 1), ("\u{E000}", 1),
        ("\u{2026}", 1), ("\u{FFFD}", 1),
    ]
    private static let widths = Dictionary(
        uniqueKeysWithValues: Set(alphabet.map(\.scalar)).map { scalar in
            (scalar, alphabet.first { $0.scalar == scalar }?.columns ?? 1)
        })

    private static func text(_ random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<random.next(in: 0...60) {
            text.unicodeScalars.append(alphabet[random.next(in: 0...alphabet.count - 1)].scalar)
        }
        return text
    }

    private static func history(_ random: inout SplitMix64) -> CardHistory {
        var races: [Race] = []
        for _ in 0..<random.next(in: 0...20) {
            func maybe(_ text: String) -> String? { random.next(in: 0...3) == 0 ? nil : text }
            races.append(
                Boards.race(
                    random.next(in: 0...1) == 0 ? random.next(in: 30...200) : random.next(in: 30...2_592_000),
                    Category.allCases[random.next(in: 0...2)], text(&random), random.next(in: 1...1_200),
                    maybe(text(&random)), maybe(text(&random)), maybe(text(&random))))
        }
        let source: FeedOrigin.Source = random.next(in: 0...1) == 0 ? .demo : .neds
        var history = Boards.history(
            races, source: source, clock: random.next(in: 0...1) == 0 ? .system : .shifted, hideAfter: 80_000)
        history.fail(text(&random), from: Boards.base + 2)
        return history
    }

    /// Columns of a line, counted apart from the code under test.
    private static func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { $0 + (widths[$1] ?? 1) }
    }

    @Test(arguments: UInt64(0)..<30)
    func `is no wider than it was asked to be and prints nothing but text`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let history = Self.history(&random)
        let categories = CategorySet(rawValue: UInt8(random.next(in: 1...7)))
        let query = BoardQuery(categories: categories, count: random.next(in: 1...20))
        // Beyond 700 seconds the feed is stale or down.
        let second = Boards.base + random.next(in: 2...1_500)
        for width in [20, 21, 23, 27, 30, 35, 36, 40, 41, 42, 50, 51, 60, 70, 71, 74, 75, 80, 90, 100, 140, 200] {
            let style = TerminalStyle(width: width, ansi: false)
            let bytes = TerminalBoard.picture(history, query, style, at: second)
            let text = Boards.text(bytes)
            #expect(text.utf8.elementsEqual(bytes))
            #expect(text.unicodeScalars.last == "\n")
            for line in text.split(separator: "\n") {
                #expect(Self.columns(line) <= width)
                #expect(line.unicodeScalars.allSatisfy { Self.isText($0) })
                #expect(line.unicodeScalars.last != " ")
            }
        }
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
        default: true
        }
    }

    @Test(arguments: UInt64(100)..<115)
    func `ends its rows in one column, whatever their texts`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let history = Self.history(&random)
        for width in [20, 40, 80, 120] {
            let query = BoardQuery(count: 20)
            let lines = Boards.plain(history, query, width: width, at: Boards.base + 2).split(separator: "\n")
            let shown = history.races(query, at: Boards.base + 2).count
            guard shown > 0, let first = lines.firstIndex(where: { $0.hasSuffix("To go") }) else { continue }
            #expect(Set(lines[first...(first + shown)].map(Self.columns)).count == 1)
        }
    }
}

import Testing

@testable import Broadcasting

@Suite struct `Text for a terminal` {
    @Test(
        arguments: [
            // C0, C1 and DEL.
            0x00...0x1F, 0x7F...0x9F,
            // Marks, embeddings, overrides and isolates of direction.
            0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
            // Separators of lines and paragraphs, interlinear annotation, private use, no characters.
            0x2028...0x2029, 0xFFF9...0xFFFB, 0xE000...0xE00F, 0xFDD0...0xFDEF, 0x10FFFE...0x10FFFF,
        ] as [ClosedRange<UInt32>])
    func `shows what a terminal would obey as a substitute`(values: ClosedRange<UInt32>) {
        for scalar in values.compactMap(Unicode.Scalar.init) {
            let text = TerminalText("a\(scalar)b")
            #expect(text.text == "a\u{FFFD}b", "U+\(String(scalar.value, radix: 16))")
            #expect(text.width == 3)
        }
    }

    @Test func `lets no scalar through that is a control, a format or a separator`() {
        for scalar in (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init) {
            guard case .shown(let shown, let columns) = TerminalGlyph(scalar) else { continue }
            let category = shown.properties.generalCategory
            guard ![.control, .format, .lineSeparator, .paragraphSeparator, .privateUse].contains(category),
                category != .spaceSeparator || shown == " ", columns == 1 || columns == 2
            else {
                Issue.record("U+\(String(scalar.value, radix: 16)) is shown")
                return
            }
        }
    }

    @Test(
        arguments: [
            ("", "", 0), ("Randwick", "Randwick", 8), ("Café", "Café", 4), ("Cafe\u{301}", "Cafe\u{301}", 4),
            ("東京", "東京", 4), ("ﾄｳｷｮｳ", "ﾄｳｷｮｳ", 5), ("ＴＡＢ", "ＴＡＢ", 6), ("서울", "서울", 4),
            // Decomposed Hangul is drawn in the cells of its initial.
            ("\u{1109}\u{1165}", "\u{1109}\u{1165}", 2),
            // Spaces of any kind are plain ones.
            ("a\u{A0}b\u{3000}c\u{2009}d", "a b c d", 7),
            ("🏇", "🏇", 2), ("\u{2764}\u{FE0F}", "\u{2764}", 1), ("🏇🏽", "🏇", 2), ("🇦🇺", "🇦🇺", 2),
            ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{1F469}", 4),
            // Nothing to see.
            ("a\u{200B}\u{AD}\u{FEFF}\u{2060}\u{E0041}b", "ab", 2),
            // A mark needs a character, and takes no more than two beside it.
            ("\u{301}a", "a", 1),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}b", "a\u{301}\u{302}\u{303}b", 2),
            ("1\u{FE0F}\u{20E3}", "1\u{20E3}", 1), ("שלום", "שלום", 4),
            ("\u{E17}\u{E35}\u{E48}", "\u{E17}\u{E35}\u{E48}", 1),
            ("\r\n", "\u{FFFD}\u{FFFD}", 2), ("\u{1B}[31m", "\u{FFFD}[31m", 5), ("\u{9B}31m", "\u{FFFD}31m", 4),
        ] as [(String, String, Int)])
    func `has the width of what is shown`(original: String, shown: String, width: Int) {
        let text = TerminalText(original)
        #expect(Array(text.text.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(text.width == width)
    }

    @Test(
        arguments: [
            ("Randwick", 9, "Randwick"), ("Randwick", 8, "Randwick"), ("Randwick", 7, "Randwi…"),
            ("Randwick", 2, "R…"), ("Randwick", 1, "…"), ("Randwick", 0, ""), ("", 0, ""),
            ("東京競馬場", 10, "東京競馬場"), ("東京競馬場", 9, "東京競馬…"), ("東京競馬場", 8, "東京競…"),
            ("東京", 2, "…"), ("Gold Coast", 6, "Gold…"), ("Gold Coast", 5, "Gold…"),
            ("Cafe\u{301} Royal", 5, "Cafe\u{301}…"),
        ] as [(String, Int, String)])
    func `is cut to a width with an ellipsis`(original: String, limit: Int, cut: String) {
        let text = TerminalText(original).cut(to: limit)
        #expect(text.text == cut)
        #expect(text.width <= limit)
    }

    @Test(
        arguments: [
            ("one two three", 13, ["one two three"]), ("one two three", 12, ["one two", "three"]),
            ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]),
            ("one two three", 4, ["one", "two", "thre", "e"]), ("  one  two  ", 20, ["one two"]), ("", 20, []),
            ("東京競馬場", 5, ["東京", "競馬", "場"]),
        ] as [(String, Int, [String])])
    func `is wrapped at spaces, and within words that are too long`(original: String, limit: Int, lines: [String]) {
        let wrapped = TerminalText(original).wrapped(to: limit)
        #expect(wrapped.map(\.text) == lines)
        #expect(wrapped.allSatisfy { $0.width <= limit })
    }

    @Test func `is read no further than any line could show`() {
        #expect(TerminalText(String(repeating: "a", count: 1_001)).width == 1_000)
        let marks = TerminalText("a" + String(repeating: "\u{301}", count: 100_000))
        #expect(marks.text.unicodeScalars.count == 4)
    }
}

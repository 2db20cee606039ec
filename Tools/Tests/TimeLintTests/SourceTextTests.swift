import Testing

@testable import TimeLint

struct SourceTextTests {
    @Test(arguments: [
        (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (4, 3, 1), (6, 3, 3), (7, 3, 4), (8, 3, 4), (-1, 1, 1),
    ])
    func `an offset is a line and a column, both from one, the column in bytes`(offset: Int, line: Int, column: Int) {
        // Offsets 0-2 "ab\n", 3 "\n", 4-6 "ü" and "c".
        let position = SourceText(path: "x", bytes: Array("ab\n\nüc".utf8)).position(at: offset)
        #expect(position == (line, column))
    }

    @Test func `an empty file has one place`() {
        #expect(SourceText(path: "x", bytes: []).position(at: 5) == (1, 1))
    }

    @Test(arguments: [
        ("#if DEBUG\n#endif", true), ("  #if os(Linux)", true), ("let a = 1 # 2\n#if", true), ("#available", false),
        ("#i", false), ("#", false), ("", false), ("##if", true),
    ])
    func `conditional code is noticed`(text: String, isConditional: Bool) {
        #expect(SourceText(path: "x", bytes: Array(text.utf8)).mayHaveConditionalCode == isConditional)
    }

    @Test(arguments: [
        ("(a: Int", false), ("(", false), ("(a: Int = 5", false), ("(a: Int = -1_000, b: Int", false),
        ("(a: Int? = nil, b: Bool = true, c: [Int] = []", false), (#"(a: String = "b", c: [Int: Int] = [:]"#, false),
        ("(a: Int = 5,\n b: Date", false), ("(a: Date = .now", true), ("(a: Int = now", true),
        ("(a: Int = 5 + b", true),
        ("(a: Int = 5, b: Int = c()", true), (#"(a: String = "\(b)""#, true), ("(a: [Int] = [b]", true),
    ])
    func `only a literal is a harmless default argument`(list: String, hasDefault: Bool) {
        let source = SourceText(path: "x", bytes: Array(("f" + list + ") -> Int { a = b }").utf8))
        #expect(source.parameters(in: 1..<(1 + list.utf8.count)).hasDefaultArgument == hasDefault)
    }

    @Test(arguments: [
        ("(a: Int", false), ("(a: @escaping () -> Int, b: @convention(c) () -> Int", false),
        ("(a: @isolated(any) @Sendable () -> Int", false), ("(@Wrap a: Int", false), ("(@Wrap(b) a: Int", true),
        ("(_ a: Int, @My.Wrap<Int>(b) c: Int", true), ("(@convention(c) a: () -> Int, @Wrap(b) c: Int", true),
    ])
    func `only attributes of the language have harmless arguments`(list: String, hasArgument: Bool) {
        #expect(ParameterText(text: list).hasWrapperArgument == hasArgument)
    }

    @Test func `a list of parameters ends with the file`() {
        #expect(SourceText(path: "x", bytes: Array("(a)".utf8)).parameters(in: 0..<9).text == "(a)")
    }

    @Test(arguments: [("time", 2, true), ("time", 1, false), ("time", 9, false), ("time", -1, false), ("", 6, true)])
    func `a text is found only where it stands`(text: String, offset: Int, stands: Bool) {
        #expect(SourceText(path: "x", bytes: Array("a time".utf8)).spells(text, at: offset) == stands)
    }
}

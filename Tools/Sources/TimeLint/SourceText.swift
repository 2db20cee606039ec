/// The bytes of one source file, for turning a compiler's byte offsets into lines and columns.
package struct SourceText: Sendable {
    /// The path under which the compiler was given the file, and under which findings name it.
    package let path: String
    private let bytes: [UInt8]
    /// The offset of each line's first byte.
    private let lineStarts: [Int]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// Line and column of a byte, both counted from 1, the column in bytes as compilers do; an offset outside the file
    /// is taken as its nearest end.
    package func position(at offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(offset, 0), bytes.count)
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - lineStarts[low] + 1)
    }

    /// Whether exactly `text` stands at `offset`.
    func spells(_ text: String, at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count else { return false }
        return bytes[offset...].starts(with: text.utf8)
    }

    /// The list of parameters whose parentheses stand at the range's ends.
    func parameters(in range: Range<Int>) -> ParameterText {
        ParameterText(text: String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self))
    }

    /// Whether the file has conditional code, so that another configuration may compile other lines of it. A mention in
    /// a comment or a text counts too: that only costs a second look.
    package var mayHaveConditionalCode: Bool {
        var rest = bytes[...]
        while let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            rest = rest[(hash + 1)...]
            if rest.starts(with: "if".utf8) { return true }
        }
        return false
    }
}

/// A list of parameters as it is written, for the few expressions in it that no tree shows.
struct ParameterText: Sendable {
    let text: String

    /// Whether there is a default argument that is more than a literal.
    var hasDefaultArgument: Bool {
        let literal = /\s*(nil|true|false|-?[0-9][0-9_.]*|"[^"\\]*"|\[:?\])\s*(,.*)?/.dotMatchesNewlines()
        return text.split(separator: "=").dropFirst().contains { $0.wholeMatch(of: literal) == nil }
    }

    /// Whether there is an attribute with arguments, other than those of the language.
    var hasWrapperArgument: Bool {
        let known: Set<Substring> = ["autoclosure", "convention", "escaping", "isolated", "MainActor", "Sendable"]
        return text.matches(of: /@([A-Za-z_][A-Za-z0-9_.]*)(?:<.*>)?\(/).contains { !known.contains($0.1) }
    }
}

/// One place where a clock is read without being controlled.
package struct Finding: Hashable, Sendable {
    package let path: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in bytes.
    package let column: Int
    /// The clock as the table of clocks spells it, e.g. `Date.now`, however the source spells it.
    package let spelling: String

    package init(path: String, line: Int, column: Int, spelling: String) {
        self.path = path
        self.line = line
        self.column = column
        self.spelling = spelling
    }

    init(in source: SourceText, at offset: Int, spelling: String) {
        let (line, column) = source.position(at: offset)
        self.init(path: source.path, line: line, column: column, spelling: spelling)
    }

    /// The line that reports it.
    package func message(allowedOnlyIn allowed: String) -> String {
        "\(path):\(line):\(column): uncontrolled clock: \(spelling); "
            + "take \"now\" as a parameter or a Clock (allowed only in \(allowed))"
    }
}

extension Finding: Comparable {
    package static func < (left: Finding, right: Finding) -> Bool {
        (left.path, left.line, left.column, left.spelling) < (right.path, right.line, right.column, right.spelling)
    }
}

/// Why a tree cannot be judged. Such a tree fails the lint: what cannot be read is never passed.
package struct UnreadableTree: Error, CustomStringConvertible {
    package let path: String
    package let reason: String
    package var description: String { "cannot judge \(path): \(reason)" }
}

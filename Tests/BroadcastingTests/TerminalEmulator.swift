/// A terminal, as far as a board needs one: it knows the sequences that a board sends and stops at any other.
struct TerminalEmulator {
    let (columns, rows): (Int, Int)
    /// A second cell of a wide character is empty.
    private var cells: [[String]]
    private(set) var (row, column) = (0, 0)
    private(set) var (showsCursor, wraps) = (true, true)
    /// Lines that left at the top.
    private(set) var scrolled = 0
    /// Sequences that it does not know.
    private(set) var unknown: [String] = []

    init(columns: Int, rows: Int, filledWith filling: String = " ") {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: filling, count: columns), count: rows)
    }

    /// What stands on the screen, without spaces at the ends of lines.
    var screen: [String] {
        cells.map { line in
            let text = line.joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Takes bytes as they come from a stream, with line feeds as they are.
    mutating func take(_ bytes: [UInt8]) {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\u{1B}":
                let end = scalars.firstIndex { $0 != "[" && (0x40...0x7E).contains($0.value) } ?? scalars.endIndex - 1
                var sequence = ""
                sequence.unicodeScalars.append(contentsOf: scalars[...end])
                obey(sequence)
                scalars = scalars[(end + 1)...]
            case "\r": column = 0
            case "\n": feedLine()
            default: print(scalar)
            }
        }
    }

    private mutating func obey(_ sequence: String) {
        switch sequence {
        case "[H": (row, column) = (0, 0)
        case "[K": erase(row, from: min(column, columns - 1))
        case "[J":
            erase(row, from: min(column, columns - 1))
            for row in row + 1..<max(rows, row + 1) { erase(row, from: 0) }
        case "[2J": for row in 0..<rows { erase(row, from: 0) }
        case "[?7l": wraps = false
        case "[?7h": wraps = true
        case "[?25l": showsCursor = false
        case "[?25h": showsCursor = true
        default:
            if sequence.hasSuffix("m") { return }
            let numbers = sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
            guard sequence.hasSuffix("H"), numbers.count == 2 else { return unknown.append(sequence) }
            (row, column) = (min(numbers[0], rows) - 1, min(numbers[1], columns) - 1)
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for column in column..<columns { cells[row][column] = " " }
    }

    private mutating func feedLine() {
        if row < rows - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: " ", count: columns))
            scrolled += 1
        }
    }

    /// After the last column the cursor waits on it, as real terminals have it: clearing would take the character.
    private mutating func print(_ scalar: Unicode.Scalar) {
        if scalar.properties.generalCategory == .nonspacingMark {
            return cells[row][column - 1].unicodeScalars.append(scalar)
        }
        let width = scalar.value >= 0x2E80 && scalar != "\u{FFFD}" ? 2 : 1
        if column + width > columns {
            if wraps {
                column = 0
                feedLine()
            } else {
                column = columns - width
            }
        }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }
}

/// What a terminal makes of one scalar of a text.
enum TerminalGlyph: Equatable, Sendable {
    /// Nothing.
    case none
    /// A mark on the character before.
    case mark
    /// The scalar, or what stands for it, in one column or two.
    case shown(Unicode.Scalar, columns: Int)

    private static let substitute = shown("\u{FFFD}", columns: 1)

    init(_ scalar: Unicode.Scalar) {
        if (0x20...0x7E).contains(scalar.value) {
            self = .shown(scalar, columns: 1)
        } else if Self.directions.contains(where: { $0.contains(scalar.value) }) {
            self = Self.substitute
        } else if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier {
            // Joiners, variation selectors, skin tones: some terminals join with them, others give each its own cells.
            self = .none
        } else {
            self.init(general: scalar)
        }
    }

    /// Columns that it adds to a line.
    var columns: Int {
        switch self {
        case .none, .mark: 0
        case .shown(_, let columns): columns
        }
    }

    private init(general scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            self = Self.substitute
        case .spaceSeparator: self = .shown(" ", columns: 1)
        case .nonspacingMark, .enclosingMark: self = .mark
        default:
            self =
                Self.isJoiningJamo(scalar) ? .mark : .shown(scalar, columns: Self.isWide(scalar) ? 2 : 1)
        }
    }

    /// Characters that turn the direction of the text around them (Unicode Standard Annex 9).
    private static let directions: [ClosedRange<UInt32>] = [
        0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
    ]

    /// Vowels and finals of Hangul, which share the cells of their initial.
    private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }

    /// Whether a scalar takes two columns: East Asian Wide or Fullwidth (Unicode Standard Annex 11).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x1100 { return false }
        // Letters of flags are emoji too, but take one column each.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return false }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    }

    /// The wide scalars that are not emoji, by block where a block has no others.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}

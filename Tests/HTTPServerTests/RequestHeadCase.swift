import Testing

@testable import HTTPServer

/// How a head stands and where, the part of a result that a table can foretell.
struct HeadVerdict: Equatable {
    let progress: RequestHeadParser.Progress
    let offset: Int
}

/// What came of feeding bytes to a parser.
struct HeadResult: Equatable {
    let verdict: HeadVerdict
    /// All that a complete head says, written out.
    let contents: [String]
}

/// A head in bytes and what must come of it.
///
/// In `text` the sign `▸` is left out and stands before the byte at fault, or before the first byte after a complete
/// head; where it is missing the head ends with the text. The scalars U+E000...U+E0FF stand for the single bytes
/// 0x00...0xFF.
struct RequestHeadCase: Sendable, CustomTestStringConvertible {
    /// The clause or line of the contract that the row tests.
    let rule: String
    let bytes: [UInt8]
    /// `nil` when the head is accepted.
    let error: HeadError?
    let offset: Int
    let limits: HeadLimits

    var testDescription: String { rule }

    var expected: HeadVerdict {
        HeadVerdict(progress: error.map { .failed($0) } ?? .complete, offset: offset)
    }

    init(_ rule: String, error: HeadError?, limits: HeadLimits, text: String) {
        var bytes: [UInt8] = []
        var offset: Int?
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x25B8: offset = bytes.count
            case 0xE000...0xE0FF: bytes.append(UInt8(scalar.value - 0xE000))
            default: bytes.append(contentsOf: Array(String(scalar).utf8))
            }
        }
        self.rule = rule
        self.bytes = bytes
        self.error = error
        self.offset = offset ?? bytes.count
        self.limits = limits
    }

    static func accept(_ rule: String, _ text: String, limits: HeadLimits = .default) -> RequestHeadCase {
        RequestHeadCase(rule, error: nil, limits: limits, text: text)
    }

    static func refuse(
        _ rule: String, _ error: HeadError, _ text: String, limits: HeadLimits = .default
    ) -> RequestHeadCase {
        RequestHeadCase(rule, error: error, limits: limits, text: text)
    }

    /// All rows of all tables.
    static let all = requestLines + targets + fields + contents + hosts + bounds
}

/// Feeds pieces to a new parser, one after the other.
func parse(_ pieces: [ArraySlice<UInt8>], limits: HeadLimits = .default) -> HeadResult {
    var parser = RequestHeadParser(limits: limits)
    for piece in pieces { _ = parser.feed(piece.span) }
    let verdict = HeadVerdict(progress: parser.progress, offset: parser.offset)
    guard parser.progress == .complete, let head = parser.head(in: Array(pieces.joined()).span) else {
        return HeadResult(verdict: verdict, contents: [])
    }
    let fields = HeadField.allCases.map { "\($0) \(head.lineCount(of: $0)) \(String(describing: head.range(of: $0)))" }
    let rest = "\(head.method) \(head.minorVersion) \(head.target) \(head.keepAlive) \(head.acceptsGzip)"
    return HeadResult(verdict: verdict, contents: fields + [rest])
}

/// A head that is accepted, and the bytes it was read from.
func acceptedHead(_ text: String) throws -> (head: RequestHead, bytes: [UInt8]) {
    let bytes = RequestHeadCase.accept("", text).bytes
    var parser = RequestHeadParser()
    _ = parser.feed(bytes.span)
    let head = parser.head(in: bytes.span)
    return (try #require(head), bytes)
}

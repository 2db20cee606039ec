/// Reading of ranges of bytes that are text.
enum ByteText {
    /// The range without spaces and tabs at both ends.
    static func trimmed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ByteClasses.isWhitespace(bytes[start]) { start += 1 }
        while start < end, ByteClasses.isWhitespace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Whether the bytes are this lower-case token, in any case.
    static func matches(_ range: Range<Int>, _ token: String, in bytes: Span<UInt8>) -> Bool {
        guard range.count == token.utf8.count else { return false }
        return zip(range, token.utf8).allSatisfy { ByteClasses.lowercased(bytes[$0]) == $1 }
    }

    /// The first index of a byte in a range, or the range's end.
    static func firstIndex(of wanted: UInt8, in range: Range<Int>, of bytes: Span<UInt8>) -> Int {
        range.first { bytes[$0] == wanted } ?? range.upperBound
    }
}

extension String {
    /// The text of field value bytes: UTF-8 where they are valid UTF-8, else ISO 8859-1, a character a byte, as
    /// values with `obs-text` historically were (RFC 9110 5.5).
    init(fieldValue range: Range<Int>, in bytes: Span<UInt8>) {
        let slice = bytes.extracting(range)
        if let text = try? UTF8Span(validating: slice) {
            self = String(copying: text)
            return
        }
        var text = String.UnicodeScalarView()
        for index in slice.indices { text.append(Unicode.Scalar(slice[index])) }
        self = String(text)
    }
}

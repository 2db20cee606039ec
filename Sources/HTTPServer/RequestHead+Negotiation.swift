extension RequestHead {
    func decideKeepAlive(in buffer: Span<UInt8>) -> Bool {
        var closes = false
        var keeps = false
        forEachElement(of: .connection, in: buffer) { option in
            closes = closes || ListElements.matches(option, "close", in: buffer)
            keeps = keeps || ListElements.matches(option, "keep-alive", in: buffer)
        }
        return !closes && (minorVersion > 0 || keeps)
    }

    func decideGzip(in buffer: Span<UInt8>) -> Bool {
        var codings = AcceptedCodings()
        forEachElement(of: .acceptEncoding, in: buffer) { codings.note($0, in: buffer) }
        return codings.acceptsGzip
    }

    private func forEachElement(of field: HeadField, in buffer: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachLine(of: field, in: buffer) { line in
            var start = line.lowerBound
            while start <= line.upperBound {
                let end = ListElements.firstIndex(of: UInt8(ascii: ","), in: start..<line.upperBound, of: buffer)
                let element = ListElements.trimmed(start..<end, in: buffer)
                if !element.isEmpty { body(element) }
                start = end + 1
            }
        }
    }
}

/// Parts of field values that are comma-separated lists of tokens (RFC 9110 5.6.1).
enum ListElements {
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

/// The weights an Accept-Encoding gives to the codings that matter here, in thousandths (RFC 9110 12.4.2, 12.5.3).
struct AcceptedCodings {
    private var gzip: Int?
    private var identity: Int?
    private var wildcard: Int?

    /// `*` speaks for gzip where gzip is not named, but no coding at all is not preferred by it.
    var acceptsGzip: Bool {
        let weight = gzip ?? wildcard ?? 0
        return weight > 0 && weight >= identity ?? 0
    }

    /// Notes an element such as `gzip;q=0.5`; one that is malformed is passed over, of a repeated one the lower
    /// weight counts.
    mutating func note(_ element: Range<Int>, in bytes: Span<UInt8>) {
        let semicolon = ListElements.firstIndex(of: UInt8(ascii: ";"), in: element, of: bytes)
        let coding = ListElements.trimmed(element.lowerBound..<semicolon, in: bytes)
        guard let weight = Self.weight(semicolon..<element.upperBound, in: bytes) else { return }
        if ListElements.matches(coding, "gzip", in: bytes) || ListElements.matches(coding, "x-gzip", in: bytes) {
            gzip = min(gzip ?? weight, weight)
        } else if ListElements.matches(coding, "identity", in: bytes) {
            identity = weight
        } else if ListElements.matches(coding, "*", in: bytes) {
            wildcard = weight
        }
    }

    /// The weight in what follows a coding: nothing is 1000, `;q=` must be followed by 0 to 1 with at most three
    /// decimals.
    private static func weight(_ parameter: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard !parameter.isEmpty else { return 1000 }
        let text = ListElements.trimmed(parameter.lowerBound + 1..<parameter.upperBound, in: bytes)
        guard (3...7).contains(text.count),
            ListElements.matches(text.lowerBound..<text.lowerBound + 2, "q=", in: bytes)
        else { return nil }
        var weight = 0
        var scale = 1000
        for index in text.lowerBound + 2..<text.upperBound {
            if index == text.lowerBound + 3 {
                guard bytes[index] == UInt8(ascii: ".") else { return nil }
                continue
            }
            guard ByteClasses.isDigit(bytes[index]) else { return nil }
            weight += Int(bytes[index] - UInt8(ascii: "0")) * scale
            scale /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}

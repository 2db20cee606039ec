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
        let semicolon = ByteText.firstIndex(of: UInt8(ascii: ";"), in: element, of: bytes)
        let coding = ByteText.trimmed(element.lowerBound..<semicolon, in: bytes)
        guard let weight = Self.weight(semicolon..<element.upperBound, in: bytes) else { return }
        if ByteText.matches(coding, "gzip", in: bytes) || ByteText.matches(coding, "x-gzip", in: bytes) {
            gzip = min(gzip ?? weight, weight)
        } else if ByteText.matches(coding, "identity", in: bytes) {
            identity = weight
        } else if ByteText.matches(coding, "*", in: bytes) {
            wildcard = weight
        }
    }

    /// The weight in what follows a coding: nothing is 1000, `;q=` must be followed by 0 to 1 with at most three
    /// decimals.
    private static func weight(_ parameter: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard !parameter.isEmpty else { return 1000 }
        let text = ByteText.trimmed(parameter.lowerBound + 1..<parameter.upperBound, in: bytes)
        guard (3...7).contains(text.count),
            ByteText.matches(text.lowerBound..<text.lowerBound + 2, "q=", in: bytes)
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

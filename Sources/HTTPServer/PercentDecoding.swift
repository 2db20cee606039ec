/// Decoding of percent-escapes (RFC 3986 2.1).
enum PercentDecoding {
    /// Why bytes do not decode.
    enum Fault: Error, Equatable {
        /// A percent sign without two hexadecimal digits after it.
        case escape
        /// `%00`, which nothing here may contain (contract 8).
        case nul
        /// The bytes are not valid UTF-8.
        case encoding
    }

    /// The text of a range of bytes with its escapes decoded.
    ///
    /// With `plusIsSpace` a `+` is a space, as in queries of forms. With `keepingSlash` an escaped slash stays `%2F`,
    /// so that it cannot be mistaken for one that separates segments (RFC 3986 2.2).
    static func text(
        _ range: Range<Int>, in bytes: Span<UInt8>, plusIsSpace: Bool = false, keepingSlash: Bool = false
    ) throws(Fault) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? ByteClasses.space : byte)
                continue
            }
            guard range.upperBound - index >= 2,
                let high = ByteClasses.hexValue(bytes[index]), let low = ByteClasses.hexValue(bytes[index + 1])
            else { throw .escape }
            index += 2
            let value = high << 4 | low
            if value == 0 { throw .nul }
            if keepingSlash && value == UInt8(ascii: "/") {
                decoded.append(contentsOf: "%2F".utf8)
            } else {
                decoded.append(value)
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .encoding }
        return text
    }
}

/// The classes of bytes that the grammars of RFC 9110, RFC 9112 and RFC 3986 are written in.
enum ByteClasses {
    static let nul: UInt8 = 0x00
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// `tchar`, what methods and field names consist of (RFC 9110 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// `unreserved` or `sub-delims`, what a registered name consists of besides escapes (RFC 3986 3.2.2).
    static func isRegisteredName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// `pchar` without its escapes, or a slash: what a path consists of (RFC 3986 3.3).
    static func isPath(_ byte: UInt8) -> Bool {
        isRegisteredName(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
    }

    /// `VCHAR` or `obs-text`, what a field value consists of besides spaces and tabs (RFC 9110 5.5).
    static func isFieldText(_ byte: UInt8) -> Bool { byte > space && byte != 0x7F }

    /// `OWS`: a space or a horizontal tab (RFC 9110 5.6.3).
    static func isWhitespace(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// A control character, NUL and DEL among them (RFC 5234 B.1).
    static func isControl(_ byte: UInt8) -> Bool { byte < space || byte == 0x7F }

    /// A decimal digit.
    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    /// The value of a hexadecimal digit in either case, or `nil`.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The byte with an upper-case ASCII letter made lower-case.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}

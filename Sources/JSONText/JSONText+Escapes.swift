extension JSONText {
    /// Escapes what JSON must (RFC 8259 section 7), and what others take for line ends or a terminal for commands: the
    /// two separators of JavaScript, DEL, and the controls from U+0080 to U+009F (U+0085 ends a line in Python).
    mutating func appendEscaped(_ utf8: UnsafeRawBufferPointer) {
        var index = 0
        while index < utf8.count {
            let byte = unsafe utf8[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"), byte)
            case 0x0A: append(UInt8(ascii: "\\"), UInt8(ascii: "n"))
            case 0x0D: append(UInt8(ascii: "\\"), UInt8(ascii: "r"))
            case 0x09: append(UInt8(ascii: "\\"), UInt8(ascii: "t"))
            case 0..<0x20, 0x7F:
                append("\\u00")
                append(hexDigit(byte >> 4), hexDigit(byte & 0xF))
            case 0xC2 where unsafe isControl(utf8, at: index):
                append("\\u00")
                append(hexDigit(unsafe utf8[index + 1] >> 4), hexDigit(unsafe utf8[index + 1] & 0xF))
                index += 1
            case 0xE2 where unsafe isLineSeparator(utf8, at: index):
                append(unsafe utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029")
                index += 2
            default:
                append(byte)
            }
            index += 1
        }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private func isControl(_ utf8: UnsafeRawBufferPointer, at index: Int) -> Bool {
        unsafe index + 1 < utf8.count && utf8[index + 1] < 0xA0
    }

    private func isLineSeparator(_ utf8: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard index + 2 < utf8.count, unsafe utf8[index + 1] == 0x80 else { return false }
        return unsafe utf8[index + 2] & 0xFE == 0xA8
    }
}

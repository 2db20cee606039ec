/// Takes chunked framing off a body (RFC 9112 7.1), strictly: sizes in plain hexadecimal figures, CR LF, no extensions
/// and no trailers, since none of the servers that are measured needs them.
struct ChunkedBodyReader {
    private enum Place {
        case size, sizeEnd, data
        case dataEnd(UInt8)
        case lastEnd(UInt8)
        case over
    }

    private var place = Place.size
    private var left = 0
    private var figures = 0
    /// The last chunk has come, whole.
    var isOver: Bool { if case .over = place { true } else { false } }

    /// Whether bytes after the last chunk, or bytes that cannot stand where they stand, have come; it stays so.
    private(set) var isBroken = false

    /// Appends what `bytes` hold of the body.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, into body: inout [UInt8]) {
        var index = 0
        while index < bytes.count, !isBroken {
            if case .data = place {
                let count = min(left, bytes.count - index)
                body.append(contentsOf: bytes[index..<index + count])
                index += count
                left -= count
                if left == 0 { place = .dataEnd(0x0D) }
                continue
            }
            take(bytes[index])
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch place {
        case .size:
            if byte == 0x0D, figures > 0 {
                place = .sizeEnd
            } else if let figure = Self.figure(byte), figures < 8 {
                left = left * 16 + figure
                figures += 1
            } else {
                isBroken = true
            }
        case .sizeEnd:
            isBroken = byte != 0x0A
            place = left == 0 ? .lastEnd(0x0D) : .data
            figures = 0
        case .dataEnd(let expected):
            isBroken = byte != expected
            place = expected == 0x0D ? .dataEnd(0x0A) : .size
        case .lastEnd(let expected):
            isBroken = byte != expected
            place = expected == 0x0D ? .lastEnd(0x0A) : .over
        case .data, .over: isBroken = true
        }
    }

    private static func figure(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }
}

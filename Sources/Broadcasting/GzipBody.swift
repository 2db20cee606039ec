/// The parts of a gzip body that need no compressor (RFC 1952, and RFC 1951 for its blocks).
///
/// A stream is the header, blocks that all end on a byte, each readable when it has come, and the trailer. What is
/// meant for one reader alone goes into stored blocks, so that compressing is done once for all.
enum GzipBody {
    /// Deflate, no file name, no time, made on Unix (RFC 1952 2.3).
    static let header: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03]

    /// A block that holds bytes as they are, at most 65,535 of them; it begins on a byte (RFC 1951 3.2.4).
    static func stored(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [isLast ? 1 : 0] + littleEndian(count) + littleEndian(~count) + bytes
    }

    /// The checksum and the length of all that was in the body.
    static func trailer(_ checksum: StreamChecksum) -> [UInt8] {
        littleEndian(checksum.crc) + littleEndian(UInt32(truncatingIfNeeded: checksum.length))
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

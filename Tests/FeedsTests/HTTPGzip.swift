/// Gzip bodies without a compressor (RFC 1951, RFC 1952).
enum HTTPGzip {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// A valid body in one stored block, so at most 65,535 bytes.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt16(bytes.count)
        return head + [1] + littleEndian(size) + littleEndian(~size) + bytes
            + littleEndian(crc32(bytes)) + littleEndian(UInt32(bytes.count))
    }

    /// A body that grows to `count` zeros at least: 258 of them for each 13 bits. It has no end.
    static func bomb(of count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b0, count: 1)
        bits.write(0b01, count: 2)
        // The literal 0, then copies of length 258 from distance 1, in the fixed codes of RFC 1951 3.2.6.
        bits.write(0b0000_1100, count: 8)
        for _ in 0...(count / 258) {
            bits.write(0b1010_0011, count: 8)
            bits.write(0, count: 5)
        }
        return head + bits.bytes
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var bitCount = 0

        /// The lowest bit comes first; Huffman codes are given with their bits reversed.
        mutating func write(_ value: Int, count: Int) {
            for index in 0..<count {
                if bitCount.isMultiple(of: 8) { bytes.append(0) }
                bytes[bytes.count - 1] |= UInt8(value >> index & 1) << (bitCount % 8)
                bitCount += 1
            }
        }
    }

    private static func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}

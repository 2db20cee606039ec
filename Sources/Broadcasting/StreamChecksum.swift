internal import CZlib

/// What a gzip trailer says of all bytes of a body so far (RFC 1952 2.3.1); of bytes that follow each other it can be
/// put together without looking at them again (`crc32_combine`, zlib's manual).
struct StreamChecksum: Equatable, Sendable {
    private(set) var crc: UInt32 = 0
    private(set) var length: UInt64 = 0

    init() {}

    init(of bytes: [UInt8]) {
        crc = UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) })
        length = UInt64(bytes.count)
    }

    private init(crc: UInt32, length: UInt64) {
        self.crc = crc
        self.length = length
    }

    mutating func append(_ next: StreamChecksum) {
        crc = Self.combined(crc, next.crc, length: next.length)
        length += next.length
    }

    mutating func append(_ bytes: [UInt8]) { append(StreamChecksum(of: bytes)) }

    private static func combined(_ first: UInt32, _ second: UInt32, length: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_combine(UInt(first), UInt(second), Int(length)))
    }

    /// One reader's checksum at the moment it begins to get the same bytes as all others of its topic.
    ///
    /// From then on the topic's own checksum is kept once for all, and a reader's is worked out only when it leaves:
    /// the arithmetic is linear, so what the topic sent before the reader came cancels out.
    struct Mark: Equatable, Sendable {
        private var crc: UInt32 = 0
        /// Of the reader's body so far, modulo 2^32, as the trailer has it.
        private var length: UInt32 = 0
        /// The topic's length at that moment.
        private var start: UInt64 = 0

        init() {}

        /// - Parameters:
        ///   - own: of all that the reader has been sent.
        ///   - topic: of all that its topic has sent to anybody.
        init(own: StreamChecksum, topic: StreamChecksum) {
            crc = own.crc ^ topic.crc
            length = UInt32(truncatingIfNeeded: own.length)
            start = topic.length
        }

        /// The reader's checksum now that its topic has come to `topic`.
        func checksum(at topic: StreamChecksum) -> StreamChecksum {
            let since = topic.length - start
            return StreamChecksum(
                crc: StreamChecksum.combined(crc, topic.crc, length: since), length: UInt64(length) + since)
        }
    }
}

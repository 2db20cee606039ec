internal import CZlib

/// Reads a gzip body as it comes, with zlib's own reader, which checks the trailer (RFC 1952).
package final class Inflater {
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the trailer has come and was right.
    package private(set) var hasEnded = false
    /// What zlib found wrong; nothing is read after it.
    package private(set) var fault: String?

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 more than the largest window: gzip and nothing else (zlib's manual, inflateInit2).
        inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// All the text that can be read once these bytes have come.
    package func feed(_ bytes: [UInt8]) -> [UInt8] {
        guard fault == nil, !bytes.isEmpty else { return [] }
        guard !hasEnded else {
            fault = "bytes after the trailer"
            return []
        }
        var text: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            repeat {
                let status = buffer.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    return inflate(stream, Z_SYNC_FLUSH)
                }
                text += buffer[..<(buffer.count - Int(stream.pointee.avail_out))]
                hasEnded = status == Z_STREAM_END
                if status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR {
                    fault = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(status)"
                }
            } while stream.pointee.avail_out == 0 && fault == nil && !hasEnded
            if hasEnded && stream.pointee.avail_in > 0 { fault = "bytes after the trailer" }
        }
        return text
    }
}

internal import CZlib

/// zlib's compressor, used anew for each batch of events; about 270 KB, one a loop.
final class Deflater {
    /// At one address, since zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// nil when there is no memory for it.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard next_to_go_deflate_init(stream, Self.level, Self.memoryLevel) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    /// The smallest output: on frames it is a tenth smaller than that of level 6, and each is compressed once for all.
    private static let level: Int32 = 9
    /// A hash of 2^14 entries: frames are short, and it is cleared for each.
    private static let memoryLevel: Int32 = 7

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses events, each so that it can be read when its last byte has come (a sync flush).
    ///
    /// - Parameter last: bytes that every reader has just had; a later event is little more than its difference from
    ///   them. Without any the result stands alone.
    func deflate(_ batch: EventBatch, after last: [UInt8] = []) -> EventBatch {
        deflateReset(stream)
        if !last.isEmpty {
            last.withUnsafeBufferPointer { _ = deflateSetDictionary(stream, $0.baseAddress, UInt32($0.count)) }
        }
        var result = EventBatch()
        var start = 0
        batch.bytes.withUnsafeBufferPointer { bytes in
            for end in batch.ends {
                result.append { flush(UnsafeBufferPointer(rebasing: bytes[start..<end]), to: &$0) }
                start = end
            }
        }
        return result
    }

    private func flush(_ event: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        // zlib takes a pointer that it may write through, and does not.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: event.baseAddress)
        stream.pointee.avail_in = UInt32(event.count)
        // What the flush adds is not in the bound: up to an empty block of 5 bytes.
        let room = Int(deflateBound(stream, UInt(event.count))) + 16
        repeat {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(room)
                _ = CZlib.deflate(stream, Z_SYNC_FLUSH)
                output += buffer[..<(room - Int(stream.pointee.avail_out))]
            }
        } while stream.pointee.avail_out == 0
    }
}

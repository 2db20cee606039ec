/// Events in a row, as a format or a compression has them, before they are framed for a connection.
struct EventBatch: Equatable, Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each event ends in ``bytes``, in order.
    private(set) var ends: [Int] = []

    var isEmpty: Bool { ends.isEmpty }

    /// Appends one event: whatever `write` appends to the bytes.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
        if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    }

    mutating func append(_ event: [UInt8]) {
        append { $0 += event }
    }

    /// The same events with bytes in front that belong to the first of them.
    func preceded(by prefix: [UInt8]) -> EventBatch {
        var batch = EventBatch()
        batch.bytes = prefix + bytes
        batch.ends = isEmpty ? [prefix.count].filter { $0 > 0 } : ends.map { prefix.count + $0 }
        return batch
    }
}

/// How a body without a known length is carried.
package enum Framing: Hashable, Sendable {
    /// HTTP/1.1 (RFC 9112 section 7.1): one chunk an event, so that no reader holds one back.
    case chunked
    /// HTTP/1.0: until the connection closes.
    case untilClose

    /// The bytes of these events on a connection.
    func bytes(of batch: EventBatch) -> [UInt8] {
        guard self == .chunked else { return batch.bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(batch.bytes.count + 12 * batch.ends.count)
        var start = 0
        for end in batch.ends {
            bytes += String(end - start, radix: 16).utf8
            bytes += Self.lineEnd
            bytes += batch.bytes[start..<end]
            bytes += Self.lineEnd
            start = end
        }
        return bytes
    }

    /// The end of the body, where the framing has one.
    var end: [UInt8] { self == .chunked ? Array("0\r\n\r\n".utf8) : [] }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
}

internal import ServerSentEvents

/// Puts events into a client's format and framing, each whole and in a chunk of its own.
package struct FrameWriter {
    package private(set) var bytes: [UInt8] = []
    private let format: StreamFormat
    private let framing: Framing

    package init(format: StreamFormat, framing: Framing) {
        self.format = format
        self.framing = framing
    }

    package mutating func append(_ type: String, id: String? = nil, retry: Int? = nil, data: [UInt8]) {
        let event = StreamEvent(type: type, id: id, retry: retry, data: data)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(data.count + 64)
        switch format {
        case .eventStream: EventStreamEncoding.append(event, to: &encoded)
        case .lines: LineEncoding.append(event, to: &encoded)
        case .terminal: return
        }
        appendFramed(encoded)
    }

    /// A picture for a terminal, which knows no events.
    package mutating func append(picture: [UInt8]) {
        appendFramed(picture)
    }

    /// Something that clients ignore, so that nobody between takes the stream for dead.
    package mutating func appendKeepAlive() {
        appendFramed(format == .eventStream ? EventStreamEncoding.comment : LineEncoding.blank)
    }

    /// The reconnection time alone; formats that know none get a sign of life in its place.
    package mutating func appendRetry(_ milliseconds: Int) {
        guard format == .eventStream else { return appendKeepAlive() }
        var encoded: [UInt8] = []
        EventStreamEncoding.appendRetry(milliseconds, to: &encoded)
        appendFramed(encoded)
    }

    /// The end of the body, where the framing has one.
    package mutating func end() {
        if framing == .chunked { bytes.append(contentsOf: "0\r\n\r\n".utf8) }
    }

    private mutating func appendFramed(_ encoded: [UInt8]) {
        guard framing == .chunked else {
            bytes.append(contentsOf: encoded)
            return
        }
        bytes.append(contentsOf: String(encoded.count, radix: 16).utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        bytes.append(contentsOf: encoded)
        bytes.append(contentsOf: "\r\n".utf8)
    }
}

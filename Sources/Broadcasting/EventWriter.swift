internal import ServerSentEvents

/// Puts events into a client's format, each whole.
struct EventWriter {
    private(set) var batch = EventBatch()
    private let format: StreamFormat

    init(format: StreamFormat) {
        self.format = format
    }

    mutating func append(_ type: String, id: String? = nil, retry: Int? = nil, data: [UInt8]) {
        let event = StreamEvent(type: type, id: id, retry: retry, data: data)
        let format = format
        batch.append { bytes in
            switch format {
            case .eventStream: EventStreamEncoding.append(event, to: &bytes)
            case .lines: LineEncoding.append(event, to: &bytes)
            case .terminal: break
            }
        }
    }

    /// A picture for a terminal, which knows no events.
    mutating func append(picture: [UInt8]) {
        batch.append(picture)
    }

    /// Something that clients ignore, so that nobody between takes the stream for dead.
    mutating func appendKeepAlive() {
        batch.append(format == .eventStream ? EventStreamEncoding.comment : LineEncoding.blank)
    }
}

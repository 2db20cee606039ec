/// One event before it is put into a format.
package struct StreamEvent: Equatable, Sendable {
    /// The event's type, as in `countdown`.
    package var type: String
    /// What a client says it has when it comes back; nil keeps the client's last one.
    package var id: String?
    /// Milliseconds that the client should wait before it reconnects; nil leaves it as it was.
    package var retry: Int?
    /// A JSON object on one line, in UTF-8.
    package var data: [UInt8]

    package init(type: String, id: String? = nil, retry: Int? = nil, data: [UInt8]) {
        self.type = type
        self.id = id
        self.retry = retry
        self.data = data
    }
}

/// `text/event-stream` (WHATWG HTML, 9.2 Server-sent events).
package enum EventStreamEncoding {
    /// Appends a whole block with its empty line. Line ends inside `data` become lines of data, never fields.
    package static func append(_ event: StreamEvent, to bytes: inout [UInt8]) {
        if let retry = event.retry { append("retry", String(retry).utf8, to: &bytes) }
        if let id = event.id { append("id", id.utf8, to: &bytes) }
        append("event", event.type.utf8, to: &bytes)
        for line in lines(of: event.data) { append("data", line, to: &bytes) }
        bytes.append(lineFeed)
    }

    /// Appends the line that sets the reconnection time, in milliseconds; it belongs to the block that follows.
    package static func appendRetry(_ milliseconds: Int, to bytes: inout [UInt8]) {
        append("retry", String(milliseconds).utf8, to: &bytes)
    }

    /// The empty line that ends a block.
    package static let blockEnd: [UInt8] = [lineFeed]

    /// A comment: it keeps a quiet stream alive, and clients ignore it.
    package static let comment: [UInt8] = Array(":\n\n".utf8)

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    private static func append(_ field: StaticString, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.description.utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        for byte in value where byte != lineFeed && byte != carriageReturn && byte != 0 { bytes.append(byte) }
        bytes.append(lineFeed)
    }

    /// Split at CR LF, LF and CR, on bytes: to Swift's `Character`, CR LF would be one.
    private static func lines(of data: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = data.startIndex
        var index = start
        while index < data.endIndex {
            let byte = data[index]
            if byte == lineFeed || byte == carriageReturn {
                lines.append(data[start..<index])
                if byte == carriageReturn, index + 1 < data.endIndex, data[index + 1] == lineFeed { index += 1 }
                start = index + 1
            }
            index += 1
        }
        lines.append(data[start...])
        return lines
    }
}

/// `application/x-ndjson`: one JSON object a line, the event's type and id before the members of its data.
package enum LineEncoding {
    /// Appends `{"event":…,"id":…,…data…}` and a line feed; `data` must be an object on one line.
    package static func append(_ event: StreamEvent, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "{\"event\":\"\(event.type)\"".utf8)
        if let id = event.id { bytes.append(contentsOf: ",\"id\":\"\(id)\"".utf8) }
        if event.data.count > 2 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: event.data.dropFirst())
        bytes.append(0x0A)
    }

    /// An empty line keeps a quiet stream alive.
    package static let blank: [UInt8] = [0x0A]
}

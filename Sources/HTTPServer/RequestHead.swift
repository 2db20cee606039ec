/// A complete request head: what the server decides by, and where the values lie in the buffer it was read from.
///
/// Every `in:` takes the same buffer, beginning with the head's first byte.
package struct RequestHead: Sendable {
    /// The method, one of those that are answered.
    package let method: RequestMethod
    /// The version: 0 for HTTP/1.0, 1 for HTTP/1.1 and any later HTTP/1 (RFC 9110 2.5).
    package let minorVersion: Int
    /// The parts of the target.
    package let target: RequestTarget
    /// The head's length in bytes; what follows belongs to the next request.
    package let length: Int
    /// Whether the client lets the connection be kept after the answer (RFC 9112 9.3): `close` ends it in either
    /// version, HTTP/1.0 needs `keep-alive` to keep it.
    package private(set) var keepAlive = false
    /// Whether gzip is acceptable and not liked less than no coding at all (RFC 9110 12.5.3); `false` when the client
    /// does not say.
    package private(set) var acceptsGzip = false

    private let slots: FieldSlots
    private let fieldsStart: Int

    /// How many lines the field has.
    package func lineCount(of field: HeadField) -> Int { slots[field].lines }

    /// Whether the field was sent, be it empty.
    package func has(_ field: HeadField) -> Bool { lineCount(of: field) > 0 }

    /// Where the value of the field's first line lies, without whitespace around it; `nil` when it was not sent.
    package func range(of field: HeadField) -> Range<Int>? {
        has(field) ? slots[field].first : nil
    }

    /// The field's value as text: several lines joined with `, ` (RFC 9110 5.3), UTF-8 where it is valid, else
    /// ISO 8859-1; `nil` when it was not sent.
    ///
    /// A field that should come once but was repeated so gets a value that nothing matches.
    package func text(of field: HeadField, in buffer: Span<UInt8>) -> String? {
        guard has(field) else { return nil }
        var text: String?
        forEachLine(of: field, in: buffer) { line in
            let value = String(fieldValue: line, in: buffer)
            text = text.map { "\($0), \(value)" } ?? value
        }
        return text
    }

    /// Where the host and port that the request is for lie: an absolute target's, else the Host field's
    /// (RFC 9112 3.2.2); `nil` when an HTTP/1.0 request names none.
    package var authority: Range<Int>? { target.authority ?? range(of: .host) }

    /// Calls back with the range of each line's value, in order.
    func forEachLine(of field: HeadField, in buffer: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        let slot = slots[field]
        guard slot.lines > 1 else {
            if slot.lines == 1 { body(slot.first) }
            return
        }
        let wanted = TokenKey(field.name)
        var lines = FieldLines(start: fieldsStart, end: length - 2)
        while let line = lines.next(in: buffer) {
            if line.name == wanted { body(line.value) }
        }
    }
}

extension RequestHead {
    /// The head that a parser has completed, or `nil` when it has not or the buffer is too short.
    init?(_ parser: RequestHeadParser, in buffer: Span<UInt8>) {
        guard parser.progress == .complete, buffer.count >= parser.offset, let target = parser.target else {
            return nil
        }
        method = parser.method
        minorVersion = min(Int(parser.minor), 1)
        self.target = target
        length = parser.offset
        slots = parser.slots
        fieldsStart = parser.fieldsStart
        keepAlive = decideKeepAlive(in: buffer)
        acceptsGzip = decideGzip(in: buffer)
    }
}

extension RequestHeadParser {
    /// The complete head, read from the buffer that holds its bytes from the first on; `nil` before `.complete`.
    package func head(in buffer: Span<UInt8>) -> RequestHead? { RequestHead(self, in: buffer) }
}

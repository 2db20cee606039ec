internal import ServerSentEvents

/// What is sent to one reader alone: how its stream begins and how it ends.
enum StreamParts {
    /// The first bytes of a body, which belong to the first of the events that all readers share.
    struct Preface {
        /// As the coding has them.
        var bytes: [UInt8]
        /// Of the text in them.
        var checksum: StreamChecksum
    }

    /// When to come back, for formats that can say it. It stands in the first event's block, since there are client
    /// libraries that make an event without data of a block of its own.
    ///
    /// - Parameters:
    ///   - retry: milliseconds that the client should wait before it reconnects.
    ///   - isAlone: no event follows at once, so that there must be a sign of life.
    static func preface(_ query: StreamQuery, retry: Int, isAlone: Bool) -> Preface {
        var text: [UInt8] = []
        if query.format == .eventStream {
            EventStreamEncoding.appendRetry(retry, to: &text)
            if isAlone { text += EventStreamEncoding.blockEnd }
        } else if isAlone {
            text = LineEncoding.blank
        }
        guard query.coding == .gzip else { return Preface(bytes: text, checksum: StreamChecksum()) }
        return Preface(
            bytes: GzipBody.header + (text.isEmpty ? [] : GzipBody.stored(text)), checksum: StreamChecksum(of: text))
    }

    /// The last bytes of a body.
    ///
    /// - Parameter before: the checksum of all that the reader has been sent; only a compressed body needs it.
    static func farewell(
        _ reason: ByeReason, _ query: StreamQuery, retry: Int, after before: StreamChecksum
    ) -> [UInt8] {
        query.framing.bytes(of: lastEvent(reason, query, retry: retry, after: before)) + query.framing.end
    }

    private static func lastEvent(
        _ reason: ByeReason, _ query: StreamQuery, retry: Int, after before: StreamChecksum
    ) -> EventBatch {
        var writer = EventWriter(format: query.format)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.closing(style))
        } else {
            writer.append("bye", retry: retry, data: EventData.bye(reason, retry: retry))
        }
        guard query.coding == .gzip else { return writer.batch }
        var checksum = before
        checksum.append(writer.batch.bytes)
        var batch = EventBatch()
        batch.append(GzipBody.stored(writer.batch.bytes, isLast: true) + GzipBody.trailer(checksum))
        return batch
    }

    /// A whole stream that says only goodbye.
    static func refusal(_ reason: ByeReason, _ query: StreamQuery, retry: Int) -> [UInt8] {
        let start = query.coding == .gzip ? GzipBody.header : []
        let last = lastEvent(reason, query, retry: retry, after: StreamChecksum())
        return query.framing.bytes(of: last.preceded(by: start)) + query.framing.end
    }
}

/// What is sent to one reader alone: how its stream begins and how it ends.
enum StreamParts {
    /// The first bytes of a body, before what all readers share.
    struct Preface {
        /// As they are on the connection.
        var bytes: [UInt8]
        /// Of the text in them.
        var checksum: StreamChecksum
    }

    /// - Parameters:
    ///   - retry: milliseconds that the client should wait before it reconnects.
    ///   - isAlone: nothing else follows at once, so that there must be a sign of life.
    static func preface(_ query: StreamQuery, retry: Int, isAlone: Bool) -> Preface {
        var writer = EventWriter(format: query.format)
        writer.appendRetry(retry)
        if isAlone && writer.batch.isEmpty { writer.appendKeepAlive() }
        let text = writer.batch.bytes
        guard query.coding == .gzip else {
            return Preface(bytes: query.framing.bytes(of: writer.batch), checksum: StreamChecksum())
        }
        var batch = EventBatch()
        batch.append(GzipBody.header + (text.isEmpty ? [] : GzipBody.stored(text)))
        return Preface(bytes: query.framing.bytes(of: batch), checksum: StreamChecksum(of: text))
    }

    /// The last bytes of a body.
    ///
    /// - Parameter before: the checksum of all that the reader has been sent; only a compressed body needs it.
    static func farewell(_ reason: ByeReason, _ query: StreamQuery, retry: Int, after before: StreamChecksum) -> [UInt8]
    {
        var writer = EventWriter(format: query.format)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.closing(style))
        } else {
            writer.append("bye", retry: retry, data: EventData.bye(reason, retry: retry))
        }
        var batch = writer.batch
        if query.coding == .gzip {
            var checksum = before
            checksum.append(batch.bytes)
            let last = GzipBody.stored(batch.bytes, isLast: true) + GzipBody.trailer(checksum)
            batch = EventBatch()
            batch.append(last)
        }
        return query.framing.bytes(of: batch) + query.framing.end
    }

    /// A whole stream that says only goodbye.
    static func refusal(_ reason: ByeReason, _ query: StreamQuery, retry: Int) -> [UInt8] {
        guard query.coding == .gzip else { return farewell(reason, query, retry: retry, after: StreamChecksum()) }
        var header = EventBatch()
        header.append(GzipBody.header)
        return query.framing.bytes(of: header) + farewell(reason, query, retry: retry, after: StreamChecksum())
    }
}

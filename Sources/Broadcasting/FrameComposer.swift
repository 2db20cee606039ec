package import Racing

/// What a client is sent in one second: a pure function of (history, query, what it has, second).
package struct FrameComposer {
    package let history: CardHistory
    package let second: Second
    /// The data of `countdown` by query: the one part of a frame that every client gets every second.
    private var countdowns: [BoardQuery: [UInt8]] = [:]
    /// The data of `announce` for each way of hearing; empty when there is nothing to say.
    private var announcements: [Spoken: [UInt8]] = [:]

    private struct Spoken: Hashable {
        var query: BoardQuery
        var mode: Announcement.Mode
    }

    package init(history: CardHistory, second: Second) {
        self.history = history
        self.second = second
    }

    /// Seconds between two signs of life on a stream that has no countdown.
    package static let keepAlive = 15

    /// The first bytes after a stream's head: everything that holds in this second.
    ///
    /// - Parameters:
    ///   - lastEventID: the revision that the client has from an earlier connection.
    ///   - retry: milliseconds it should wait before it reconnects.
    package mutating func opening(_ query: StreamQuery, lastEventID: Second?, retry: Int) -> [UInt8] {
        var writer = FrameWriter(format: query.format, framing: query.framing)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.opening(history, query.board, style, at: second))
            return writer.bytes
        }
        var retry: Int? = retry
        func takeRetry() -> Int? {
            defer { retry = nil }
            return retry
        }
        if query.events.contains(.feed) {
            writer.append("feed", retry: takeRetry(), data: EventData.feed(history, at: second))
        }
        if query.events.contains(.races) { appendRaces(query, since: lastEventID, retry: takeRetry(), to: &writer) }
        if query.events.contains(.countdown) {
            writer.append("countdown", retry: takeRetry(), data: countdown(query.board))
        }
        if let retry { writer.appendRetry(retry) }
        return writer.bytes
    }

    /// What this second brings to a client that has had everything up to `last`; empty when that is nothing.
    ///
    /// - Parameter last: nil when what the client has is of no use any more, since time was set back.
    package mutating func following(_ query: StreamQuery, after last: Second?) -> [UInt8] {
        var writer = FrameWriter(format: query.format, framing: query.framing)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.redraw(history, query.board, style, at: second))
            return writer.bytes
        }
        guard let last, history.knows(last, at: second) else { return startingAnew(query) }
        if query.events.contains(.feed), history.feedStatus(at: last).state != history.feedStatus(at: second).state {
            writer.append("feed", data: EventData.feed(history, at: second))
        }
        if query.events.contains(.races), history.revision(query.board, at: second) > last {
            appendRaces(query, since: history.revision(query.board, at: last), to: &writer)
        }
        if query.events.contains(.countdown) {
            writer.append("countdown", data: countdown(query.board))
        } else if second.sinceEpoch / Self.keepAlive > last.sinceEpoch / Self.keepAlive {
            writer.appendKeepAlive()
        }
        if query.events.contains(.announce), let data = announcement(query.board, query.announce) {
            writer.append("announce", data: data)
        }
        return writer.bytes
    }

    /// Everything that holds in this second, with `reset`.
    private mutating func startingAnew(_ query: StreamQuery) -> [UInt8] {
        var writer = FrameWriter(format: query.format, framing: query.framing)
        if query.events.contains(.feed) { writer.append("feed", data: EventData.feed(history, at: second)) }
        if query.events.contains(.races) { appendRaces(query, since: nil, to: &writer) }
        if query.events.contains(.countdown) { writer.append("countdown", data: countdown(query.board)) }
        return writer.bytes
    }

    private func appendRaces(
        _ query: StreamQuery, since known: Second?, retry: Int? = nil, to writer: inout FrameWriter
    ) {
        writer.append(
            "races", id: String(history.revision(query.board, at: second).sinceEpoch), retry: retry,
            data: EventData.races(history, query.board, since: known, at: second))
    }

    private mutating func announcement(_ query: BoardQuery, _ mode: Announcement.Mode) -> [UInt8]? {
        let key = Spoken(query: query, mode: mode)
        if let data = announcements[key] { return data.isEmpty ? nil : data }
        let data = history.announcement(query, mode, at: second).map(EventData.announce)
        announcements[key] = data ?? []
        return data
    }

    private mutating func countdown(_ query: BoardQuery) -> [UInt8] {
        if let data = countdowns[query] { return data }
        let data = EventData.countdown(history, query, at: second)
        countdowns[query] = data
        return data
    }
}

/// The last words on a stream.
package enum Farewell {
    package static func bytes(_ reason: ByeReason, retry: Int, format: StreamFormat, framing: Framing) -> [UInt8] {
        var writer = FrameWriter(format: format, framing: framing)
        if case .terminal(let style) = format {
            writer.append(picture: TerminalBoard.closing(style))
        } else {
            writer.append("bye", retry: retry, data: EventData.bye(reason, retry: retry))
        }
        writer.end()
        return writer.bytes
    }
}

internal import Racing

/// What a client is sent in one second: a pure function of (history, query, what it has, second).
struct FrameComposer {
    let history: CardHistory
    let second: Second
    /// The history by which earlier frames were made, where this one is not its continuation (late news, or those of
    /// another node): what has changed is told against it.
    private let predecessor: CardHistory?
    /// The data of `countdown` by query: the one part of a frame that every client gets every second.
    private var countdowns: [BoardQuery: [UInt8]] = [:]
    /// The data of `announce` for each way of hearing; empty when there is nothing to say.
    private var announcements: [Spoken: [UInt8]] = [:]

    private struct Spoken: Hashable {
        var query: BoardQuery
        var mode: Announcement.Mode
    }

    init(history: CardHistory, second: Second, replacing predecessor: CardHistory? = nil) {
        self.history = history
        self.second = second
        self.predecessor = predecessor
    }

    /// Seconds between two signs of life on a stream that has no countdown.
    static let keepAlive = 15

    /// What a stream begins with: everything that holds in this second. Empty when the client wants none of it.
    ///
    /// - Parameter lastEventID: the revision that the client has from an earlier connection.
    mutating func opening(_ query: StreamQuery, lastEventID: Second?) -> EventBatch {
        var writer = EventWriter(format: query.format)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.opening(history, query.board, style, at: second))
        } else {
            appendAll(query, since: lastEventID, to: &writer)
        }
        return writer.batch
    }

    /// What this second brings to a client that has had everything up to `last`; empty when that is nothing.
    ///
    /// - Parameter last: nil when what the client has is of no use any more, since time was set back.
    mutating func following(_ query: StreamQuery, after last: Second?) -> EventBatch {
        var writer = EventWriter(format: query.format)
        if case .terminal(let style) = query.format {
            writer.append(picture: TerminalBoard.redraw(history, query.board, style, at: second))
            return writer.batch
        }
        guard let last else {
            appendAnew(query, to: &writer)
            return writer.batch
        }
        let shown = predecessor ?? history
        guard shown.knows(last, at: second) else {
            appendAll(query, since: nil, to: &writer)
            return writer.batch
        }
        if query.events.contains(.feed), shown.feedStatus(at: last).state != history.feedStatus(at: second).state {
            writer.append("feed", data: EventData.feed(history, at: second))
        }
        if query.events.contains(.races) { appendNews(query, after: last, to: &writer) }
        if query.events.contains(.countdown) {
            writer.append("countdown", data: countdown(query.board))
        } else if second.sinceEpoch / Self.keepAlive > last.sinceEpoch / Self.keepAlive {
            writer.appendKeepAlive()
        }
        if query.events.contains(.announce), let data = announcement(query.board, query.announce) {
            writer.append("announce", data: data)
        }
        return writer.batch
    }

    /// Everything that holds in this second; `reset` when what the client has is not known.
    private mutating func appendAll(_ query: StreamQuery, since known: Second?, to writer: inout EventWriter) {
        if query.events.contains(.feed) { writer.append("feed", data: EventData.feed(history, at: second)) }
        if query.events.contains(.races) { appendRaces(query, since: known, to: &writer) }
        if query.events.contains(.countdown) { writer.append("countdown", data: countdown(query.board)) }
    }

    /// The same after time has fallen: only the reset lets `now` fall, so it comes first (contract 5).
    private mutating func appendAnew(_ query: StreamQuery, to writer: inout EventWriter) {
        if query.events.contains(.races) { appendRaces(query, since: nil, to: &writer) }
        if query.events.contains(.feed) { writer.append("feed", data: EventData.feed(history, at: second)) }
        if query.events.contains(.countdown) { writer.append("countdown", data: countdown(query.board)) }
    }

    /// `races`, if the board is another than in `last`, or is known by another revision.
    private func appendNews(_ query: StreamQuery, after last: Second, to writer: inout EventWriter) {
        let board = query.board
        if let predecessor {
            if history.continues(predecessor, board, at: last), history.revision(board, at: second) <= last { return }
            writer.append(
                "races", id: String(history.revision(board, at: second).sinceEpoch),
                data: EventData.races(
                    history, board, changes: history.changes(board, since: last, shownBy: predecessor, at: second),
                    at: second))
        } else if history.revision(board, at: second) > last {
            appendRaces(query, since: history.revision(board, at: last), to: &writer)
        }
    }

    private func appendRaces(_ query: StreamQuery, since known: Second?, to writer: inout EventWriter) {
        writer.append(
            "races", id: String(history.revision(query.board, at: second).sinceEpoch),
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

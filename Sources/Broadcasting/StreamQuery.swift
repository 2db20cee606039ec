package import Racing

/// What one client asked to be sent, and in which shape: clients with equal queries get the same bytes.
package struct StreamQuery: Hashable, Sendable {
    package var board: BoardQuery
    package var events: EventKinds
    package var announce: Announcement.Mode
    package var format: StreamFormat
    package var framing: Framing
    package var coding: ContentCoding

    package init(
        board: BoardQuery = BoardQuery(), events: EventKinds = .all, announce: Announcement.Mode = .frequent,
        format: StreamFormat = .eventStream, framing: Framing = .chunked, coding: ContentCoding = .identity
    ) {
        self.board = board
        // No announcements are no announcements, however a client says so.
        self.events = announce == .off ? events.subtracting(.announce) : events
        self.announce = events.contains(.announce) ? announce : .off
        self.format = format
        self.framing = framing
        self.coding = coding
    }
}

/// The kinds of event that a client wants; `bye` comes to everybody.
package struct EventKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let races = EventKinds(rawValue: 1)
    package static let countdown = EventKinds(rawValue: 2)
    package static let announce = EventKinds(rawValue: 4)
    package static let feed = EventKinds(rawValue: 8)
    package static let all: EventKinds = [.races, .countdown, .announce, .feed]
}

/// How events are written.
package enum StreamFormat: Hashable, Sendable {
    /// `text/event-stream`
    case eventStream
    /// `application/x-ndjson`
    case lines
    /// A picture of the board each second, for a terminal.
    case terminal(TerminalStyle)

    /// The word for it in the metrics.
    package var label: String {
        switch self {
        case .eventStream: "sse"
        case .lines: "ndjson"
        case .terminal: "board"
        }
    }

    package var mediaType: String {
        switch self {
        case .eventStream: "text/event-stream"
        case .lines: "application/x-ndjson"
        case .terminal: "text/plain; charset=utf-8"
        }
    }
}

/// How the body of a stream is encoded (RFC 9110 8.4).
package enum ContentCoding: Hashable, Sendable {
    case identity, gzip
}

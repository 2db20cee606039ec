import ServerSentEvents
import Testing

/// Streams and what a client must make of them, by the rules of WHATWG HTML 9.2.6; the cases are those that the public
/// web-platform-tests for EventSource name `format-*`.
private struct StreamCase: CustomTestStringConvertible {
    var name: String
    var stream: String
    var events: [EventStreamParser.Event]
    var testDescription: String { name }

    init(_ name: String, _ stream: String, _ events: [EventStreamParser.Event]) {
        self.name = name
        self.stream = stream
        self.events = events
    }
}

private func message(_ data: String, type: String = "message", id: String = "") -> EventStreamParser.Event {
    EventStreamParser.Event(type: type, data: data, lastEventID: id)
}

private let cases = [
    StreamCase("a field and an empty line make an event", "data: x\n\n", [message("x")]),
    StreamCase("only one leading space is cut", "data:  x\ndata:y\n\n", [message(" x\ny")]),
    StreamCase("a tab is no leading space", "data:\tx\n\n", [message("\tx")]),
    StreamCase("a field without a colon has an empty value", "data\ndata\n\n", [message("\n")]),
    StreamCase("an event needs data", "event: x\n\ndata: y\n\n", [message("y")]),
    StreamCase("empty data is data", "data:\n\n", [message("")]),
    StreamCase("what is not finished is nothing", "data: x\n", []),
    StreamCase("CR, LF and CR LF end lines", "data: a\rdata: b\r\ndata: c\n\r\n", [message("a\nb\nc")]),
    StreamCase("field names are exact", "Data: x\n data: y\ndata : z\n\n", []),
    StreamCase("comments are passed over", ": hi\n:\ndata: x\n:\n\n", [message("x")]),
    StreamCase(
        "a type names the next event only", "event: a\ndata: x\n\ndata: y\n\n", [message("x", type: "a"), message("y")]),
    StreamCase("the last type counts", "event: a\nevent:\ndata: x\n\n", [message("x")]),
    StreamCase(
        "an id stays until another comes", "id: 1\ndata: x\n\ndata: y\n\nid\ndata: z\n\n",
        [message("x", id: "1"), message("y", id: "1"), message("z")]),
    StreamCase("an id with NUL is passed over", "id: 1\u{0}2\ndata: x\n\n", [message("x")]),
    StreamCase("a BOM at the start is passed over", "\u{FEFF}data: x\n\n", [message("x")]),
    StreamCase("a second BOM is not", "\u{FEFF}\u{FEFF}data: x\n\n", []),
    StreamCase("text is UTF-8", "data: ok…\u{1F40E}\n\n", [message("ok…\u{1F40E}")]),
    StreamCase("unknown fields are passed over", "foo: bar\ndata: x\n\n", [message("x")]),
    StreamCase("NUL in data is data", "data: \u{0}\n\n", [message("\u{0}")]),
]

@Suite struct `The reference parser` {
    @Test(arguments: cases)
    private func `reads`(stream: StreamCase) {
        var whole = EventStreamParser()
        #expect(whole.feed(stream.stream.utf8) == stream.events)
        var split = EventStreamParser()
        #expect(stream.stream.utf8.flatMap { split.feed([$0]) } == stream.events)
    }

    @Test(arguments: [
        ("retry: 1000\n", 1_000), ("retry:0\n", 0), ("retry: 1x\n", nil), ("retry\n", nil), ("retry: -1\n", nil),
    ])
    func `takes only digits for a reconnection time`(line: String, retry: Int?) {
        var parser = EventStreamParser()
        _ = parser.feed(line.utf8)
        #expect(parser.retry == retry)
        #expect(parser.oddities.isEmpty == (retry != nil))
    }

    @Test(arguments: [("data: x\r\n", "CR"), ("data: \u{0}\n", "NUL"), ("foo: x\n", "field foo")])
    func `counts what this server must not send`(line: String, oddity: String) {
        var parser = EventStreamParser()
        _ = parser.feed(line.utf8)
        #expect(parser.oddities == [oddity])
    }

    @Test func `counts broken UTF-8`() {
        var parser = EventStreamParser()
        _ = parser.feed(Array("data: ".utf8) + [0xFF, 0x0A])
        #expect(parser.oddities == ["UTF-8"])
    }
}

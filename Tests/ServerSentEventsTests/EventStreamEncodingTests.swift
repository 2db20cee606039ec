import ServerSentEvents
import Testing

private func encoded(_ event: StreamEvent) -> String {
    var bytes: [UInt8] = []
    EventStreamEncoding.append(event, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}

@Suite struct `The event stream format` {
    @Test func `writes retry, id, event and data, and an empty line`() {
        let event = StreamEvent(type: "races", id: "17", retry: 2_000, data: Array("{}".utf8))
        #expect(encoded(event) == "retry: 2000\nid: 17\nevent: races\ndata: {}\n\n")
        #expect(encoded(StreamEvent(type: "x", data: Array("{}".utf8))) == "event: x\ndata: {}\n\n")
    }

    @Test(arguments: [
        ("a\nb", "data: a\ndata: b\n"), ("a\r\nb", "data: a\ndata: b\n"), ("a\rb", "data: a\ndata: b\n"),
        ("a\r\n", "data: a\ndata: \n"), ("\r\r", "data: \ndata: \ndata: \n"), ("a\u{0}b", "data: ab\n"),
        ("", "data: \n"),
    ])
    func `turns line ends inside data into lines of data`(data: String, lines: String) {
        #expect(encoded(StreamEvent(type: "x", data: Array(data.utf8))) == "event: x\n" + lines + "\n")
    }

    @Test func `keeps line ends out of type and id`() {
        let text = encoded(StreamEvent(type: "x\nevent: y", id: "1\r\ndata: z\u{0}", data: []))
        #expect(text == "id: 1data: z\nevent: xevent: y\ndata: \n\n")
    }

    @Test func `has comments and a lone retry`() {
        var bytes = EventStreamEncoding.comment
        EventStreamEncoding.appendRetry(3_000, to: &bytes)
        bytes += EventStreamEncoding.blockEnd
        var parser = EventStreamParser()
        #expect(parser.feed(bytes).isEmpty)
        #expect(parser.comments == 1 && parser.retry == 3_000 && parser.oddities.isEmpty)
    }
}

@Suite struct `The line format` {
    @Test func `puts type and id before the data's members`() {
        var bytes: [UInt8] = []
        LineEncoding.append(StreamEvent(type: "races", id: "17", data: Array(#"{"now":1}"#.utf8)), to: &bytes)
        LineEncoding.append(StreamEvent(type: "bye", data: Array("{}".utf8)), to: &bytes)
        bytes += LineEncoding.blank
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                {"event":"races","id":"17","now":1}
                {"event":"bye"}


                """#)
    }
}

internal import FoundationEssentials
internal import JSONText
internal import ServerSentEvents

/// Events in both formats: what was put in comes out, and nothing else. Each line of an input is an event, whose parts
/// are separated by NUL; a byte of 1 stands for a line feed in it.
enum EventTarget {
    static func run(_ bytes: [UInt8]) {
        let events = bytes.split(separator: 10, omittingEmptySubsequences: false).prefix(64).map(event)
        checkEventStream(events)
        for event in events { checkLine(event) }
    }

    private static func event(_ line: ArraySlice<UInt8>) -> StreamEvent {
        let parts = line.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
            .map { $0.map { $0 == 1 ? 10 : $0 } }
        func text(_ index: Int) -> String? { parts.count > index ? String(decoding: parts[index], as: UTF8.self) : nil }
        return StreamEvent(
            type: text(0) ?? "", id: text(1), retry: text(2).map { $0.utf8.count },
            data: parts.count > 3 ? parts[3] : [])
    }

    private static func checkEventStream(_ events: [StreamEvent]) {
        var bytes: [UInt8] = []
        var expected: [EventStreamParser.Event] = []
        var id = ""
        for event in events {
            EventStreamEncoding.append(event, to: &bytes)
            bytes += EventStreamEncoding.comment
            if let new = event.id { id = kept(new) }
            let type = kept(event.type)
            expected.append(
                EventStreamParser.Event(
                    type: type.isEmpty ? "message" : type,
                    data: String(decoding: withPlainLineEnds(event.data), as: UTF8.self), lastEventID: id))
        }
        for pieces in Splits.all(of: bytes) {
            var parser = EventStreamParser()
            let events = pieces.flatMap { parser.feed($0) }
            require(events.elementsEqual(expected, by: same), "the events that were written are read, and no others")
            require(parser.comments == events.count, "comments are seen as such")
            require(parser.oddities.allSatisfy { $0 == "UTF-8" }, "nothing odd is written: \(parser.oddities)")
        }
    }

    /// What may stand in a field of one line.
    private static func kept(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 != 10 && $0 != 13 && $0 != 0 }, as: UTF8.self)
    }

    private static func withPlainLineEnds(_ data: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        for (index, byte) in data.enumerated() where byte != 0 {
            if byte == 10 && index > 0 && data[index - 1] == 13 { continue }
            plain.append(byte == 13 ? 10 : byte)
        }
        return plain
    }

    private static func same(_ left: EventStreamParser.Event, _ right: EventStreamParser.Event) -> Bool {
        left.type.utf8.elementsEqual(right.type.utf8) && left.data.utf8.elementsEqual(right.data.utf8)
            && left.lastEventID.utf8.elementsEqual(right.lastEventID.utf8)
    }

    /// What a program that knows JSON finds on a line.
    private struct Line: Decodable {
        var event: String
        var id: String?
        var texts: [String]
    }

    /// The same texts as values of JSON, in an event of a kind and with an id as the server has them.
    private static func checkLine(_ event: StreamEvent) {
        let texts = [event.type, event.id ?? "", String(decoding: event.data, as: UTF8.self)]
        let data = JSONText.object { json in
            json.key("texts")
            json.array(texts) { $0.value($1) }
        }
        let id = event.retry.map { String($0) }
        var bytes: [UInt8] = []
        LineEncoding.append(StreamEvent(type: "races", id: id, data: data), to: &bytes)
        checkIsOneLine(bytes)
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
            fatalError("does not hold: a line is JSON")
        }
        require(line.event == "races" && line.id == id, "an event's kind and id are read as written")
        require(
            line.texts.elementsEqual(texts) { $0.utf8.elementsEqual($1.utf8) }, "texts are read as they were written")
    }

    /// No reader of lines sees an end before the last byte, and no terminal a command.
    static func checkIsOneLine(_ bytes: [UInt8]) {
        require(bytes.last == 10, "a line ends")
        guard let text = String(validating: bytes.dropLast(), as: UTF8.self) else {
            fatalError("does not hold: a line is UTF-8")
        }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
            default: true
            }
        }
        require(isPlain, "a line has no controls and no separators in it")
    }
}

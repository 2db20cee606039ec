internal import FoundationEssentials
internal import ServerSentEvents

/// The countdowns and announcements of the last seconds, which have to be the same bytes for every client with the same
/// query. Each is decoded once, by whoever brings it first.
struct SharedFrames {
    private struct Key: Hashable {
        var type: String
        var second: Int
    }

    private struct Frame: Decodable {
        var now: Int
    }

    private var frames: [Key: String] = [:]

    /// Checks an event's data; its `now`, or what is wrong with it.
    mutating func check(_ event: EventStreamParser.Event) -> Result<Int?, StreamFault> {
        if event.type == "bye" { return .success(nil) }
        let isShared = event.type == "countdown" || event.type == "announce"
        if isShared, let second = Self.leadingSecond(event.data),
            let known = frames[Key(type: event.type, second: second)]
        {
            return known == event.data ? .success(second) : .failure(StreamFault("\(event.type) of other bytes"))
        }
        guard let frame = try? JSONDecoder().decode(Frame.self, from: Data(event.data.utf8)) else {
            return .failure(StreamFault("\(event.type) is no JSON object with now"))
        }
        if isShared {
            frames[Key(type: event.type, second: frame.now)] = event.data
            if frames.count > 64 { frames = frames.filter { $0.key.second > frame.now - 16 } }
        }
        return .success(frame.now)
    }

    private static func leadingSecond(_ data: String) -> Int? {
        guard data.hasPrefix("{\"now\":") else { return nil }
        return Int(
            data.utf8.dropFirst(7).prefix { (0x30...0x39).contains($0) }.reduce(into: "") { text, byte in
                text.unicodeScalars.append(Unicode.Scalar(byte))
            })
    }
}

/// Something that a stream must not bring.
struct StreamFault: Error, Hashable {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}

import Testing

@testable import Swarming

/// Feeds reads to the scanner as a swarm does, and keeps what it asks for.
private struct Reader {
    var state = FrameScanner.State()
    var kept: [UInt8] = []
    var seconds: [Int] = []

    mutating func read(_ bytes: some Sequence<UInt8>) {
        let all = kept + Array(bytes)
        all.withUnsafeBytes { buffer in
            let rest = FrameScanner.scan(buffer, &state) { seconds.append($0) }
            kept = Array(buffer[rest...])
        }
        #expect(kept.count == Int(state.kept))
        #expect(kept.count <= FrameScanner.mostKept)
    }
}

@Suite struct `The scanner of frames` {
    private static let stream =
        chunk("retry: 2000\n\nid: 7\nevent: races\ndata: {\"now\":99,\"x\":\"event: countdown\"}\n\n") + frame(100)
        + chunk("event: announce\ndata: {\"now\":101}\n\n") + frame(101) + chunk(":\n\n") + frame(1_768_435_200)
        + chunk("retry: 5\nevent: bye\ndata: {}\n\n") + "0\r\n\r\n"

    @Test func `finds each countdown and the goodbye, wherever reads are cut`() {
        let bytes = Array(Self.stream.utf8)
        for first in 0...bytes.count {
            for second in [first, first + 1, first + 7, first + 40] where second <= bytes.count {
                var reader = Reader()
                reader.read(bytes[..<first])
                reader.read(bytes[first..<second])
                #expect(!reader.state.hasBye || second > bytes.count - 30)
                reader.read(bytes[second...])
                #expect(reader.seconds == [100, 101, 1_768_435_200], "cut at \(first) and \(second)")
                #expect(reader.state.hasBye && reader.kept.isEmpty)
            }
        }
    }

    @Test(arguments: [
        "event: countdown\nid: 3\ndata: {\"now\":5}\n\n", "event: countdown\n:\ndata: {\"now\":5,\"event: bye\"}\n\n",
        ": hi\n\nid: 1\nevent: countdown\ndata: {\"now\":5}\ndata: {\"now\":6}\n\n",
    ])
    func `does not mind other fields`(text: String) {
        for cut in 0...text.utf8.count {
            var reader = Reader()
            reader.read(text.utf8.prefix(cut))
            reader.read(text.utf8.dropFirst(cut))
            #expect(reader.seconds == [5] && !reader.state.hasBye, "cut at \(cut)")
        }
    }

    @Test func `takes single bytes`() {
        var reader = Reader()
        for byte in Self.stream.utf8 { reader.read([byte]) }
        #expect(reader.seconds == [100, 101, 1_768_435_200])
        #expect(reader.state.hasBye)
    }

    @Test(arguments: [
        "data: {\"now\":5}\n\n", "event: countdowns\ndata: {\"now\":5}\n", " event: countdown\ndata: {\"now\":5}\n",
        "event: countdown\ndata: x\n\ndata: {\"now\":5}\n", "event: countdown\n\ndata: {\"now\":5}\n",
        "xevent: bye\n", "event: bye bye\n", "event: by\n", "",
    ])
    func `is not taken in by what looks like one`(text: String) {
        var reader = Reader()
        reader.read(text.utf8)
        #expect(reader.seconds.isEmpty && !reader.state.hasBye)
    }

    @Test func `gives a number without end up instead of growing`() {
        var reader = Reader()
        reader.read("event: countdown\ndata: {\"now\":123456789012345678901234567890".utf8)
        reader.read("1234567890}\n\n".utf8)
        reader.read("event: countdown\ndata: {\"now\":6}\n\n".utf8)
        #expect(reader.seconds.count == 2 && reader.seconds.last == 6)
    }
}

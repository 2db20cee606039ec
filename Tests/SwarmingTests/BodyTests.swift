import Glibc
import ServerSentEvents
import Testing

@testable import Swarming

@Suite struct `The reader of chunks` {
    private func read(_ text: String, step: Int) -> (body: String, reader: ChunkedBodyReader) {
        var reader = ChunkedBodyReader()
        var body: [UInt8] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: step) {
            bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { reader.feed($0, into: &body) }
        }
        return (String(decoding: body, as: UTF8.self), reader)
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `takes the framing off, however it is cut`(step: Int) {
        let (body, reader) = read(
            "3\r\nabc\r\n0A\r\n0123456789\r\n1f\r\n" + String(repeating: "x", count: 31) + "\r\n0\r\n\r\n", step: step)
        #expect(body == "abc0123456789" + String(repeating: "x", count: 31))
        #expect(reader.isOver && !reader.isBroken)
    }

    @Test(arguments: [
        "\r\n", "3\nabc\r\n", "3;a=b\r\nabc\r\n", " 3\r\nabc\r\n", "g\r\n", "3\r\nabcd\r\n", "3\r\nabc\n",
        "3\r\nabc\r3",
        "0\r\n\r\nx", "0\r\nx", "0\r\n\rx", "123456789\r\n", "3\rx",
    ])
    func `says what is no framing`(text: String) {
        #expect(read(text, step: 1).reader.isBroken)
        #expect(read(text, step: 100).reader.isBroken)
    }

    @Test(arguments: ["", "3", "3\r\nab", "3\r\nabc", "3\r\nabc\r\n", "0\r\n", "0\r\n\r"])
    func `is not over before the end`(text: String) {
        let reader = read(text, step: 1).reader
        #expect(!reader.isOver && !reader.isBroken)
    }
}

@Suite struct `The head of an answer` {
    @Test func `says how the stream is framed`() throws {
        let chunked = try StreamHead(streamHead.utf8)
        #expect(chunked.isChunked && !chunked.isGzip)
        let plain = try StreamHead(
            "HTTP/1.1 200 OK\r\nserver: a\r\nnonsense\r\ncontent-type:text/event-stream; charset=utf-8\r\n\r\n".utf8)
        #expect(!plain.isChunked)
        let gzip = try StreamHead("HTTP/1.0 200\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n".utf8)
        #expect(gzip.isGzip)
    }

    @Test(arguments: [
        ("HTTP/1.1 503 Service Unavailable\r\n", "the answer is 503 Service Unavailable"),
        ("HTTP/1.1 404\r\n", "the answer is 404"), ("", "the answer is not HTTP/1"),
        ("SSH-2.0-OpenSSH\r\n", "the answer is not HTTP/1"), ("HTTP/2 200\r\n", "the answer is not HTTP/1"),
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "the answer is text/html, not text/event-stream"),
        ("HTTP/1.1 200 OK\r\n", "the answer is nothing, not text/event-stream"),
    ])
    func `says why there is none`(head: String, reason: String) {
        let refusal = #expect(throws: StreamHead.Refusal.self) { try StreamHead(head.utf8) }
        #expect(refusal?.reason == reason)
    }
}

@Suite struct `A stream that is checked` {
    private func faults(_ texts: [String], seconds: [Int], isChunked: Bool = false) throws -> [String] {
        var head = try StreamHead(streamHead.utf8)
        head.isChunked = isChunked
        var checker = StreamChecker(head: head)
        var shared = SharedFrames()
        var body: [UInt8] = []
        var faults: [String] = []
        for (text, seconds) in zip(texts, seconds) {
            faults += Array(text.utf8).withUnsafeBytes {
                checker.feed($0, scanned: seconds, shared: &shared, body: &body).map(\.text)
            }
        }
        return faults
    }

    private func event(_ type: String, _ data: String) -> String { "event: \(type)\ndata: \(data)\n\n" }

    @Test func `passes when all is as it should be`() throws {
        let text =
            "retry: 2000\n\n" + event("feed", #"{"now":5,"state":"fresh"}"#) + event("races", #"{"now":5}"#)
            + event("countdown", #"{"now":5}"#) + ":\n\n" + event("announce", #"{"now":5}"#)
        #expect(try faults([text, event("countdown", #"{"now":6}"#), event("bye", "{}")], seconds: [1, 1, 0]).isEmpty)
    }

    @Test(arguments: [
        ("event: other\ndata: {}\n\n", "unknown event other"), ("data: {}\n\n", "unknown event message"),
        ("foo: bar\n\n", "against the standard: field foo"),
        ("event: races\r\ndata: {\"now\":1}\n\n", "against the standard: CR"),
        ("event: races\ndata: {\"now\":1\n\n", "races is no JSON object with now"),
        ("event: feed\ndata: {\"then\":1}\n\n", "feed is no JSON object with now"),
        ("event: announce\ndata: {\"now\":x}\n\n", "announce is no JSON object with now"),
    ])
    func `does not pass with`(text: String, fault: String) throws {
        #expect(try faults([text], seconds: [0]) == [fault])
    }

    @Test func `is held against the scan`() throws {
        let text = event("countdown", #"{"now":5}"#)
        #expect(try faults([text], seconds: [0]) == ["scan and parser count different countdowns"])
        #expect(try faults([text], seconds: [2]) == ["scan and parser count different countdowns"])
    }

    @Test(arguments: [5, 4])
    func `must go on in time`(second: Int) throws {
        let texts = [event("countdown", #"{"now":5}"#), event("countdown", #"{"now":\#(second)}"#)]
        #expect(try faults(texts, seconds: [1, 1]) == ["a second that is not after the last"])
    }

    @Test func `must bring the same bytes as the others`() throws {
        var shared = SharedFrames()
        func check(_ type: String, _ data: String) -> String? {
            switch shared.check(EventStreamParser.Event(type: type, data: data)) {
            case .success: nil
            case .failure(let fault): fault.text
            }
        }
        #expect(check("countdown", #"{"now":7,"races":[]}"#) == nil)
        #expect(check("countdown", #"{"now":7,"races":[]}"#) == nil)
        #expect(check("announce", #"{"now":7,"text":"a"}"#) == nil)
        #expect(check("countdown", #"{"now":7,"races":[1]}"#) == "countdown of other bytes")
        #expect(check("announce", #"{"now":7,"text":"b"}"#) == "announce of other bytes")
        // Each client is told its own changes.
        #expect(check("races", #"{"now":7,"reset":true}"#) == nil)
        #expect(check("races", #"{"now":7,"reset":false}"#) == nil)
        for second in 8...200 { #expect(check("countdown", #"{"now":\#(second)}"#) == nil) }
        // What is long gone is forgotten.
        #expect(check("countdown", #"{"now":7,"races":[2]}"#) == nil)
        #expect(check("countdown", #"{"now":200,"races":[2]}"#) == "countdown of other bytes")
    }

    @Test func `must be framed and ended as it says`() throws {
        #expect(try faults([frame(5), "x"], seconds: [1, 0], isChunked: true) == ["broken chunked framing"])
        let chunked = StreamChecker(head: try StreamHead(streamHead.utf8))
        #expect(chunked.faultAtEnd?.text == "ended without the last chunk")
        var open = try StreamHead(streamHead.utf8)
        open.isChunked = false
        #expect(StreamChecker(head: open).faultAtEnd == nil)
    }
}

@Suite struct `What a process has used` {
    private let stat = "42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 123 456 0 0 20 0 1 0 5 1 2 3"
    private let status = "Name:\ta\nVmPeak:\t  9 kB\nVmRSS:\t  2048 kB\nThreads:\t1\n"

    @Test func `is read from the system's own words`() {
        var usage = ProcessUsage()
        let isOne = usage.add(stat: stat, status: status)
        #expect(isOne)
        let ticks = 579 * (1_000_000_000 / ProcessUsage.ticksPerSecond)
        #expect(
            usage
                == ProcessUsage(userTicks: 123, systemTicks: 456, nanoseconds: ticks, residentBytes: 2_097_152))
        let isTwo = usage.add(stat: stat, status: status, threads: ["5000000001 77 3\n", "7 0 0\n"])
        #expect(isTwo)
        #expect(
            usage
                == ProcessUsage(
                    userTicks: 246, systemTicks: 912, nanoseconds: ticks + 5_000_000_008, residentBytes: 4_194_304))
        // Half of it would be too little.
        let isThree = usage.add(stat: stat, status: status, threads: ["5000000001 77 3\n", ""])
        #expect(isThree && usage.nanoseconds == 2 * ticks + 5_000_000_008)
    }

    @Test(arguments: [
        ("", 0), ("42 (a) Z 1 2 3", 0), (nil, 1), (nil, 2),
    ])
    func `is unknown when they make no sense, as those of a zombie`(stat: String?, index: Int) {
        var usage = ProcessUsage()
        let isKnown = usage.add(stat: stat ?? self.stat, status: [status, "Name:\ta\n", "VmRSS:\tmany kB\n"][index])
        #expect(!isKnown)
        #expect(usage == ProcessUsage())
    }

    @Test func `is something for this one, and nothing for none`() throws {
        let usage = try #require(ProcessUsage.now(of: [Int(getpid())]))
        #expect(usage.residentBytes > 1_000_000 && usage.nanoseconds > 0)
        #expect(ProcessUsage.now(of: [Int(getpid()), 2_000_000_000]) == nil)
        #expect(ProcessUsage.ticksPerSecond >= 100)
    }
}

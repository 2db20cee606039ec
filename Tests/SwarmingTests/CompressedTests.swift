import CZlib
import EventLoop
import TestSupport
import Testing

@testable import Swarming

/// Deflates text after text into one gzip body, each so that it can be read at once.
private final class Compressor {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init() {
        stream.initialize(to: z_stream())
        deflateInit2_(
            stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func feed(_ text: String, isLast: Bool = false) -> [UInt8] {
        var input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: 10_000)
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                return output.count - Int(stream.pointee.avail_out)
            }
        }
        return Array(output[..<count])
    }
}

@Suite struct `A swarm of compressed streams` {
    private let gzipHead =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n\r\n"

    private func event(_ second: Int) -> String { "event: countdown\ndata: {\"now\":\(second),\"races\":[]}\n\n" }

    /// Serves bodies that are compressed anew for each, in the place of the harness, which sends text.
    private func harness(_ words: String..., onFrame: @escaping (Int, Int) -> String?) throws -> SwarmHarness {
        var values = words
        values += ["--gzip", "--subscribers", "10", "--rate", "1000", "--seconds", "4", "--verify", "2"]
        let harness = SwarmHarness(try plan(values))
        var compressors: [Int: Compressor] = [:]
        harness.onCall = { _ in gzipHead }
        harness.onFrame = { [unowned harness] number, second in
            let compressor = compressors[number] ?? Compressor()
            compressors[number] = compressor
            if let text = onFrame(number, second) { harness.network.called[number].send(compressor.feed(text)) }
            return ""
        }
        return harness
    }

    @Test func `inflates a sample, and times the others by their arrival`() throws {
        let harness = try harness { _, second in event(second) }
        harness.go()
        #expect(harness.report.isSound, "\(harness.report.text)")
        #expect(harness.report.deliveries == 40 && harness.report.lateness?.max == 20_000)
        // Two streams are read, each of them from its first frame on.
        #expect(harness.report.checkedEvents >= 12)
    }

    @Test func `misses a second in which nothing comes`() throws {
        let harness = try harness { number, second in
            // The fifth stream is one of the sample, the second is not.
            (number == 5 || number == 1) && second == SwarmHarness.start + 5 ? nil : event(second)
        }
        harness.go()
        #expect(harness.report.faults == SecondFaults(gaps: 2))
    }

    @Test func `notices what is no gzip`() throws {
        let harness = try harness { number, second in event(second) }
        harness.onFrame = { [unowned harness] number, second in
            harness.network.called[number].send("event: countdown\n")
            return ""
        }
        harness.go(until: 5_000)
        #expect(harness.swarm.streamFaults == [StreamFault("broken gzip: incorrect header check"): 2])
    }

    @Test(arguments: [true, false])
    func `wants what it has asked for`(isGzip: Bool) throws {
        let harness = SwarmHarness(try isGzip ? plan("--gzip", "--subscribers", "1") : plan("--subscribers", "1"))
        harness.onCall = { _ in isGzip ? streamHead : gzipHead }
        harness.go()
        #expect(harness.report.failures == [isGzip ? "the answer is not compressed" : "the answer is compressed": 1])
    }

    @Test func `wants the trailer at the end, and knows a goodbye`() throws {
        var head = try StreamHead(gzipHead.utf8)
        head.isChunked = false
        for isWhole in [true, false] {
            var checker = StreamChecker(head: head)
            var shared = SharedFrames()
            var body: [UInt8] = []
            let bytes = Compressor().feed(event(5) + "event: bye\ndata: {}\n\n", isLast: isWhole)
            let faults = bytes.withUnsafeBytes { checker.feed($0, scanned: nil, shared: &shared, body: &body) }
            #expect(faults.isEmpty && checker.seconds == [5] && checker.hasBye)
            #expect(checker.faultAtEnd?.text == (isWhole ? nil : "ended without the trailer of gzip"))
        }
    }
}

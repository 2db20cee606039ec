import FoundationEssentials
import JSONText
import Testing

@testable import HTTPServer

/// The rows in a file, for programs that hold the real server and the proxies in front of it against them.
@Suite struct `The table of request heads` {
    private static let path = #filePath.replacing("RequestHeadTableTests.swift", with: "request-heads.json")

    /// Written anew with NEXTTOGO_WRITE_TABLES=1.
    @Test func `is in its file as it is here`() throws {
        let text = "[\n" + RequestHeadCase.all.map(Self.line).joined(separator: ",\n") + "\n]\n"
        if ProcessInfo.processInfo.environment["NEXTTOGO_WRITE_TABLES"] == "1" {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let file = try String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(file == text, "run this test with NEXTTOGO_WRITE_TABLES=1, and look at what changes")
    }

    /// Bytes are characters of the same number; what is repeated stands once, with how often.
    private static func line(_ row: RequestHeadCase) -> String {
        let json = JSONText.object { json in
            json.member("rule", row.rule)
            json.member("status", row.error?.status)
            json.member("detail", row.error?.detail)
            json.member("end", row.offset)
            json.member("usualLimits", row.limits == .default)
            json.key("bytes")
            json.array(runs(of: row.bytes)) { json, run in
                json.object { json in
                    json.member("times", run.times)
                    json.member("text", String(String.UnicodeScalarView(run.bytes.map { Unicode.Scalar($0) })))
                }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Cut where a byte, or `A:` and a line end, comes 20 times or more.
    private static func runs(of bytes: [UInt8]) -> [(times: Int, bytes: ArraySlice<UInt8>)] {
        var runs: [(times: Int, bytes: ArraySlice<UInt8>)] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let repeated = [1, 4].lazy.map { (length: $0, times: repeats(of: $0, at: index, in: bytes)) }
                .first { $0.times >= 20 }
            guard let (length, times) = repeated else {
                index += 1
                continue
            }
            if start < index { runs.append((1, bytes[start..<index])) }
            runs.append((times, bytes[index..<index + length]))
            index += length * times
            start = index
        }
        if start < index { runs.append((1, bytes[start..<index])) }
        return runs
    }

    /// How often the next `length` bytes come in a row.
    private static func repeats(of length: Int, at index: Int, in bytes: [UInt8]) -> Int {
        var times = 1
        while index + (times + 1) * length <= bytes.count,
            bytes[index + times * length..<index + (times + 1) * length].elementsEqual(bytes[index..<index + length])
        {
            times += 1
        }
        return times
    }
}

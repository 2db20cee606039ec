package import GzipReading
package import ServerSentEvents

/// Takes a streamed HTTP answer apart: head, chunks, events; strict about what this server promises.
package struct StreamReader {
    package private(set) var head = ""
    package private(set) var events: [EventStreamParser.Event] = []
    /// The bytes of each chunk's content, as text if it was compressed.
    package private(set) var chunks: [[UInt8]] = []
    /// Whether the last chunk has come.
    package private(set) var hasEnded = false
    package private(set) var parser = EventStreamParser()
    /// Breaches of the chunked coding (RFC 9112 7.1).
    package private(set) var faults: [String] = []
    private var pending: [UInt8] = []
    /// Reads a compressed body; nil for a plain one.
    package let inflater: Inflater?

    package init(isCompressed: Bool = false) {
        inflater = isCompressed ? Inflater() : nil
    }

    package mutating func feed(_ bytes: [UInt8]) {
        pending += bytes
        if head.isEmpty {
            guard let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            head = String(decoding: pending[..<end.upperBound], as: UTF8.self)
            pending.removeFirst(end.upperBound)
        }
        while takeChunk() {}
    }

    private mutating func takeChunk() -> Bool {
        guard !hasEnded, let lineEnd = pending.firstRange(of: [0x0D, 0x0A]) else { return false }
        guard let size = Int(String(decoding: pending[..<lineEnd.lowerBound], as: UTF8.self), radix: 16) else {
            faults.append("chunk size")
            pending = []
            return false
        }
        let end = lineEnd.upperBound + size
        guard pending.count >= end + 2 else { return false }
        if pending[end] != 0x0D || pending[end + 1] != 0x0A { faults.append("chunk end") }
        let chunk = Array(pending[lineEnd.upperBound..<end])
        pending.removeFirst(end + 2)
        if size == 0 {
            hasEnded = true
            return false
        }
        let text = inflater?.feed(chunk) ?? chunk
        if let fault = inflater?.fault, faults.last != fault { faults.append(fault) }
        chunks.append(text)
        events += parser.feed(text)
        return true
    }

    /// The events of one type.
    package func events(_ type: String) -> [EventStreamParser.Event] { events.filter { $0.type == type } }
}

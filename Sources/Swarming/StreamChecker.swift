internal import GzipReading
internal import ServerSentEvents

/// Reads one stream of the sample to the letter: framing, fields, events, JSON, order of seconds.
struct StreamChecker {
    private var chunks: ChunkedBodyReader?
    private var inflater: Inflater?
    private var wasInflated = true
    private var parser = EventStreamParser()
    private var oddities = 0
    private var last: Int?
    private var scanned = 0
    /// Events seen.
    private(set) var events = 0
    private(set) var countdowns = 0
    /// The seconds of the countdowns that the last read has completed.
    private(set) var seconds: [Int] = []
    private(set) var hasBye = false

    static let known: Set<String> = ["races", "countdown", "announce", "feed", "bye"]

    init(head: StreamHead) {
        chunks = head.isChunked ? ChunkedBodyReader() : nil
        inflater = head.isGzip ? Inflater() : nil
    }

    /// Takes what has come, after `body` had been emptied.
    ///
    /// - Parameters:
    ///   - scanned: how many countdowns the fast path has found in these bytes; nil when it cannot read them.
    ///   - body: memory that is used again and again.
    /// - Returns: what is wrong with it.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer, scanned found: Int?, shared: inout SharedFrames, body: inout [UInt8]
    ) -> [StreamFault] {
        body.removeAll(keepingCapacity: true)
        seconds.removeAll(keepingCapacity: true)
        var faults: [StreamFault] = []
        if chunks != nil {
            let wasBroken = chunks?.isBroken ?? false
            chunks?.feed(bytes, into: &body)
            if !wasBroken, chunks?.isBroken == true { faults.append(StreamFault("broken chunked framing")) }
        } else {
            body.append(contentsOf: bytes)
        }
        if let inflater {
            body = inflater.feed(body)
            if wasInflated, let fault = inflater.fault {
                wasInflated = false
                faults.append(StreamFault("broken gzip: \(fault)"))
            }
        }
        for event in parser.feed(body) { check(event, &shared, &faults) }
        faults += parser.oddities[oddities...].map { StreamFault("against the standard: \($0)") }
        oddities = parser.oddities.count
        guard let found else { return faults }
        scanned += found
        // The scan is content with the beginning of an event, the parser waits for its end.
        let isWhole = body.suffix(2).elementsEqual([0x0A, 0x0A])
        if scanned != countdowns && (isWhole || scanned != countdowns + 1) {
            faults.append(StreamFault("scan and parser count different countdowns"))
        }
        return faults
    }

    private mutating func check(
        _ event: EventStreamParser.Event, _ shared: inout SharedFrames, _ faults: inout [StreamFault]
    ) {
        events += 1
        guard Self.known.contains(event.type) else {
            return faults.append(StreamFault("unknown event \(event.type)"))
        }
        if event.type == "countdown" { countdowns += 1 }
        if event.type == "bye" { hasBye = true }
        switch shared.check(event) {
        case .failure(let fault): faults.append(fault)
        case .success(let second):
            guard event.type == "countdown", let second else { return }
            seconds.append(second)
            if let last, second <= last { faults.append(StreamFault("a second that is not after the last")) }
            last = second
        }
    }

    /// What is wrong with an end at this place.
    var faultAtEnd: StreamFault? {
        if let chunks, !chunks.isOver { return StreamFault("ended without the last chunk") }
        return inflater.flatMap { $0.hasEnded ? nil : StreamFault("ended without the trailer of gzip") }
    }
}

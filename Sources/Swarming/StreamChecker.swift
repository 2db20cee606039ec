internal import ServerSentEvents

/// Reads one stream of the sample to the letter: framing, fields, events, JSON, order of seconds.
struct StreamChecker {
    private var chunks: ChunkedBodyReader?
    private var parser = EventStreamParser()
    private var oddities = 0
    private var last: Int?
    private var scanned = 0
    /// Events seen.
    private(set) var events = 0
    private(set) var countdowns = 0

    static let known: Set<String> = ["races", "countdown", "announce", "feed", "bye"]

    init(head: StreamHead) {
        chunks = head.isChunked ? ChunkedBodyReader() : nil
    }

    /// Takes what has come, after `body` had been emptied.
    ///
    /// - Parameters:
    ///   - seconds: how many countdowns the fast path has found in this stream so far.
    ///   - body: memory that is used again and again.
    /// - Returns: what is wrong with it.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer, seconds: Int, shared: inout SharedFrames, body: inout [UInt8]
    ) -> [StreamFault] {
        body.removeAll(keepingCapacity: true)
        var faults: [StreamFault] = []
        if chunks != nil {
            let wasBroken = chunks?.isBroken ?? false
            chunks?.feed(bytes, into: &body)
            if !wasBroken, chunks?.isBroken == true { faults.append(StreamFault("broken chunked framing")) }
        } else {
            body.append(contentsOf: bytes)
        }
        for event in parser.feed(body) { check(event, &shared, &faults) }
        faults += parser.oddities[oddities...].map { StreamFault("against the standard: \($0)") }
        oddities = parser.oddities.count
        scanned += seconds
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
        switch shared.check(event) {
        case .failure(let fault): faults.append(fault)
        case .success(let second):
            guard event.type == "countdown", let second else { return }
            if let last, second <= last { faults.append(StreamFault("a second that is not after the last")) }
            last = second
        }
    }

    /// What is wrong with an end at this place.
    var faultAtEnd: StreamFault? {
        chunks.flatMap { $0.isOver ? nil : StreamFault("ended without the last chunk") }
    }
}

/// A strict, incremental parser of HTTP/1.x request heads (RFC 9112, contract 8 and 10) that keeps offsets only:
/// it neither copies nor allocates.
///
/// Feed it the bytes of one head as they arrive, in pieces of any size, and keep them in one buffer from the head's
/// first byte on: all ranges count from there. Once it is complete, `head(in:)` reads that buffer. For the next
/// request on the connection begin with a new parser, at the byte after `offset`.
///
/// When what is reported, so that every split of the same bytes gives the same result:
/// - A fault of the grammar, and whatever else no valid head can contain (a second Host, a Transfer-Encoding), at the
///   first byte that cannot belong to a valid head (contract 10). It wins over everything below.
/// - A limit (414, 431, 501 for an endless method) at the byte that exceeds it.
/// - What refuses a head that is well formed, when it is complete, in this order: version (505), no Host (400), method
///   (501, 405). Before that a later fault could still show that the sender does not speak HTTP/1 at all.
///
/// A refused method may announce content (`POST` nearly always does): then a single Content-Length of digits does
/// not hide the 405 or 501 behind a 400. The connection is closed after either.
package struct RequestHeadParser: Sendable {
    /// How a head stands.
    package enum Progress: Equatable, Sendable {
        /// Good so far, more bytes are needed.
        case incomplete
        /// The head ended at `offset`.
        case complete
        /// The byte at `offset` is at fault; the connection is to be answered with the error's status and closed.
        case failed(HeadError)
    }

    enum State: UInt8, Sendable {
        case start, emptyLineFeed, method, target, version, requestLineFeed
        case fieldStart, fieldName, fieldValue, fieldLineFeed, lastLineFeed
    }

    /// The limits in force.
    package let limits: HeadLimits
    /// How the head stands after all bytes fed so far.
    package private(set) var progress = Progress.incomplete
    /// Bytes taken so far. After `.complete` it is the head's length: what follows belongs to the next request. After
    /// `.failed` it is the index of the byte at fault.
    package private(set) var offset = 0

    var state = State.start
    /// The method or field name being read.
    var token = TokenKey()
    var method = RequestMethod.other
    var targetGrammar = TargetGrammar()
    var target: RequestTarget?
    /// Where in `HTTP/1.1` and its line end the next byte stands.
    var versionPosition = 0
    var major: UInt8 = 0
    var minor: UInt8 = 0

    var fieldsStart = 0
    var fieldCount = 0
    var kind = FieldKind.ignored
    /// Where the current value begins and ends without whitespace around it; both 0 until its first byte.
    var valueStart = 0
    var valueEnd = 0
    var slots = FieldSlots()
    var hostGrammar = AuthorityGrammar()
    var hasContentLength = false

    /// A parser for one head.
    package init(limits: HeadLimits = .default) {
        self.limits = limits
    }

    /// Takes the next bytes and tells how the head stands; `offset` tells how many of them were taken.
    ///
    /// After `.complete` and `.failed` nothing more is taken and the answer stays the same.
    package mutating func feed(_ bytes: Span<UInt8>) -> Progress {
        guard progress == .incomplete else { return progress }
        do throws(HeadError) {
            try take(bytes)
        } catch {
            progress = .failed(error)
        }
        return progress
    }

    private mutating func take(_ bytes: Span<UInt8>) throws(HeadError) {
        let end = min(bytes.count, limits.headBytes - offset)
        var index = 0
        while index < end {
            let run = takeRun(of: bytes.extracting(index..<end))
            index += run
            offset += run
            guard index < end else { break }
            try take(bytes[index])
            index += 1
            if progress == .complete { break }
        }
        if progress == .incomplete && index < bytes.count { throw .headTooLarge }
    }

    /// Takes those of the next bytes, be it none, that can be passed over together.
    private mutating func takeRun(of bytes: Span<UInt8>) -> Int {
        switch state {
        case .fieldName: takeNameRun(of: bytes)
        case .fieldValue: takeValueRun(of: bytes)
        case .target: targetGrammar.takeRun(of: bytes, atMost: limits.targetBytes - targetGrammar.length(at: offset))
        default: 0
        }
    }

    private mutating func take(_ byte: UInt8) throws(HeadError) {
        switch state {
        case .fieldValue: try takeFieldValue(byte)
        case .fieldName: try endFieldName(byte)
        case .fieldStart: try takeFieldStart(byte)
        case .target: try takeTarget(byte)
        case .method: try takeMethod(byte)
        case .version: try takeVersion(byte)
        case .start: try takeStart(byte)
        case .emptyLineFeed: try takeLineFeed(byte, then: .method)
        case .requestLineFeed:
            try takeLineFeed(byte, then: .fieldStart)
            fieldsStart = offset + 1
        case .fieldLineFeed: try takeLineFeed(byte, then: .fieldStart)
        case .lastLineFeed:
            try takeLineFeed(byte, then: .fieldStart)
            try refuse()
            progress = .complete
        }
        offset += 1
    }

    private mutating func takeLineFeed(_ byte: UInt8, then next: State) throws(HeadError) {
        guard byte == ByteClasses.lineFeed else { throw .bareCarriageReturn }
        state = next
    }

    /// Refuses a complete head for its version, a missing Host or its method, in this order.
    private func refuse() throws(HeadError) {
        if major != 1 { throw .unsupportedVersion }
        if minor > 0 && slots[.host].lines == 0 { throw .missingHost }
        if let refusal = method.refusal { throw refusal }
    }
}

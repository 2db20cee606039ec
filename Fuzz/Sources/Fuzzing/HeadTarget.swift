internal import HTTPServer

/// Request heads: what a parser says must not depend on how the bytes arrive, must be what the slow reference says,
/// and what it lets through must be as strict as the contract (sections 8 and 10).
enum HeadTarget {
    static func run(_ bytes: [UInt8]) {
        let splits = Splits.all(of: bytes)
        let results = splits.map { parse($0, limits: .default) }
        require(results.allSatisfy { $0 == results[0] }, "a head is judged the same however it is split")
        if let head = results[0].head { check(head, bytes) }
        if let verdict = reference(bytes) { compare(results[0], verdict.value, bytes) }

        let narrow = splits.map { parse($0, limits: small) }
        require(narrow.allSatisfy { $0 == narrow[0] }, "a head is judged the same however it is split, near limits too")
        require(narrow[0].offset <= small.headBytes, "no more of a head is read than the limit")
        if case .complete = narrow[0].progress { require(narrow[0] == results[0], "limits change no head within them") }
    }

    /// Limits that short inputs reach.
    private static let small = HeadLimits(headBytes: 96, fields: 3, targetBytes: 12, methodBytes: 7)

    private struct Result: Equatable {
        var progress: RequestHeadParser.Progress
        var offset: Int
        var head: RequestHead?
        /// All that is read from the head.
        var values: [String?] = []

        static func == (left: Result, right: Result) -> Bool {
            left.progress == right.progress && left.offset == right.offset && left.values == right.values
                && left.head?.target == right.head?.target && left.head?.method == right.head?.method
        }
    }

    private static func parse(_ pieces: [ArraySlice<UInt8>], limits: HeadLimits) -> Result {
        var parser = RequestHeadParser(limits: limits)
        for piece in pieces { _ = parser.feed(piece.span) }
        var result = Result(progress: parser.progress, offset: parser.offset)
        let buffer = Array(pieces.joined())
        let head = parser.head(in: buffer.span)
        require((head != nil) == (parser.progress == .complete), "a head can be read when it is complete")
        guard let head else { return result }
        result.head = head
        result.values = HeadField.allCases.map { head.text(of: $0, in: buffer.span) }
        result.values += [String(head.minorVersion), head.keepAlive ? "keep" : nil, head.acceptsGzip ? "gzip" : nil]
        return result
    }

    /// What the reference says, which knows no limits; nil when it is not asked: it takes its time, so it is for one
    /// short input in four.
    private static func reference(_ bytes: [UInt8]) -> (value: RequestHeadReference.Verdict?, Void)? {
        guard bytes.count <= 512, Splits.fingerprint(of: bytes) % 4 == 0 else { return nil }
        return (RequestHeadReference.judge(bytes), ())
    }

    private static func compare(_ result: Result, _ verdict: RequestHeadReference.Verdict?, _ bytes: [UInt8]) {
        switch result.progress {
        case .incomplete:
            require(verdict == nil && result.offset == bytes.count, "a head without an end is not judged")
        case .complete:
            require(
                verdict == RequestHeadReference.Verdict(status: 200, length: result.offset),
                "what is accepted is accepted by the reference, which says \(String(describing: verdict))")
        case .failed(.methodTooLong), .failed(.tooManyFields), .failed(.headTooLarge), .failed(.targetTooLong): break
        case .failed(let error):
            require(
                verdict.map { $0.status == error.status } ?? (error.status == 400),
                "what is refused with \(error) is refused by the reference, which says \(String(describing: verdict))")
        }
    }

    private static func check(_ head: RequestHead, _ bytes: [UInt8]) {
        let limits = HeadLimits.default
        require(head.length <= min(bytes.count, limits.headBytes), "a head is no longer than the limit")
        let own = bytes[..<head.length]
        let start = own.starts(with: [13, 10]) ? 2 : 0
        let lines = own[start...].split(separator: 10, omittingEmptySubsequences: false)
        require(lines.count >= 3 && lines[lines.count - 1].isEmpty, "a head ends with a line feed")
        require(lines[lines.count - 2].elementsEqual([13]), "and with an empty line")
        let fields = lines[1..<(lines.count - 2)]
        require(fields.count <= limits.fields, "a head has no more fields than the limit")
        require(own.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 13].contains($0) }, "a head has no controls")
        for line in lines.dropLast() {
            require(line.last == 13 && line.count { $0 == 13 } == 1, "a carriage return stands before a line feed only")
        }
        let names = fields.map { String(decoding: $0.prefix { $0 != 0x3A }, as: UTF8.self).lowercased() }
        require(!names.contains("transfer-encoding"), "Transfer-Encoding is refused")
        require(names.count { $0 == "host" } == 1 || head.minorVersion == 0, "HTTP/1.1 has one Host")
        require(names.count { $0 == "content-length" } <= 1, "Content-Length comes once")
        require(head.target.raw.count <= limits.targetBytes, "a target is no longer than the limit")
        require(bytes[head.target.raw].allSatisfy { (0x21...0x7E).contains($0) }, "a target is visible ASCII")
        for field in HeadField.allCases {
            require(head.lineCount(of: field) == names.count { $0 == field.name }, "each line of \(field) is counted")
        }
        if let path = try? head.target.decodedPath(in: bytes.span), !head.target.isServerWide {
            require(path.hasPrefix("/") && !path.utf8.contains(0), "a path begins with a slash and has no NUL")
        }
        _ = try? head.target.parameters(in: bytes.span)
    }
}

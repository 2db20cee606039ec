import Testing

@testable import HTTPServer

struct RequestHeadParserTests {
    @Test(arguments: RequestHeadCase.all)
    func `a head is judged as its rule says, at the byte it names`(row: RequestHeadCase) {
        #expect(parse([row.bytes[...]], limits: row.limits).verdict == row.expected)
    }

    @Test(arguments: RequestHeadCase.all)
    func `a head that arrives byte by byte is judged and read the same`(row: RequestHeadCase) {
        let pieces = row.bytes.indices.map { row.bytes[$0...$0] }
        #expect(parse(pieces, limits: row.limits) == parse([row.bytes[...]], limits: row.limits))
    }

    @Test(arguments: RequestHeadCase.all)
    func `a head that arrives in two pieces is judged and read the same wherever it is split`(row: RequestHeadCase) {
        let whole = parse([row.bytes[...]], limits: row.limits)
        // Within the thousands of equal bytes of the rows about limits, every 37th place stands for all.
        let differing = (0...row.bytes.count).filter { split in
            let isTold = row.bytes.count < 1000 || split < 64 || split > row.bytes.count - 64 || split % 37 == 0
            return isTold && parse([row.bytes[..<split], row.bytes[split...]], limits: row.limits) != whole
        }
        #expect(differing == [])
    }

    @Test(arguments: RequestHeadCase.all)
    func `no byte before the named one is decisive`(row: RequestHeadCase) {
        let undecided = (0..<row.offset).allSatisfy { end in
            end > 600 && end < row.offset - 1
                || parse([row.bytes[..<end]], limits: row.limits).verdict
                    == HeadVerdict(progress: .incomplete, offset: end)
        }
        #expect(undecided)
    }

    /// What "the first byte that cannot belong to a valid head" means (contract 10, 8): what comes before it can.
    @Test(arguments: RequestHeadCase.all.filter { $0.error?.status == 400 && $0.error != .missingHost })
    func `what comes before a byte at fault can still become a valid head`(row: RequestHeadCase) {
        var prefix = RequestHeadParser()
        let start = row.bytes[..<row.offset]
        _ = prefix.feed(start.span)
        let canEnd = Self.endings.contains { ending in
            var parser = prefix
            return switch parser.feed(ending.span) {
            case .complete: true
            case .failed(let error): error.status != 400 && error != .methodTooLong
            case .incomplete: false
            }
        }
        #expect(canEnd)
    }

    /// Every tail of every short head that is accepted, or refused for its method or version only.
    private static let endings: Set<ArraySlice<UInt8>> = Set(
        RequestHeadCase.all
            .filter { ($0.error == nil || $0.error?.status != 400) && $0.bytes.count < 100 }
            .flatMap { row in row.bytes.indices.map { row.bytes[$0...] } })

    @Test func `the tables have more than a hundred rows and no rule twice`() {
        let rules = RequestHeadCase.all.map(\.rule)
        #expect(rules.count > 200)
        #expect(Set(rules).count == rules.count)
    }

    @Test func `every error of the parser is provoked by a row`() {
        let provoked = Set(RequestHeadCase.all.compactMap(\.error))
        #expect(Set(HeadError.allCases).subtracting(provoked) == [.pathEncoding])
    }

    @Test func `a decided head takes no more bytes and stays as it is`() {
        for text in ["GET / HTTP/1.0\r\n\r\n", "GET\r"] {
            var parser = RequestHeadParser()
            let decided = parser.feed(Array(text.utf8).span)
            let offset = parser.offset
            let again = parser.feed(Array("GET / HTTP/1.0\r\n\r\n".utf8).span)
            #expect(again == decided)
            #expect(parser.offset == offset)
        }
    }

    @Test func `an empty piece changes nothing`() {
        var parser = RequestHeadParser()
        let progress = parser.feed([UInt8]().span)
        #expect(progress == .incomplete)
        #expect(parser.offset == 0)
    }

    @Test(arguments: [
        (HeadError.bareLineFeed, 400), (.missingHost, 400), (.pathEncoding, 400), (.methodNotAllowed, 405),
        (.targetTooLong, 414), (.headTooLarge, 431), (.tooManyFields, 431), (.methodNotImplemented, 501),
        (.methodTooLong, 501), (.unsupportedVersion, 505),
    ])
    func `an error has the status of its clause`(error: HeadError, status: Int) {
        #expect(error.status == status)
    }

    @Test(arguments: HeadError.allCases)
    func `an error tells people in one sentence what is wrong`(error: HeadError) {
        #expect(error.detail.hasSuffix("."))
        #expect(error.detail.first?.isUppercase == true)
        #expect(error.detail.utf8.count <= 100)
        #expect(error.detail.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
    }
}

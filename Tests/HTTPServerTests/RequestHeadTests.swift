import Testing

@testable import HTTPServer

struct RequestHeadTests {
    @Test func `a browser's head is read`() throws {
        let (head, bytes) = try acceptedHead(
            """
            GET /events?category=horse,greyhound&count=5 HTTP/1.1\r
            Host: localhost:8080\r
            Accept: text/event-stream\r
            Last-Event-ID:  1764480030 \r
            Accept-Encoding: gzip, deflate, br\r
            Origin: https://example.org\r
            User-Agent: Mozilla/5.0\r
            \r\n▸GET
            """)
        #expect(head.method == .get)
        #expect(head.minorVersion == 1)
        #expect(head.length == bytes.count - 3)
        #expect(head.keepAlive)
        #expect(head.acceptsGzip)
        let target = head.target
        #expect(text(target.raw, bytes) == "/events?category=horse,greyhound&count=5")
        #expect(text(head.authority, bytes) == "localhost:8080")
        #expect(value(.accept, head, bytes) == "text/event-stream")
        #expect(value(.lastEventID, head, bytes) == "1764480030")
        #expect(value(.origin, head, bytes) == "https://example.org")
        #expect(value(.ifNoneMatch, head, bytes) == nil)
        #expect(head.range(of: .ifNoneMatch) == nil)
    }

    @Test(arguments: HeadField.allCases)
    func `each kept field is found by its name in any case`(field: HeadField) throws {
        for name in [field.name, field.name.uppercased()] {
            let (head, bytes) = try acceptedHead("GET / HTTP/1.0\r\nX: 0\r\n\(name): a\r\nY: 2\r\n\r\n")
            #expect(value(field, head, bytes) == "a")
            #expect(text(head.range(of: field), bytes) == "a")
            #expect(HeadField.allCases.filter { head.has($0) } == [field])
        }
    }

    @Test(arguments: HeadField.allCases)
    func `a name of the same length is another field`(field: HeadField) throws {
        let (head, _) = try acceptedHead("GET / HTTP/1.0\r\n\(field.name.dropLast())_: a\r\n\r\n")
        #expect(HeadField.allCases.filter { head.has($0) } == [])
    }

    @Test func `names that begin like known ones are other fields`() throws {
        let long = "access-control-request-headers-and-more"
        let (head, _) = try acceptedHead(
            "GET / HTTP/1.0\r\n\(long): a\r\nContent-Lengths: 1\r\nContent-Lengtf: 1\r\nTransfer-Encodinh: a\r\n\r\n")
        #expect(HeadField.allCases.filter { head.has($0) } == [])
    }

    @Test func `the lines of a repeated field are joined in order`() throws {
        let (head, bytes) = try acceptedHead(
            """
            GET / HTTP/1.0\r
            X-Forwarded-For: 1.1.1.1\r
            A: b\r
            x-forwarded-for:\r
            X-FORWARDED-FOR:\t2.2.2.2 \r
            \r\n
            """)
        #expect(value(.forwardedFor, head, bytes) == "1.1.1.1, , 2.2.2.2")
        #expect(head.lineCount(of: .forwardedFor) == 3)
        #expect(text(head.range(of: .forwardedFor), bytes) == "1.1.1.1")
    }

    @Test(arguments: [
        ("é", "é"), ("\u{E0E9}", "é"), ("a\u{E0FF}é", "aÿÃ©"), ("", ""), ("\u{E0C0}\u{E080}", "À\u{80}"),
    ])
    func `a value is UTF-8, or else a character a byte`(sent: String, expected: String) throws {
        let (head, bytes) = try acceptedHead("GET / HTTP/1.0\r\nLast-Event-ID: \(sent)\r\n\r\n")
        #expect(value(.lastEventID, head, bytes) == expected)
        #expect(head.has(.lastEventID))
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.0", "", false), ("1.2", "", true),
        ("1.1", "Connection: close\r\n", false), ("1.1", "Connection: CLOSE\r\n", false),
        ("1.1", "Connection: keep-alive, close\r\n", false), ("1.1", "Connection: ,\t close ,\r\n", false),
        ("1.1", "Connection: Upgrade\r\nConnection: close\r\n", false), ("1.1", "Connection: closed\r\n", true),
        ("1.1", "Connection: not close\r\n", true), ("1.1", "Connection:\r\n", true),
        ("1.0", "Connection: Keep-Alive\r\n", true), ("1.0", "Connection: keep-alive, close\r\n", false),
        ("1.0", "Connection: close\r\nConnection: keep-alive\r\n", false), ("1.0", "Keep-Alive: 5\r\n", false),
    ])
    func `a connection is kept as RFC 9112 9 3 says`(version: String, fields: String, keeps: Bool) throws {
        let (head, _) = try acceptedHead("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n")
        #expect(head.keepAlive == keeps)
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip", true), ("gzip;q=1.000", true),
        ("gzip;q=0.001", true), ("gzip ; q=0.5", true), ("gzip;Q=0.5", true), ("gzip;q=1.", true), ("*", true),
        ("*;q=0.1", true), (",, gzip ,", true), ("identity, gzip", true), ("identity;q=0.5, gzip;q=0.5", true),
        ("identity;q=0, *", true), ("br;q=1, gzip;q=0.2", true),
        ("", false), ("identity", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000", false),
        ("gzip;q=0, *", false), ("*;q=0", false), ("gzip, gzip;q=0", false), ("gzip;q=0, x-gzip", false),
        ("identity;q=0.6, gzip;q=0.5", false), ("gzipp", false), ("gzip;q=1.001", false), ("gzip;q=2", false),
        ("gzip;q=0.0001", false), ("gzip;q=.5", false), ("gzip;q=0,5", false), ("gzip;q=-1", false),
        ("gzip;q=", false), ("gzip;", false), ("gzip;level=9", false), ("gzip;q=0.x", false), ("g zip", false),
    ])
    func `gzip is accepted as RFC 9110 12 5 3 says`(value: String, accepts: Bool) throws {
        let (head, _) = try acceptedHead("GET / HTTP/1.0\r\nAccept-Encoding: \(value)\r\n\r\n")
        #expect(head.acceptsGzip == accepts)
    }

    @Test func `gzip may be accepted on a further line`() throws {
        let (head, _) = try acceptedHead("GET / HTTP/1.0\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip\r\n\r\n")
        #expect(head.acceptsGzip)
        let (silent, _) = try acceptedHead("GET / HTTP/1.0\r\n\r\n")
        #expect(!silent.acceptsGzip)
    }

    @Test func `there is no head before it is complete, after a failure or in a short buffer`() {
        let bytes = Array("GET / HTTP/1.0\r\n\r\n".utf8)
        var parser = RequestHeadParser()
        let early = parser.head(in: bytes.span) == nil
        _ = parser.feed(bytes.span)
        let short = bytes.dropLast()
        let cut = parser.head(in: short.span) == nil
        let whole = parser.head(in: bytes.span) != nil
        var failing = RequestHeadParser()
        _ = failing.feed([0x20].span)
        let failed = failing.head(in: bytes.span) == nil
        #expect(early && cut && whole && failed)
    }

    private func value(_ field: HeadField, _ head: RequestHead, _ bytes: [UInt8]) -> String? {
        head.text(of: field, in: bytes.span)
    }

    private func text(_ range: Range<Int>?, _ bytes: [UInt8]) -> String? {
        range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
}

import Testing

@testable import HTTPServer

struct QueryStringTests {
    private func decode(_ query: String, limit: Int = QueryString.defaultLimit) throws(QueryString.Fault) -> [String] {
        let bytes = Array("?\(query)&outside".utf8)
        return try QueryString.parameters(of: 1..<(1 + query.utf8.count), in: bytes.span, limit: limit)
            .map { "\($0.name)=\($0.value)" }
    }

    @Test(arguments: [
        ("", []), ("a=1", ["a=1"]), ("a", ["a="]), ("a=", ["a="]), ("=1", ["=1"]), ("=", ["="]),
        ("b=2&a=1&b=3", ["b=2", "a=1", "b=3"]), ("&a=1&&b=2&", ["a=1", "b=2"]), ("a=b=c", ["a=b=c"]),
        ("a+b=c+d", ["a b=c d"]), ("a%2Bb=%20", ["a+b= "]), ("a=%26%3D%25", ["a=&=%"]), ("a%3Db=c", ["a=b=c"]),
        ("n=%C3%A9%c3%a9", ["n=éé"]), ("a;b=1", ["a;b=1"]), ("a=/?:@", ["a=/?:@"]), ("a=%0A", ["a=\n"]),
        ("category=horse,greyhound&count=5", ["category=horse,greyhound", "count=5"]),
    ])
    func `a query is decoded into its parameters in order`(query: String, expected: [String]) throws {
        #expect(try decode(query) == expected)
    }

    @Test(arguments: [
        ("a=1&b=%FF", QueryString.Fault.invalidUTF8(parameter: "b")), ("b+c=%C3&d", .invalidUTF8(parameter: "b c")),
        ("%FF=1", .invalidUTF8(parameter: "%FF")), ("é=%ED%A0%80", .invalidUTF8(parameter: "é")),
        ("a=%", .malformedEscape(parameter: "a")), ("a=%4", .malformedEscape(parameter: "a")),
        ("a=%4&1", .malformedEscape(parameter: "a")), ("a=%x1", .malformedEscape(parameter: "a")),
        ("a=%1x", .malformedEscape(parameter: "a")), ("%=1", .malformedEscape(parameter: "%")),
        ("a=%00", .malformedEscape(parameter: "a")),
    ])
    func `a query that does not decode is refused with the parameter's name`(
        query: String, fault: QueryString.Fault
    ) {
        #expect(throws: fault) { try decode(query) }
    }

    @Test func `an escape does not reach beyond the query`() {
        let bytes = Array("a=%41".utf8)
        #expect(throws: QueryString.Fault.malformedEscape(parameter: "a")) {
            try QueryString.parameters(of: 0..<4, in: bytes.span)
        }
    }

    @Test func `every character comes back from its escapes`() throws {
        let digits = Array("0123456789abcdef")
        for scalar in stride(from: UInt32(1), through: 0x10FFFF, by: 131).compactMap(Unicode.Scalar.init) {
            let escaped = String(scalar).utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
            let parameters = try decode("\(escaped)=\(escaped)")
            #expect(parameters.map { Array($0.utf8) } == [Array("\(scalar)=\(scalar)".utf8)])
        }
    }

    @Test func `a query has at most as many parameters as the limit`() throws {
        #expect(try decode("a&b&&", limit: 2) == ["a=", "b="])
        #expect(throws: QueryString.Fault.tooManyParameters(limit: 2)) { try decode("a&b&c", limit: 2) }
        let most = Array(repeating: "a", count: 64).joined(separator: "&")
        #expect(try decode(most).count == 64)
        #expect(throws: QueryString.Fault.tooManyParameters(limit: 64)) { try decode("\(most)&a") }
    }

    @Test(arguments: [
        (QueryString.Fault.tooManyParameters(limit: 64), "64"), (.malformedEscape(parameter: "count"), "count"),
        (.invalidUTF8(parameter: "category"), "category"),
    ])
    func `a fault names its culprit in one sentence`(fault: QueryString.Fault, culprit: String) {
        #expect(fault.detail.contains(culprit))
        #expect(fault.detail.hasPrefix("The query "))
        #expect(fault.detail.hasSuffix("."))
    }
}

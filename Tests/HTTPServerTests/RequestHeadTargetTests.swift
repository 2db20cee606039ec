import Testing

@testable import HTTPServer

struct RequestHeadTargetTests {
    private struct Parts: Equatable {
        var form: RequestTarget.Form
        var authority: String?
        var path: String
        var query: String?
        var isServerWide = false
    }

    private func parts(_ method: String, _ target: String) throws -> Parts {
        let (head, bytes) = try acceptedHead("\(method) \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
        let parts = head.target
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        #expect(text(parts.raw) == target)
        #expect(head.authority.map(text) == parts.authority.map(text) ?? "h")
        return Parts(
            form: parts.form, authority: parts.authority.map(text), path: text(parts.path),
            query: parts.query.map(text), isServerWide: parts.isServerWide)
    }

    @Test func `a target has its parts`() throws {
        #expect(try parts("GET", "/") == Parts(form: .origin, path: "/"))
        #expect(try parts("GET", "/a/b?c?d/e") == Parts(form: .origin, path: "/a/b", query: "c?d/e"))
        #expect(try parts("GET", "/?") == Parts(form: .origin, path: "/", query: ""))
        #expect(try parts("GET", "/%3F?%3f") == Parts(form: .origin, path: "/%3F", query: "%3f"))
        #expect(try parts("OPTIONS", "*") == Parts(form: .asterisk, path: "*", isServerWide: true))
    }

    @Test func `an absolute target has its authority`() throws {
        let whole = Parts(form: .absolute, authority: "a:80", path: "/b", query: "c")
        #expect(try parts("GET", "http://a:80/b?c") == whole)
        #expect(try parts("GET", "http://[::1]/") == Parts(form: .absolute, authority: "[::1]", path: "/"))
        #expect(try parts("GET", "http://a?b") == Parts(form: .absolute, authority: "a", path: "", query: "b"))
    }

    @Test func `only OPTIONS without a path concerns the server as a whole`() throws {
        let bare = Parts(form: .absolute, authority: "a", path: "")
        #expect(try parts("OPTIONS", "http://a").isServerWide)
        #expect(try parts("GET", "http://a") == bare)
        #expect(try parts("OPTIONS", "http://a/").isServerWide == false)
        #expect(try parts("OPTIONS", "http://a?").isServerWide == false)
        #expect(try parts("OPTIONS", "/").isServerWide == false)
    }

    @Test(arguments: [
        ("/", "/"), ("/a%20b", "/a b"), ("/%C3%A9", "/é"), ("/a+b", "/a+b"), ("/a%2Fb", "/a%2Fb"), ("/a%2fb", "/a%2Fb"),
        ("/%2e%2E/", "/../"), ("/%252F", "/%2F"), ("http://a", "/"), ("http://a?b", "/"), ("/%41?%42", "/A"),
    ])
    func `a path is decoded, its escaped slashes stay escaped`(target: String, expected: String) throws {
        let (head, bytes) = try acceptedHead("GET \(target) HTTP/1.0\r\n\r\n")
        let path = try head.target.decodedPath(in: bytes.span)
        #expect(path == expected)
    }

    @Test(arguments: ["/%FF", "/%C3", "/%C3/%A9", "/%ED%A0%80", "/%C0%AF"])
    func `a path that is not UTF-8 is refused`(target: String) throws {
        let (head, bytes) = try acceptedHead("GET \(target) HTTP/1.0\r\n\r\n")
        #expect(throws: HeadError.pathEncoding) { try head.target.decodedPath(in: bytes.span) }
    }

    @Test func `a target's parameters are its query's`() throws {
        let (head, bytes) = try acceptedHead("GET /a?category=horse,greyhound&count=5 HTTP/1.0\r\n\r\n")
        let parameters = try head.target.parameters(in: bytes.span)
        #expect(parameters == [.init(name: "category", value: "horse,greyhound"), .init(name: "count", value: "5")])
        let (bare, bareBytes) = try acceptedHead("GET /a HTTP/1.0\r\n\r\n")
        let none = try bare.target.parameters(in: bareBytes.span)
        #expect(none == [])
    }
}

import Testing

@testable import HTTPServer

@Suite struct `Static files` {
    private static let files = StaticFiles([
        "index.html": Array("<!doctype html>".utf8), "a b.css": Array("p{}".utf8), "js/page.js": Array("0".utf8),
        "%2F.txt": Array("odd".utf8), "empty.txt": [],
    ])

    private static func response(_ path: String, ifNoneMatch: String? = nil) -> Response? {
        files.response(for: path, ifNoneMatch: ifNoneMatch, fields: [ResponseField("Vary", "Origin")])
    }

    private static func value(_ name: String, of response: Response?) -> String? {
        response?.fields.first { $0.name == name }?.value
    }

    @Test(arguments: [
        ("/", "<!doctype html>"), ("/index.html", "<!doctype html>"), ("/a b.css", "p{}"), ("/js/page.js", "0"),
        ("/%2F.txt", "odd"), ("/empty.txt", ""),
    ])
    func `are found by their exact name`(path: String, content: String) {
        let response = Self.response(path)
        #expect(response?.status == 200)
        #expect(response.map { String(decoding: $0.body, as: UTF8.self) } == content)
    }

    @Test(arguments: [
        "", "*", "//", "/index", "/Index.html", "/index.html/", "//index.html", "/./index.html", "/js", "/js/",
        "/js/../index.html", "/../index.html", "/js%2Fpage.js", "/a%20b.css", "index.html", "/index.html\0",
    ])
    func `are not found by any other name`(path: String) {
        #expect(Self.response(path) == nil)
    }

    @Test(arguments: [
        ("a.html", "text/html; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"), ("a.svg", "image/svg+xml"), ("a.png", "image/png"),
        ("a.ico", "image/x-icon"), ("a.json", "application/json"), ("a.webmanifest", "application/json"),
        ("a.txt", "text/plain; charset=utf-8"), ("a.woff2", "font/woff2"),
        ("a.min.js", "text/javascript; charset=utf-8"),
        ("a.bin", "application/octet-stream"), ("a", "application/octet-stream"),
        ("a.js/b", "application/octet-stream"),
    ])
    func `have the type that their name says`(name: String, type: String) {
        let response = StaticFiles([name: []]).response(for: "/" + name, ifNoneMatch: nil)
        #expect(Self.value("Content-Type", of: response) == type)
    }

    @Test func `come with a tag, revalidation, and what pages may do`() throws {
        let response = try #require(Self.response("/"))
        #expect(
            response.fields.map(\.name) == [
                "Content-Type", "ETag", "Cache-Control", "Vary", "Content-Security-Policy", "X-Content-Type-Options",
                "Referrer-Policy",
            ])
        #expect(Self.value("Cache-Control", of: response) == "no-cache")
        #expect(Self.value("X-Content-Type-Options", of: response) == "nosniff")
        #expect(Self.value("Referrer-Policy", of: response) == "no-referrer")
        let policy = try #require(Self.value("Content-Security-Policy", of: response)).split(separator: "; ")
        #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
        #expect(policy.contains("connect-src 'self'") && policy.contains("style-src 'self'"))
        #expect(!policy.contains { $0.contains("unsafe") || $0.contains("data:") || $0.contains("http") })
    }

    @Test func `have tags that their content alone decides`() {
        func tag(_ content: String) -> String? {
            Self.value("ETag", of: StaticFiles(["a": Array(content.utf8)]).response(for: "/a", ifNoneMatch: nil))
        }
        let contents = ["", "a", "b", "ab", "ba", "aa", "\0", "\0\0"]
        #expect(Set(contents.compactMap(tag)).count == contents.count)
        #expect(tag("a") == tag("a"))
        #expect(contents.compactMap(tag).allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.utf8.count > 4 })
        #expect(Self.value("ETag", of: Self.response("/")) == Self.value("ETag", of: Self.response("/index.html")))
    }

    @Test func `are not sent again to those who have them`() throws {
        let tag = try #require(Self.value("ETag", of: Self.response("/")))
        for list in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let response = try #require(Self.response("/", ifNoneMatch: list))
            #expect(response.status == 304)
            #expect(response.body.isEmpty)
            #expect(response.fields.map(\.name) == ["ETag", "Cache-Control", "Vary"])
        }
        for list in ["", "\"x\"", String(tag.dropLast()), tag + "x"] {
            #expect(Self.response("/", ifNoneMatch: list)?.status == 200)
        }
    }

    @Test func `may be none at all`() {
        #expect(StaticFiles().isEmpty && !Self.files.isEmpty)
        #expect(StaticFiles().response(for: "/", ifNoneMatch: nil) == nil)
    }
}

@Suite struct `A list of entity tags` {
    @Test(arguments: [
        ("\"a\"", "\"a\""), ("\"a\"", "W/\"a\""), ("W/\"a\"", "\"a\""), ("W/\"a\"", "W/\"a\""), ("*", "\"a\""),
        ("\"b\", \"a\"", "\"a\""), ("\"b\",\"a\"", "\"a\""), ("\"b\" ,\t\"a\" ", "\"a\""), (", \"a\",", "\"a\""),
        (" * ", "\"a\""), ("W/\"b\",W/\"a\"", "W/\"a\""),
    ])
    func `names a tag`(list: String, tag: String) {
        #expect(EntityTags.matches(list, tag))
    }

    @Test(arguments: [
        "", ",", "a", "\"A\"", "\"ab\"", "\"a", "w/\"a\"", "W/ \"a\"", "\"b\", \"c\"", "\"*\"", "**", "\"a\"\"b\"",
    ])
    func `does not name one that is not on it`(list: String) {
        #expect(!EntityTags.matches(list, "\"a\""))
    }
}

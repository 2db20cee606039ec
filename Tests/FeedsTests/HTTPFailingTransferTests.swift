import EventLoop
import Feeds
import Glibc
import Testing

@Suite("HTTP transfers that fail")
struct HTTPFailingTransferTests {
    /// How a request for `/` of a server with this script fails; nil when it does not.
    private func failure(
        of script: [HTTPTestAnswer], scheme: String = "http", limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPFailure? {
        try await withServer(script) { server, client in
            let url = "\(scheme)://127.0.0.1:\(server.port)/"
            return await result(of: client, HTTPRequest(url: url, limits: limits)).failure
        }
    }

    private func failure(ofURL url: String, limits: HTTPLimits = HTTPLimits()) async throws -> HTTPFailure? {
        try await withServer([.answer()]) { _, client in
            await result(of: client, HTTPRequest(url: url, limits: limits)).failure
        }
    }

    @Test func `a server that says nothing has no answer in time`() async throws {
        let limits = HTTPLimits(total: .milliseconds(300))
        #expect(try await failure(of: [.silence], limits: limits) == .noAnswer(within: .milliseconds(300)))
    }

    @Test func `an answer that never ends has no answer in time`() async throws {
        let script = HTTPTestAnswer.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12")
        let limits = HTTPLimits(total: .milliseconds(300))
        #expect(try await failure(of: [script], limits: limits) == .noAnswer(within: .milliseconds(300)))
    }

    @Test func `a TLS handshake without an answer is no connection in time`() async throws {
        let limits = HTTPLimits(connecting: .milliseconds(200))
        let failure = try await failure(of: [.silence], scheme: "https", limits: limits)
        #expect(failure == .noConnection(within: .milliseconds(200)))
    }

    @Test func `a port without a listener refuses`() async throws {
        let port = try RefusingPort()
        #expect(try await failure(ofURL: "http://127.0.0.1:\(port.number)/") == .refused)
    }

    @Test func `an address without a route is named by the system's words`() async throws {
        #expect(try await failure(ofURL: "http://255.255.255.255/") == .unreachable("network is unreachable"))
    }

    @Test func `a name that cannot exist is not resolved`() async throws {
        // A label of 64 characters (RFC 1035 2.3.4), so that nobody on the network is asked.
        let label = String(repeating: "a", count: 64)
        #expect(try await failure(ofURL: "http://\(label).invalid/") == .unknownName)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/hostname", "http://", "http://a b/", "http://127.0.0.1:99999/"])
    func `anything but a web address is refused`(url: String) async throws {
        #expect(try await failure(ofURL: url) == .badAddress)
    }

    @Test func `what libcurl will not take fails at once in its words`() async throws {
        // CURL_MAX_INPUT_LENGTH is 8,000,000.
        let path = String(decoding: [UInt8](repeating: UInt8(ascii: "a"), count: 8_000_000), as: UTF8.self)
        let url = "http://127.0.0.1/" + path
        #expect(try await failure(ofURL: url) == .other("A libcurl function was given a bad argument"))
    }

    @Test func `a sixth redirect is not followed`() async throws {
        let script = HTTPTestAnswer.answer("302 Found", ["Location: /again"])
        let (failure, count) = try await withServer([script]) { server, client in
            let request = HTTPRequest(url: "http://127.0.0.1:\(server.port)/")
            return (await result(of: client, request).failure, await server.requests.count)
        }
        #expect(failure == .tooManyRedirects)
        #expect(count == 6)
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", HTTPFailure.redirectToOtherScheme),
        ("file:///etc/hostname", .redirectToOtherScheme),
        ("gopher://127.0.0.1/", .redirectToOtherScheme),
        ("http://127.0.0.1:99999/", .redirectToBadAddress),
    ])
    func `a redirect out of the web is not followed`(location: String, expected: HTTPFailure) async throws {
        #expect(try await failure(of: [.answer("302 Found", ["Location: \(location)"])]) == expected)
    }

    @Test func `a body that says it is over the limit is refused before it comes`() async throws {
        // No body follows: the announcement alone must do.
        let script = HTTPTestAnswer.raw("HTTP/1.1 200 OK\r\nContent-Length: 4194305\r\n\r\n")
        #expect(try await failure(of: [script]) == .bodyTooLarge(over: 4 << 20))
    }

    @Test func `a body of unknown length is refused once it is over the limit`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
        let script = HTTPTestAnswer(bytes: head + [UInt8](repeating: 7, count: (4 << 20) + 1), ending: .stay)
        #expect(try await failure(of: [script]) == .bodyTooLarge(over: 4 << 20))
    }

    @Test func `a small body that grows over the limit is refused`() async throws {
        let bomb = HTTPGzip.bomb(of: 5 << 20)
        #expect(bomb.count < 40_000)
        let script = HTTPTestAnswer.answer("200 OK", ["Content-Encoding: gzip"], body: bomb)
        #expect(try await failure(of: [script]) == .bodyTooLarge(over: 4 << 20))
    }

    @Test func `a body that is not the gzip it says is refused`() async throws {
        let script = HTTPTestAnswer.answer("200 OK", ["Content-Encoding: gzip"], body: Array("plain text".utf8))
        #expect(try await failure(of: [script]) == .notDecompressible)
    }

    @Test(arguments: [HTTPTestAnswer.Ending.close, .reset])
    func `a connection that ends in the middle of a body broke off`(ending: HTTPTestAnswer.Ending) async throws {
        let script = HTTPTestAnswer.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12", then: ending)
        #expect(try await failure(of: [script]) == .brokenOff)
    }

    @Test func `a chunked body without its end broke off`() async throws {
        let script = HTTPTestAnswer.raw(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n12\r\n", then: .close)
        #expect(try await failure(of: [script]) == .brokenOff)
    }

    @Test func `a connection that is closed at once has no answer`() async throws {
        #expect(try await failure(of: [.raw("", then: .close)]) == .closedWithoutAnswer)
    }

    @Test func `a connection that is reset at once broke off`() async throws {
        #expect(try await failure(of: [.raw("", then: .reset)]) == .brokenOff)
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "\u{0}\u{1}\u{2}"])
    func `an answer in another protocol is not HTTP`(text: String) async throws {
        #expect(try await failure(of: [.raw(text, then: .close)]) == .notHTTP)
    }

    @Test func `an answer in another protocol after a redirect is not HTTP either`() async throws {
        let script: [HTTPTestAnswer] = [
            .answer("302 Found", ["Location: /b"]), .raw("SSH-2.0-OpenSSH_9.2\r\n", then: .close),
        ]
        #expect(try await failure(of: script) == .notHTTP)
    }
}

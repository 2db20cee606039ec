import Feeds
import Racing
import Testing

@Suite("Feed over HTTP")
struct HTTPFeedTests {
    static let body = Array(#"{"status":200}"#.utf8)
    static let now = Second(1_764_480_030)

    /// Answers and requests of polls with these counts, of one feed after the other.
    private func polls(
        _ script: [HTTPTestAnswer], counts: [Int] = [50], path: String = "/feed?a=b", forgetAfter: Int? = nil
    ) async throws -> (answers: [PollAnswer], requests: [HTTPTestRequest]) {
        try await withServer(script) { server, client in
            let address = try #require(FeedAddress("http://127.0.0.1:\(server.port)\(path)"))
            let feed: any FeedSource = HTTPFeed(client: client, address: address, version: "1.2.3")
            var answers: [PollAnswer] = []
            for (index, count) in counts.enumerated() {
                answers.append(await feed.poll(PollRequest(count: count, second: Self.now)))
                if index == forgetAfter { await feed.forget() }
            }
            return (answers, await server.requests)
        }
    }

    private func conditions(_ request: HTTPTestRequest) -> [String] {
        request.fields.filter { $0.hasPrefix("If-") }.sorted()
    }

    @Test func `a poll says what it wants and who asks`() async throws {
        let (answers, requests) = try await polls([.answer(body: Self.body)])
        #expect(answers == [.body(Self.body)])
        #expect(requests.map(\.line) == ["GET /feed?a=b&count=50 HTTP/1.1"])
        #expect(
            requests[0].fields.filter { !$0.hasPrefix("Host:") }.sorted() == [
                "Accept-Encoding: gzip", "Accept: application/json", "Content-Type: application/json",
                "User-Agent: NextToGo/1.2.3 (+countdown broadcaster)",
            ])
    }

    @Test func `an answer's validators make the next poll conditional, and 304 says unchanged`() async throws {
        let date = "Sun, 30 Nov 2025 05:20:00 GMT"
        let first = HTTPTestAnswer.answer("200 OK", [#"ETag: W/"a 1""#, "Last-Modified: \(date)"], body: Self.body)
        let script = [first, .raw("HTTP/1.1 304 Not Modified\r\n\r\n")]
        let (answers, requests) = try await polls(script, counts: [50, 50, 50])
        #expect(answers == [.body(Self.body), .unchanged, .unchanged])
        let expected = ["If-Modified-Since: \(date)", #"If-None-Match: W/"a 1""#]
        #expect(requests.map(conditions) == [[], expected, expected])
    }

    @Test(arguments: [
        (#"ETag: "1""#, #"If-None-Match: "1""#), ("Last-Modified: yesterday", "If-Modified-Since: yesterday"),
    ])
    func `one validator alone is enough`(field: String, condition: String) async throws {
        let (_, requests) = try await polls([.answer("200 OK", [field])], counts: [50, 50])
        #expect(requests.map(conditions) == [[], [condition]])
    }

    @Test func `another 200 brings its own validators, or none`() async throws {
        let script: [HTTPTestAnswer] = [
            .answer("200 OK", [#"ETag: "1""#, "Last-Modified: x"]), .answer("200 OK", [#"ETag: "2""#]), .answer(),
        ]
        let (_, requests) = try await polls(script, counts: [50, 50, 50, 50])
        #expect(
            requests.map(conditions) == [
                [], ["If-Modified-Since: x", #"If-None-Match: "1""#], [#"If-None-Match: "2""#], [],
            ])
    }

    @Test func `another count is another resource, also on the way back`() async throws {
        let script = [HTTPTestAnswer.answer("200 OK", [#"ETag: "1""#]), .answer("200 OK", [#"ETag: "2""#])]
        let (_, requests) = try await polls(script, counts: [50, 100, 50, 50])
        #expect(requests.map(conditions) == [[], [], [], [#"If-None-Match: "2""#]])
    }

    @Test func `a failed poll in between keeps the validators`() async throws {
        let script: [HTTPTestAnswer] = [
            .answer("200 OK", [#"ETag: "1""#]), .answer("500 No", [#"ETag: "x""#]), .raw("", then: .close),
            .answer("304 Not Modified"),
        ]
        let (answers, requests) = try await polls(script, counts: [50, 50, 50])
        #expect(answers.last == .unchanged)
        #expect(conditions(requests[2]) == [#"If-None-Match: "1""#])
    }

    @Test func `after a body that could not be used nothing is confirmed`() async throws {
        let script = [HTTPTestAnswer.answer("200 OK", [#"ETag: "1""#]), .answer("304 Not Modified")]
        let (answers, requests) = try await polls(script, counts: [50, 50], forgetAfter: 0)
        #expect(requests.map(conditions) == [[], []])
        #expect(answers[1] == .failed(PollFailure(reason: "the feed answered 304")))
    }

    @Test(arguments: ["\"\u{E9}\"", "\"a\u{1}b\"", "\"\(String(repeating: "a", count: 1_023))\"", ""])
    func `a validator that is long or odd is not sent back`(tag: String) async throws {
        let (_, requests) = try await polls([.answer("200 OK", ["ETag: \(tag)"])], counts: [50, 50])
        #expect(requests.map(conditions) == [[], []])
    }

    @Test func `the longest validator is sent back`() async throws {
        let tag = "\"\(String(repeating: "a", count: 1_022))\""
        let (_, requests) = try await polls([.answer("200 OK", ["ETag: \(tag)"])], counts: [50, 50])
        #expect(conditions(requests[1]) == ["If-None-Match: \(tag)"])
    }

    @Test(arguments: [201, 204, 206, 300, 302, 304, 400, 403, 404, 410, 418, 429, 500, 502, 503, 599])
    func `any status but 200 is a failure`(status: Int) async throws {
        let (answers, _) = try await polls([.raw("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")])
        #expect(answers == [.failed(PollFailure(reason: "the feed answered \(status)"))])
    }

    @Test(arguments: [
        (429, "120", 120), (503, "0", 0), (500, "5000", 900), (404, "-5", nil),
        (503, "Sun, 30 Nov 2025 05:21:30 GMT", 60), (429, "Sunday, 30-Nov-25 05:20:29 GMT", 0),
        (302, "Sun Nov 30 05:20:31 2025", 1),
    ])
    func `a failing answer can ask for time`(status: Int, value: String, wait: Int?) async throws {
        let (answers, _) = try await polls([.answer("\(status) X", ["Retry-After: \(value)"])])
        #expect(answers == [.failed(PollFailure(reason: "the feed answered \(status)", retryAfter: wait))])
    }

    @Test func `a transfer that fails is told in words`() async throws {
        let (answers, _) = try await polls([.raw("", then: .close)])
        #expect(answers == [.failed(PollFailure(reason: "the connection was closed without an answer"))])
    }

    @Test func `a feed has its own limits`() async throws {
        let answer = try await withServer([.silence]) { server, client in
            let address = try #require(FeedAddress("http://127.0.0.1:\(server.port)/"))
            let limits = HTTPLimits(total: .milliseconds(100))
            let feed = HTTPFeed(client: client, address: address, version: "1", limits: limits)
            return await feed.poll(PollRequest(count: 50, second: Self.now))
        }
        #expect(answer == .failed(PollFailure(reason: "no answer within 100 ms")))
    }
}

import EventLoop
import Feeds
import Testing

@Suite("HTTP client")
struct HTTPClientTests {
    static func url(_ server: HTTPTestServer, _ path: String = "/") -> String {
        "http://127.0.0.1:\(server.port)\(path)"
    }

    @Test func `an answer comes with its status, its fields and its body`() async throws {
        let script = HTTPTestAnswer.answer("201 Created", ["X-One: 1", "x-one: 2"], body: Array("hello".utf8))
        let response = try await withServer([script]) { server, client in
            try await client.get(HTTPRequest(url: Self.url(server)))
        }
        #expect(response.status == 201)
        #expect(response.body == Array("hello".utf8))
        #expect(response.value(of: "X-ONE") == "1")
        #expect(response.value(of: "X-Two") == nil)
    }

    @Test func `the request says what it was given and accepts gzip`() async throws {
        let request = try await withServer([.answer()]) { server, client in
            let fields = [HTTPField("Accept", "application/json"), HTTPField("X-Test", "1, 2")]
            _ = try await client.get(HTTPRequest(url: Self.url(server, "/a?b=c"), fields: fields))
            return try #require(await server.requests.first)
        }
        #expect(request.line == "GET /a?b=c HTTP/1.1")
        #expect(
            request.fields.dropFirst().sorted() == [
                "Accept-Encoding: gzip", "Accept: application/json", "X-Test: 1, 2",
            ])
    }

    @Test func `two requests use one connection`() async throws {
        let (requests, accepted) = try await withServer([.answer()]) { server, client in
            _ = try await client.get(HTTPRequest(url: Self.url(server, "/1")))
            _ = try await client.get(HTTPRequest(url: Self.url(server, "/2")))
            return (await server.requests, await server.acceptedCount)
        }
        #expect(requests.map(\.connection) == [1, 1])
        #expect(requests.map(\.line) == ["GET /1 HTTP/1.1", "GET /2 HTTP/1.1"])
        #expect(accepted == 1)
    }

    @Test func `a connection that the server ended is not used again`() async throws {
        let connections = try await withServer([.answer(then: .close), .answer()]) { server, client in
            _ = try await client.get(HTTPRequest(url: Self.url(server)))
            await server.waitForClosedConnections(1)
            _ = try await client.get(HTTPRequest(url: Self.url(server)))
            return await server.requests.map(\.connection)
        }
        #expect(connections == [1, 2])
    }

    @Test func `requests at the same time each get their own answer`() async throws {
        let script = (0..<8).map { HTTPTestAnswer.answer(body: Array(repeating: UInt8($0), count: 20_000)) }
        let bodies = try await withServer(script) { server, client in
            try await withThrowingTaskGroup { group in
                for _ in script {
                    group.addTask { try await client.get(HTTPRequest(url: Self.url(server))).body }
                }
                return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
            }
        }
        #expect(bodies.allSatisfy { Set($0).count == 1 && $0.count == 20_000 })
        #expect(Set(bodies.map { $0[0] }) == Set(0..<8))
    }

    @Test func `a gzip body is decompressed`() async throws {
        let body = Array(#"{"status":200}"#.utf8)
        let script = HTTPTestAnswer.answer("200 OK", ["Content-Encoding: gzip"], body: HTTPGzip.stored(body))
        let response = try await withServer([script]) { server, client in
            try await client.get(HTTPRequest(url: Self.url(server)))
        }
        #expect(response.body == body)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `five redirects are followed and the last answer counts`(status: Int) async throws {
        let script = (1...5).map { HTTPTestAnswer.answer("\(status) Go", ["Location: /\($0)", "X-Old: 1"]) }
        let (response, lines) = try await withServer(script + [.answer(body: [1, 2])]) { server, client in
            (try await client.get(HTTPRequest(url: Self.url(server, "/0"))), await server.requests.map(\.line))
        }
        #expect(response == HTTPResponse(status: 200, fields: [HTTPField("Content-Length", "2")], body: [1, 2]))
        #expect(lines == (0...5).map { "GET /\($0) HTTP/1.1" })
    }

    @Test func `a body of just the limit is taken`() async throws {
        let body = [UInt8](repeating: 7, count: 4 << 20)
        let response = try await withServer([.answer(body: body)]) { server, client in
            try await client.get(HTTPRequest(url: Self.url(server)))
        }
        #expect(response.body == body)
    }

    @Test func `a cancelled request ends at once and closes its connection`() async throws {
        let failure = try await withServer([.silence]) { server, client in
            let url = Self.url(server)
            let task = Task { await result(of: client, HTTPRequest(url: url)) }
            await server.waitForRequests(1)
            task.cancel()
            let failure = await task.value.failure
            await server.waitForClosedConnections(1)
            return failure
        }
        #expect(failure == .cancelled)
    }

    /// Cancels a request after so many turns of the loop that it begins on.
    private actor Canceller {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(loop: EventLoop) { self.loop = loop }

        func failure(of client: HTTPClient, _ request: HTTPRequest, after turns: Int) async -> HTTPFailure? {
            let task = Task { await result(of: client, request) }
            for _ in 0..<turns { await Task.yield() }
            task.cancel()
            return await task.value.failure
        }
    }

    /// A request may pause between any two steps.
    @Test(arguments: 0..<8) func `a request that is cancelled while it begins ends at once`(turns: Int) async throws {
        let loop = try EventLoop()
        let server = try HTTPTestServer(loop: loop, script: [.silence])
        let thread = try loop.runOnThread()
        await server.start()
        let begun = ContinuousClock().now
        let failure = await Canceller(loop: loop).failure(
            of: HTTPClient(loop: loop, proxies: .none), HTTPRequest(url: Self.url(server)), after: turns)
        #expect(failure == .cancelled)
        #expect(ContinuousClock().now - begun < .seconds(5))
        await server.stop()
        loop.stop()
        thread.join()
    }

    @Test func `a request of a cancelled task is never sent`() async throws {
        let (failure, accepted) = try await withServer([.silence]) { server, client in
            let url = Self.url(server)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await result(of: client, HTTPRequest(url: url))
            }
            return (await task.value.failure, await server.acceptedCount)
        }
        #expect(failure == .cancelled)
        #expect(accepted == 0)
    }

    @Test func `cancelling after the answer changes nothing`() async throws {
        let status = try await withServer([.answer()]) { server, client in
            let url = Self.url(server)
            let task = Task { await result(of: client, HTTPRequest(url: url)) }
            let status = try await task.value.get().status
            task.cancel()
            return status
        }
        #expect(status == 200)
    }

    @Test func `the linked libcurl has the options that are used`() {
        let numbers = HTTPClient.libraryVersion.split(separator: ".").compactMap { Int($0) }
        #expect(!numbers.lexicographicallyPrecedes([7, 87, 0]))
    }
}

/// The outcome as a value, for tasks.
func result(of client: HTTPClient, _ request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
    do {
        return .success(try await client.get(request))
    } catch {
        return .failure(error)
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

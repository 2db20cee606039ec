import EventLoop
import Feeds
import Glibc
import Testing

/// In processes of their own, because the environment belongs to the whole process.
@Suite("HTTP proxies")
struct HTTPProxyTests {
    @Test func `a proxy of the environment is asked`() async {
        await #expect(processExitsWith: .success) {
            let line = try await withServer([.answer()], proxies: .fromEnvironment) { server, client in
                setenv("http_proxy", "http://127.0.0.1:\(server.port)", 1)
                _ = try await client.get(HTTPRequest(url: "http://feed.invalid/a"))
                return await server.requests.map(\.line)
            }
            #expect(line == ["GET http://feed.invalid/a HTTP/1.1"])
        }
    }

    @Test func `a host that needs no proxy is asked itself`() async {
        await #expect(processExitsWith: .success) {
            let line = try await withServer([.answer()], proxies: .fromEnvironment) { server, client in
                setenv("http_proxy", "http://127.0.0.1:9", 1)
                setenv("no_proxy", "127.0.0.1", 1)
                _ = try await client.get(HTTPRequest(url: "http://127.0.0.1:\(server.port)/a"))
                return await server.requests.map(\.line)
            }
            #expect(line == ["GET /a HTTP/1.1"])
        }
    }

    @Test func `a client without proxies does not look at the environment`() async {
        await #expect(processExitsWith: .success) {
            let line = try await withServer([.answer()], proxies: .none) { server, client in
                setenv("http_proxy", "http://127.0.0.1:9", 1)
                unsetenv("no_proxy")
                _ = try await client.get(HTTPRequest(url: "http://127.0.0.1:\(server.port)/a"))
                return await server.requests.map(\.line)
            }
            #expect(line == ["GET /a HTTP/1.1"])
        }
    }

    @Test func `a proxy that will not connect is named with its answer`() async {
        await #expect(processExitsWith: .success) {
            let script = HTTPTestAnswer.answer("403 Forbidden")
            let failure = try await withServer([script], proxies: .fromEnvironment) { server, client in
                setenv("https_proxy", "http://127.0.0.1:\(server.port)", 1)
                return await result(of: client, HTTPRequest(url: "https://feed.invalid/")).failure
            }
            #expect(failure == .proxyAnswered(403))
        }
    }

    @Test func `a proxy without an address is named as such`() async {
        await #expect(processExitsWith: .success) {
            let failure = try await withServer([.answer()], proxies: .fromEnvironment) { _, client in
                setenv("http_proxy", "http://\(String(repeating: "a", count: 64)).invalid", 1)
                return await result(of: client, HTTPRequest(url: "http://feed.invalid/")).failure
            }
            #expect(failure == .unknownProxyName)
        }
    }
}

import EventLoop
import Feeds
import Glibc

/// What the server of a test does with one request.
struct HTTPTestAnswer: Sendable {
    enum Ending: Sendable {
        /// Waits for the next request on the same connection.
        case stay
        case close
        /// Ends with a reset instead of an orderly close.
        case reset
    }

    var bytes: [UInt8] = []
    var ending = Ending.stay

    /// Says nothing and waits.
    static let silence = HTTPTestAnswer()

    /// Bytes as they are.
    static func raw(_ text: String, then ending: Ending = .stay) -> HTTPTestAnswer {
        HTTPTestAnswer(bytes: Array(text.utf8), ending: ending)
    }

    /// A whole answer whose Content-Length is right.
    static func answer(
        _ status: String = "200 OK", _ fields: [String] = [], body: [UInt8] = [], then ending: Ending = .stay
    ) -> HTTPTestAnswer {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "", ""]
        return HTTPTestAnswer(bytes: Array(lines.joined(separator: "\r\n").utf8) + body, ending: ending)
    }
}

/// A request's head as it came.
struct HTTPTestRequest: Sendable {
    /// Which connection it came on, from 1.
    var connection: Int
    /// As in `GET /path HTTP/1.1`.
    var line: String
    /// The other lines.
    var fields: [String]

    init(connection: Int, head: [UInt8]) {
        self.connection = connection
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        line = lines.first ?? ""
        fields = Array(lines.dropFirst())
    }
}

/// A real HTTP server on 127.0.0.1 that answers each request with the next line of a script, the last one for ever.
actor HTTPTestServer: SocketReceiver {
    private let loop: EventLoop
    private let sockets: SystemSockets
    private let script: [HTTPTestAnswer]
    private let listener: Descriptor
    nonisolated let port: UInt16
    private var connections: [Descriptor: Connection] = [:]
    private var waiters: [(isOver: (HTTPTestServer) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    private(set) var requests: [HTTPTestRequest] = []
    private(set) var acceptedCount = 0
    private(set) var closedCount = 0

    private struct Connection {
        var number: Int
        var input: [UInt8] = []
        var output: ArraySlice<UInt8> = []
        var ending = HTTPTestAnswer.Ending.stay
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop, script: [HTTPTestAnswer]) throws {
        self.loop = loop
        self.script = script
        sockets = SystemSockets(loop: loop)
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        listener = listening.descriptors[0]
        port = listening.port
    }

    func start() {
        sockets.watch(listener, for: .reading, receiver: self)
    }

    func stop() {
        for descriptor in connections.keys { sockets.close(descriptor) }
        connections = [:]
        sockets.close(listener)
    }

    /// Waits until `count` requests have come.
    func waitForRequests(_ count: Int) async {
        await wait { $0.assumeIsolated { $0.requests.count >= count } }
    }

    /// Waits until `count` connections have come to their end.
    func waitForClosedConnections(_ count: Int) async {
        await wait { $0.assumeIsolated { $0.closedCount >= count } }
    }

    private func wait(until isOver: @escaping (HTTPTestServer) -> Bool) async {
        if isOver(self) { return }
        await withCheckedContinuation { waiters.append((isOver, $0)) }
    }

    private func resumeWaiters() {
        let over = waiters.filter { $0.isOver(self) }
        waiters.removeAll { $0.isOver(self) }
        for waiter in over { waiter.continuation.resume() }
    }

    nonisolated func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        assumeIsolated { server in
            if descriptor == server.listener {
                server.accept()
            } else if readiness.contains(.writing) {
                server.write(to: descriptor)
            } else {
                server.read(from: descriptor)
            }
            server.resumeWaiters()
        }
    }

    private func accept() {
        while case .connection(let descriptor, _) = sockets.accept(listener) {
            acceptedCount += 1
            connections[descriptor] = Connection(number: acceptedCount)
            sockets.watch(descriptor, for: .reading, receiver: self)
        }
    }

    private func read(from descriptor: Descriptor) {
        let outcome = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let outcome = sockets.read(descriptor, into: buffer)
            if case .bytes(let count) = outcome { connections[descriptor]?.input += buffer[..<count] }
            return outcome
        }
        switch outcome {
        case .bytes: answer(on: descriptor)
        case .wouldBlock: break
        case .ended, .timedOut, .failed: close(descriptor)
        }
    }

    private func answer(on descriptor: Descriptor) {
        guard let connection = connections[descriptor], connection.input.suffix(4) == Array("\r\n\r\n".utf8)[...] else {
            return
        }
        requests.append(HTTPTestRequest(connection: connection.number, head: connection.input))
        let answer = script[min(requests.count, script.count) - 1]
        connections[descriptor]?.input = []
        connections[descriptor]?.output = answer.bytes[...]
        connections[descriptor]?.ending = answer.ending
        write(to: descriptor)
    }

    private func write(to descriptor: Descriptor) {
        while let connection = connections[descriptor], !connection.output.isEmpty {
            switch connection.output.withUnsafeBytes({ sockets.write(descriptor, $0) }) {
            case .wrote(let count): connections[descriptor]?.output.removeFirst(count)
            case .wouldBlock: return sockets.watch(descriptor, for: [.reading, .writing], receiver: self)
            case .failed, .timedOut: return close(descriptor)
            }
        }
        switch connections[descriptor]?.ending {
        case .stay: sockets.watch(descriptor, for: .reading, receiver: self)
        case .close: close(descriptor)
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            close(descriptor)
        case nil: break
        }
    }

    private func close(_ descriptor: Descriptor) {
        connections[descriptor] = nil
        closedCount += 1
        sockets.close(descriptor)
    }
}

/// Runs `body` with a server that follows a script and a client, both on a loop of their own.
func withServer<Value: Sendable>(
    _ script: [HTTPTestAnswer], proxies: HTTPClient.Proxies = .none,
    _ body: (HTTPTestServer, HTTPClient) async throws -> Value
) async throws -> Value {
    let loop = try EventLoop()
    let server = try HTTPTestServer(loop: loop, script: script)
    let thread = try loop.runOnThread()
    await server.start()
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(server, HTTPClient(loop: loop, proxies: proxies)))
    } catch {
        result = .failure(error)
    }
    // The client is gone; this job on the loop comes after the one that frees its handles.
    await server.stop()
    loop.stop()
    thread.join()
    return try result.get()
}

/// A port that nobody listens on and nobody else can get.
struct RefusingPort: ~Copyable {
    private let descriptor: Int32
    let number: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        self.descriptor = descriptor
        number = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { throw SocketError(step: .bind, number: errno) }
    }

    deinit { close(descriptor) }
}

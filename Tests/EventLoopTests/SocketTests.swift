import EventLoop
import Glibc
import Synchronization
import Testing

/// A plain blocking client.
private struct Client {
    let descriptor: Int32

    init(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    func send(_ text: String) { _ = text.withCString { Glibc.send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) } }

    /// What comes until the other side ends, or `limit` bytes.
    func read(limit: Int = 1 << 20) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = recv(descriptor, &buffer, min(buffer.count, limit - bytes.count), 0)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    func close() { Glibc.close(descriptor) }
}

/// Accepts connections and sends back what they say, in capitals of its own: a receiver that uses every outcome.
private final class Echo: SocketReceiver {
    let sockets: SystemSockets
    let listener: Descriptor
    let onPeer: (PeerAddress) -> Void
    private var pending: [Descriptor: ArraySlice<UInt8>] = [:]

    init(loop: EventLoop, listener: Descriptor, onPeer: @escaping (PeerAddress) -> Void) {
        sockets = SystemSockets(loop: loop)
        self.listener = listener
        self.onPeer = onPeer
        sockets.watch(listener, for: .reading, receiver: self)
    }

    func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        if descriptor == listener {
            while case .connection(let peer, let address) = sockets.accept(listener) {
                onPeer(address)
                sockets.watch(peer, for: .reading, receiver: self)
            }
            return
        }
        if readiness.contains(.reading) { receive(descriptor) }
        if readiness.contains(.writing) { flush(descriptor) }
    }

    private func receive(_ descriptor: Descriptor) {
        let (outcome, bytes) = withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) { buffer in
            let outcome = sockets.read(descriptor, into: buffer)
            if case .bytes(let count) = outcome { return (outcome, Array(buffer[..<count])) }
            return (outcome, [UInt8]())
        }
        switch outcome {
        case .bytes:
            // Each byte a thousandfold, so that the kernel cannot take it all at once.
            pending[descriptor, default: []] += bytes.flatMap { [UInt8](repeating: $0, count: 100_000) }
            flush(descriptor)
        case .ended where pending[descriptor, default: []].isEmpty:
            sockets.finishWriting(descriptor)
            sockets.close(descriptor)
        case .ended: sockets.watch(descriptor, for: .writing, receiver: self)
        case .failed, .timedOut: sockets.close(descriptor)
        case .wouldBlock: return
        }
    }

    private func flush(_ descriptor: Descriptor) {
        while let rest = pending[descriptor], !rest.isEmpty {
            switch rest.withUnsafeBytes({ sockets.write(descriptor, $0) }) {
            case .wrote(let count): pending[descriptor] = rest.dropFirst(count)
            case .wouldBlock: return sockets.watch(descriptor, for: [.reading, .writing], receiver: self)
            case .failed, .timedOut: return sockets.close(descriptor)
            }
        }
        sockets.watch(descriptor, for: .reading, receiver: self)
    }
}

@Suite struct `Sockets` {
    @Test func `carry bytes both ways, more than the kernel takes at once`() async throws {
        try await withLoop { loop in
            let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
            let peers = Mutex<[PeerAddress]>([])
            let keep = Kept()
            loop.submit {
                let echo = Echo(loop: loop, listener: listening.descriptors[0]) { peer in
                    peers.withLock { $0.append(peer) }
                }
                keep.hold(echo)
            }
            let client = Client(port: listening.port)
            client.send("abc")
            let bytes = client.read(limit: 300_000)
            #expect(bytes.count == 300_000)
            #expect(bytes.first == UInt8(ascii: "a") && bytes.last == UInt8(ascii: "c"))
            client.send("z")
            shutdown(client.descriptor, Int32(SHUT_WR))
            #expect(client.read(limit: 100_000).count == 100_000)
            client.close()
            #expect(peers.withLock { $0 } == [PeerAddress(high: 0, low: 0xFFFF_7F00_0001)])
            await withCheckedContinuation { done in
                loop.submit {
                    keep.release()
                    done.resume()
                }
            }
        }
    }

    @Test func `tell what the kernel holds, and bound it`() throws {
        let loop = try EventLoop()
        let sockets = SystemSockets(loop: loop)
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let client = Client(port: listening.port)
        guard case .connection(let descriptor, _) = sockets.accept(listening.descriptors[0]) else {
            Issue.record("nobody to accept")
            return
        }
        #expect(sockets.accept(listening.descriptors[0]) == .none)
        sockets.prepareStream(descriptor, limits: StreamSocketLimits())
        var small: Int32 = 4_096
        setsockopt(client.descriptor, SOL_SOCKET, SO_RCVBUF, &small, socklen_t(MemoryLayout<Int32>.size))
        let bytes = [UInt8](repeating: 65, count: 100_000)
        var total = 0
        var outcome = WriteOutcome.wrote(0)
        for _ in 0..<1_000 {
            outcome = bytes.withUnsafeBytes { sockets.write(descriptor, $0) }
            guard case .wrote(let count) = outcome else { break }
            total += count
        }
        #expect(outcome == .wouldBlock)
        let queued = try #require(sockets.queued(descriptor))
        #expect(queued > 0 && queued <= 65_536)
        #expect(total >= queued)
        client.close()
        sockets.close(descriptor)
        sockets.close(listening.descriptors[0])
        #expect(sockets.queued(descriptor) == nil)
    }

    @Test func `fail to write to a peer that is gone, without a signal`() throws {
        let sockets = SystemSockets(loop: try EventLoop())
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let client = Client(port: listening.port)
        guard case .connection(let descriptor, _) = sockets.accept(listening.descriptors[0]) else {
            Issue.record("nobody to accept")
            return
        }
        client.close()
        let outcomes = (0..<100).map { _ in [65 as UInt8].withUnsafeBytes { sockets.write(descriptor, $0) } }
        #expect(outcomes.contains(.failed))
        sockets.close(descriptor)
        #expect(sockets.accept(999_999) == .failed)
        sockets.close(listening.descriptors[0])
    }
}

/// Keeps one object of a loop alive; it is touched on that loop only.
private final class Kept: Sendable {
    private let address = Atomic<UInt>(0)

    func hold(_ object: AnyObject) {
        address.store(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), ordering: .relaxed)
    }

    func release() {
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else { return }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
}

@Suite struct `Listening` {
    @Test func `shares a free port between loops`() throws {
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 3)
        #expect(listening.port > 0)
        #expect(Set(listening.descriptors).count == 3)
        for descriptor in listening.descriptors { Glibc.close(descriptor) }
    }

    @Test func `says so when the port is taken, even by one that shares`() throws {
        let first = try ListeningSockets(host: "127.0.0.1", port: 0, count: 2)
        let error = #expect(throws: SocketError.self) {
            try ListeningSockets(host: "127.0.0.1", port: first.port, count: 2)
        }
        #expect(error?.step == .bind)
        #expect(error?.description == "cannot listen: Address already in use")
        for descriptor in first.descriptors { Glibc.close(descriptor) }
    }

    @Test(arguments: ["localhost", "", "1.2.3", "::g", "127.0.0.1:80"])
    func `takes numeric addresses only`(host: String) {
        let error = #expect(throws: SocketError.self) { try ListeningSockets(host: host, port: 0, count: 1) }
        #expect(error?.description == "not a numeric address")
    }

    @Test func `takes IPv6`() throws {
        let listening: ListeningSockets
        do throws(SocketError) {
            listening = try ListeningSockets(host: "::1", port: 0, count: 2)
        } catch {
            // A machine may have no IPv6; anything else is a fault.
            #expect([EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.number))
            return
        }
        #expect(listening.port > 0)
        for descriptor in listening.descriptors { Glibc.close(descriptor) }
    }

    @Test func `cannot bind an address that is not this machine's`() {
        let error = #expect(throws: SocketError.self) { try ListeningSockets(host: "192.0.2.1", port: 0, count: 1) }
        #expect(error?.step == .bind && error?.number == EADDRNOTAVAIL)
    }
}

@Suite struct `Sockets that were passed` {
    private static func isNonblocking(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0 }

    @Test func `are one for each loop, of the same queue`() throws {
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let original = listening.descriptors[0]
        // As a service manager passes them.
        _ = fcntl(original, F_SETFL, fcntl(original, F_GETFL) & ~O_NONBLOCK)
        let passed = try PassedSockets([original], count: 3)
        #expect(passed.addresses == ["127.0.0.1:\(listening.port)"])
        #expect(passed.descriptors.count == 3 && passed.descriptors.allSatisfy { $0.count == 1 })
        let all = passed.descriptors.flatMap { $0 }
        #expect(Set(all).count == 3 && all[0] == original)
        #expect(all.allSatisfy(Self.isNonblocking))
        let sockets = SystemSockets(loop: try EventLoop())
        let clients = (0..<3).map { _ in Client(port: listening.port) }
        for descriptor in all {
            guard case .connection(let connection, _) = sockets.accept(descriptor) else {
                Issue.record("nobody to accept on \(descriptor)")
                continue
            }
            Glibc.close(connection)
        }
        #expect(all.allSatisfy { sockets.accept($0) == .none })
        for client in clients { client.close() }
        // A loop that closes its own leaves the others theirs.
        Glibc.close(all[0])
        let late = Client(port: listening.port)
        if case .connection(let connection, _) = sockets.accept(all[2]) {
            Glibc.close(connection)
        } else {
            Issue.record("the queue is gone")
        }
        late.close()
        for descriptor in all.dropFirst() { Glibc.close(descriptor) }
    }

    @Test func `may be several, of several kinds`() throws {
        let first = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        // A machine may have no IPv6.
        let second =
            try (try? ListeningSockets(host: "::1", port: 0, count: 1))
            ?? ListeningSockets(host: "127.0.0.2", port: 0, count: 1)
        let passed = try PassedSockets([first.descriptors[0], second.descriptors[0]], count: 2)
        #expect(passed.descriptors.map(\.count) == [2, 2])
        #expect(passed.addresses[0] == "127.0.0.1:\(first.port)")
        #expect(["[::1]:\(second.port)", "127.0.0.2:\(second.port)"].contains(passed.addresses[1]))
        for descriptor in passed.descriptors.joined() { Glibc.close(descriptor) }
    }
}

@Suite struct `Signals` {
    /// One test for all of it: libevent gives a process's signals to the loop that asked last (event_base(3)).
    @Test func `come as calls on the loop, which is kept as long as somebody listens`() async throws {
        var kept: EventLoop? = try EventLoop()
        weak let observed = kept
        var watch = kept.map { SignalWatch([.hangUp], on: $0) { _ in } }
        kept = nil
        #expect(watch != nil && observed != nil)
        watch = nil
        #expect(observed == nil)
        try await withLoop { loop in
            let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self)
            let keep = Kept()
            await withCheckedContinuation { ready in
                loop.submit {
                    keep.hold(SignalWatch([.hangUp], on: loop) { continuation.yield($0) })
                    ready.resume()
                }
            }
            kill(getpid(), SIGHUP)
            for await number in numbers {
                #expect(number == SIGHUP)
                break
            }
            await withCheckedContinuation { done in
                loop.submit {
                    keep.release()
                    done.resume()
                }
            }
        }
        #expect(SignalWatch.Signal.terminate.number == SIGTERM && SignalWatch.Signal.interrupt.number == SIGINT)
    }
}

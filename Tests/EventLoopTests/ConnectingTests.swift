import EventLoop
import Glibc
import Testing

@Suite struct `Connecting` {
    private func port(of listening: ListeningSockets) throws -> SocketAddress {
        try #require(SocketAddress(host: "127.0.0.1", port: listening.port))
    }

    @Test func `comes from the address that is given`() throws {
        let sockets = SystemSockets(loop: try EventLoop())
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let source = SocketAddress(host: "127.0.0.77", port: 0)
        guard case .begun(let client) = sockets.connect(to: try port(of: listening), from: source),
            case .connection(let server, let peer) = sockets.accept(listening.descriptors[0])
        else {
            Issue.record("no connection")
            return
        }
        #expect(peer == PeerAddress(high: 0, low: 0xFFFF_7F00_004D))
        #expect(sockets.connectFailure(client) == nil)
        #expect([7 as UInt8].withUnsafeBytes { sockets.write(client, $0) } == .wrote(1))
        for descriptor in [client, server, listening.descriptors[0]] { sockets.close(descriptor) }
        #expect(sockets.connectFailure(999_999) == "Bad file descriptor")
    }

    @Test func `fails with the system's words where nobody listens`() throws {
        let sockets = SystemSockets(loop: try EventLoop())
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        sockets.close(listening.descriptors[0])
        switch sockets.connect(to: try port(of: listening), from: nil) {
        case .failed(let reason): #expect(reason == "Connection refused")
        case .begun(let client):
            var waiting = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            #expect(poll(&waiting, 1, 5_000) == 1)
            #expect(sockets.connectFailure(client) == "Connection refused")
            sockets.close(client)
        }
    }

    @Test func `fails from an address that is not this machine's, and keeps no descriptor`() throws {
        let sockets = SystemSockets(loop: try EventLoop())
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let source = SocketAddress(host: "192.0.2.1", port: 0)
        let before = dup(0)
        close(before)
        #expect(
            sockets.connect(to: try port(of: listening), from: source) == .failed("Cannot assign requested address"))
        #expect(sockets.connect(to: try #require(SocketAddress(host: "::1", port: 1)), from: source) != .begun(before))
        sockets.close(listening.descriptors[0])
    }

    @Test(arguments: ["localhost", "", "127.0.0.1:80"])
    func `takes addresses in figures only`(host: String) {
        #expect(SocketAddress(host: host, port: 1) == nil)
    }
}

import EventLoop
import TestSupport

@testable import HTTPServer

/// Answers as the test says, and remembers what it was asked; without instructions it answers with the path.
final class ScriptedHandler: RequestHandler {
    private(set) var requests: [Request] = []
    var reply: (Request) -> Answer = { .response(Response(status: 200, body: Array($0.path.utf8))) }

    func answer(_ request: Request) -> Answer {
        requests.append(request)
        return reply(request)
    }

    func refuse(_ problem: Problem) -> Response { problem.response() }
}

/// A server over simulated sockets whose time stands still until it is moved.
final class ServerHarness {
    private final class Time {
        var now = Duration.seconds(1_000)
    }

    let sockets: SimulatedSockets
    let handler = ScriptedHandler()
    let closer: PoliteCloser
    let server: HTTPServer
    private(set) var exhaustions = 0
    private let time = Time()

    /// - Parameter faults: what goes wrong in the sockets.
    init(limits: ConnectionLimits = ConnectionLimits(), faults: SocketFaults? = nil) {
        let time = time
        sockets = faults?.sockets ?? SimulatedSockets()
        let all: any Sockets = faults ?? sockets
        closer = PoliteCloser(sockets: all) { time.now }
        server = HTTPServer(sockets: all, closer: closer, handler: handler, limits: limits) { time.now }
        server.date = "Thu, 15 Jan 2026 00:00:00 GMT"
        server.onExhaustion = { [unowned self] in exhaustions += 1 }
        server.accept(on: SimulatedSockets.listener)
    }

    /// A connection that has been accepted.
    func connect() -> SimulatedSockets.Peer {
        let peer = sockets.connect()
        sockets.deliver()
        return peer
    }

    /// A connection that has sent this much.
    func connect(sending text: String) -> SimulatedSockets.Peer {
        let peer = connect()
        send(text, from: peer)
        return peer
    }

    func send(_ text: String, from peer: SimulatedSockets.Peer) {
        peer.send(text)
        sockets.deliver()
    }

    /// Lets time pass in one step, and what is due happen.
    func advance(by duration: Duration) {
        time.now += duration
        server.sweep()
        closer.sweep()
        sockets.deliver()
    }

    /// Bytes of this connection that the server has read and not answered yet.
    func pendingInput(of peer: SimulatedSockets.Peer) -> Int? {
        server.connections[peer.descriptor]?.input.count
    }
}

/// Sockets of which some calls fail, as a network's do.
final class SocketFaults: Sockets {
    let sockets = SimulatedSockets()
    /// Connections that were gone before they could be accepted.
    var failingAccepts = 0
    /// Reads of these fail.
    var broken: Set<Descriptor> = []

    func accept(_ listener: Descriptor) -> AcceptOutcome {
        guard failingAccepts > 0 else { return sockets.accept(listener) }
        failingAccepts -= 1
        return .failed
    }

    func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        broken.contains(descriptor) ? .failed : sockets.read(descriptor, into: buffer)
    }

    func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        sockets.write(descriptor, bytes)
    }

    func queued(_ descriptor: Descriptor) -> Int? { sockets.queued(descriptor) }
    func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits) {}
    func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver) {
        sockets.watch(descriptor, for: readiness, receiver: receiver)
    }
    func unwatch(_ descriptor: Descriptor) { sockets.unwatch(descriptor) }
    func finishWriting(_ descriptor: Descriptor) { sockets.finishWriting(descriptor) }
    func close(_ descriptor: Descriptor) { sockets.close(descriptor) }
}

package import EventLoop

/// HTTP/1.x on one loop: accepts, reads heads, asks the handler, writes answers, keeps time.
///
/// Make it and use it on its loop only; call ``sweep()`` a few times a second.
package final class HTTPServer: SocketReceiver {
    let sockets: any Sockets
    let closer: PoliteCloser
    let limits: ConnectionLimits
    let proxies: TrustedProxies
    let now: () -> Duration
    /// The `Date` of answers, renewed each second by whoever turns the server (RFC 9110 6.6.1).
    package var date = ""
    package internal(set) var counts = HTTPCounts()
    /// Called at the first pause of a shortage; the next is another one only after ``ConnectionLimits/calmTime``.
    package var onExhaustion: () -> Void = {}

    unowned let handler: any RequestHandler
    private var listeners: [Descriptor] = []
    private var resumesAcceptingAt: Duration?
    private var lastPause: Duration?
    var connections: [Descriptor: HTTPConnection] = [:]

    /// - Parameters:
    ///   - handler: not kept alive.
    ///   - now: monotonic time.
    package init(
        sockets: any Sockets, closer: PoliteCloser, handler: any RequestHandler,
        limits: ConnectionLimits = ConnectionLimits(), proxies: TrustedProxies = TrustedProxies(),
        now: @escaping () -> Duration
    ) {
        self.sockets = sockets
        self.closer = closer
        self.handler = handler
        self.limits = limits
        self.proxies = proxies
        self.now = now
    }

    /// Accepts from this listener too.
    package func accept(on listener: Descriptor) {
        listeners.append(listener)
        sockets.watch(listener, for: .reading, receiver: self)
    }

    /// Closes the listeners and idle connections; answers under way are finished.
    package func stopAccepting() {
        for listener in listeners { sockets.close(listener) }
        listeners = []
        for connection in connections.values where connection.output.isEmpty { drop(connection) }
        for connection in connections.values { connection.closesAfterOutput = true }
    }

    package func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        if listeners.contains(descriptor) { return acceptWaiting(on: descriptor) }
        guard let connection = connections[descriptor] else { return }
        if readiness.contains(.writing) {
            flush(connection)
            process(connection)
        }
        if readiness.contains(.reading), connections[descriptor] != nil { receive(connection) }
    }

    /// A bounded number at a time, so that connected clients are served in between.
    private func acceptWaiting(on listener: Descriptor) {
        for _ in 0..<64 {
            switch sockets.accept(listener) {
            case .connection(let descriptor, let peer):
                counts.accepted += 1
                connections[descriptor] = HTTPConnection(
                    descriptor: descriptor, peer: peer, limits: limits.head, deadline: now() + limits.headTime)
                sockets.watch(descriptor, for: .reading, receiver: self)
            case .failed: continue
            case .none: return
            case .exhausted: return pauseAccepting()
            }
        }
    }

    private func pauseAccepting() {
        let now = now()
        counts.pauses += 1
        if lastPause.map({ now - $0 >= limits.calmTime }) ?? true { onExhaustion() }
        lastPause = now
        resumesAcceptingAt = now + limits.acceptPause
        for listener in listeners { sockets.watch(listener, for: [], receiver: self) }
    }

    /// Ends what has taken too long, and resumes accepting after a pause.
    package func sweep() {
        let now = now()
        if let resume = resumesAcceptingAt, resume <= now {
            resumesAcceptingAt = nil
            for listener in listeners { sockets.watch(listener, for: .reading, receiver: self) }
        }
        for connection in connections.values where connection.deadline <= now { expire(connection) }
    }

    /// Whether there is anything that ``sweep()`` may have to end or to resume.
    package var hasDeadlines: Bool { !connections.isEmpty || resumesAcceptingAt != nil }

    private func expire(_ connection: HTTPConnection) {
        counts.timeouts += 1
        guard connection.output.isEmpty, !connection.input.isEmpty else { return drop(connection) }
        refuse(connection, Problem(status: 408, detail: "The request head was not complete in time."))
    }

    /// Whether no answer is under way.
    package var isIdle: Bool { connections.isEmpty }

    func drop(_ connection: HTTPConnection) {
        connections[connection.descriptor] = nil
        sockets.close(connection.descriptor)
    }
}

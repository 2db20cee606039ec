internal import Broadcasting
internal import EventLoop
internal import HTTPServer
internal import Racing

/// One serving loop as an actor: the thin shell through which other loops talk to its ``LoopService``.
actor Worker {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var service: LoopService?
    private var ticker: SecondTicker?
    private var sweeper: OneShotTimer?

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// What a worker is started with.
    struct Start: Sendable {
        var listeners: [Descriptor]
        var wallClock: SystemWallClock
        var history: CardHistory
        var room: SubscriberRoom
        var settings: RouteSettings
        var streaming: StreamSettings
        var files: StaticFiles
        var index: Int
        var pulses: [LoopPulse]
        var metrics: Metrics
        var seed: UInt64
        var onWatched: @Sendable (Set<BoardQuery>) -> Void
        var onSetBack: @Sendable (Second) -> Void
        var onExhaustion: @Sendable () -> Void
    }

    /// Builds the service on the loop and opens the doors.
    func start(_ start: Start) throws(EventLoopError) {
        let clock = LoopClock(loop: loop)
        let service = LoopService(
            LoopService.Parts(
                sockets: SystemSockets(loop: loop), wallClock: start.wallClock, shift: start.wallClock.offset,
                now: { clock.now.sinceBoot }, history: start.history, room: start.room, settings: start.settings,
                streaming: start.streaming, files: start.files, index: start.index, pulses: start.pulses,
                metrics: start.metrics, seed: start.seed,
                onExhaustion: start.onExhaustion))
        service.onWatched = start.onWatched
        service.onSetBack = start.onSetBack
        self.service = service
        sweeper = OneShotTimer(loop: loop) { [weak self] in self?.assumeIsolated { $0.sweep() } }
        ticker = try SecondTicker(loop: loop, wallClock: start.wallClock) { [weak self] time in
            service.tick(at: time)
            self?.assumeIsolated { $0.sweepSoon(after: .milliseconds(125)) }
        }
        for listener in start.listeners { service.accept(on: listener) }
    }

    private func sweep() {
        service?.sweep()
        sweepSoon(after: .milliseconds(250))
    }

    /// A loop that only has streams wakes up once a second, and no loop sweeps while it sends a frame.
    private func sweepSoon(after delay: Duration) {
        if service?.hasDeadlines ?? false { sweeper?.set(after: delay) }
    }

    func publish(_ history: CardHistory) { service?.publish(history) }

    func replaceFiles(_ files: StaticFiles) { service?.replaceFiles(files) }

    /// Says goodbye to everybody; the loop goes on turning until it is stopped.
    func shutDown() {
        ticker = nil
        service?.shutDown()
        sweepSoon(after: .zero)
    }

    var isDrained: Bool { service?.isDrained ?? true }
}

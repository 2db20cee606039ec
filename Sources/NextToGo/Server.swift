internal import Broadcasting
internal import EventLoop
internal import Feeds
internal import HTTPServer
internal import Racing
internal import ServiceManagement

/// The whole server: workers on their loops, the refresh engine on the main one, and the order in which they end.
actor Server {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let options: Options
    private let log: Log
    private let metrics: Metrics
    private let manager: ServiceManager
    private let service: ServiceLink
    private var workers: [Worker] = []
    private var threads: [LoopThread] = []
    private var signalWatch: SignalWatch?
    private var pulseTicker: SecondTicker?
    /// What was published last.
    private var history: CardHistory?
    private var stateWriter: StateWriter?
    private var cluster: ClusterLink?
    private var isEnding = false

    init(loop: EventLoop, options: Options, log: Log, manager: ServiceManager) {
        self.loop = loop
        self.options = options
        self.log = log
        self.manager = manager
        service = ServiceLink(manager, log: log)
        metrics = Metrics(loops: options.threads)
    }

    /// Serves until a signal ends it; returns the process's exit status.
    func run() async -> Int32 {
        do {
            let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
            signalWatch = watchSignals(continuation)
            let engine = try await open()
            service.tell(.ready)
            await serve(engine, signals)
            return 0
        } catch {
            let reason = Self.explain(error)
            log(.error, reason)
            service.tell(.status(reason))
            return 1
        }
    }

    private static func explain(_ error: any Error) -> String {
        switch error {
        case let error as FeedFileError: error.message
        case let error as PublicFolder.Failure: error.message
        case let error as SocketError: error.description
        case let error as ServiceManagerError: error.clause
        case EventLoopError.noBase: "no descriptors are left for an event loop"
        case EventLoopError.noThread(let number): "no thread for an event loop: error \(number)"
        default: "\(error)"
        }
    }

    /// Everything up to the line that says so.
    private func open() async throws -> RefreshEngine<LoopClock> {
        let limit = DescriptorLimit.raise()
        let system = SystemWallClock()
        let wiring = try FeedWiring(options, at: Second(system.wallTime.seconds), on: loop)
        let wallClock = SystemWallClock(offset: wiring.shift)
        let files = try readFiles()
        let doors = try openDoors()
        let history = try beginState(wiring, at: Second(wallClock.wallTime.seconds))
        let engine = try joinCluster(wiring, history, wallClock)
        let room = SubscriberRoom(
            limit: subscriberLimit(within: limit), limitPerAddress: options.maxPerAddress)
        try await startWorkers(doors.listeners, engine, history, wallClock, room, files)
        cluster?.begin()
        if wiring.shift != 0 {
            log(.info, "the clock is shifted: it is now \(Second(wallClock.wallTime.seconds).rfc3339)")
        }
        log(.info, "listening on " + doors.addresses.map { "http://\($0)" }.joined(separator: " and "))
        return engine
    }

    /// For each loop what it accepts from: sockets of its own, or those that the service manager has opened.
    private func openDoors() throws -> (listeners: [[Descriptor]], addresses: [String]) {
        let passed = try manager.passedSockets()
        guard passed.isEmpty else {
            let sockets = try PassedSockets(passed, count: options.threads)
            return (sockets.descriptors, sockets.addresses)
        }
        do throws(SocketError) {
            let sockets = try ListeningSockets(host: options.host, port: options.port, count: options.threads)
            return (sockets.descriptors.map { [$0] }, [address(sockets.port)])
        } catch {
            let reason = [error.reason, "(\(address(options.port)))"].filter { !$0.isEmpty }.joined(separator: " ")
            throw SocketError(step: error.step, number: error.number, reason: reason)
        }
    }

    /// What was asked for, as far as there are descriptors: beyond them a client would wait without an answer.
    private func subscriberLimit(within descriptors: Int) -> Int {
        let possible = DescriptorLimit.subscribers(within: descriptors, threads: options.threads)
        guard let wanted = options.maxSubscribers, wanted <= possible else {
            if options.maxSubscribers != nil {
                log(.warning, "--max-subscribers is \(possible): the limit is \(descriptors) descriptors")
            }
            return possible
        }
        return wanted
    }

    private func address(_ port: UInt16) -> String {
        options.host.contains(":") ? "[\(options.host)]:\(port)" : "\(options.host):\(port)"
    }

    private func readFiles() throws(PublicFolder.Failure) -> StaticFiles {
        if let folder = options.publicFolder { return try PublicFolder.read(folder) }
        if let folder = PublicFolder.find(from: PublicFolder.binary, workingFolder: PublicFolder.workingFolder) {
            return try PublicFolder.read(folder)
        }
        log(.warning, "no public folder was found: there is no page, only streams")
        return StaticFiles()
    }

    /// The engine, and with `--redis` the node that tells it whether to poll.
    private func joinCluster(
        _ wiring: FeedWiring, _ history: CardHistory, _ wallClock: SystemWallClock
    ) throws -> RefreshEngine<LoopClock> {
        guard let address = options.redis else { return makeEngine(wiring, history, wallClock, sharing: nil) }
        let parts = ClusterLink.Parts(
            address: address, feed: options.feedIdentity, rules: history.rules, origin: wiring.origin,
            wallClock: wallClock, nodeID: String(UInt64.random(in: 0...UInt64.max), radix: 16))
        let (link, engine) = try ClusterLink.make(parts, metrics: metrics, log: log, main: loop) {
            makeEngine(wiring, history, wallClock, sharing: $0)
        }
        cluster = link
        return engine
    }

    private func makeEngine(
        _ wiring: FeedWiring, _ history: CardHistory, _ wallClock: SystemWallClock, sharing: HistorySharing?
    ) -> RefreshEngine<LoopClock> {
        let (pollLog, metrics) = (PollLog(log: log), metrics)
        let clock = LoopClock(loop: loop)
        return RefreshEngine(
            source: wiring.source, history: history,
            plan: PollPlan(interval: options.poll, seed: UInt64.random(in: 0...UInt64.max)),
            clock: clock, wallClock: wallClock, executor: loop,
            publish: { [weak self] history in
                self?.assumeIsolated { server in
                    server.history = history
                    server.stateWriter?.keep(history)
                    for worker in server.workers {
                        worker.loop.submit { worker.assumeIsolated { $0.publish(history) } }
                    }
                }
            },
            report: { report in
                metrics.count(report)
                pollLog(report, at: clock.now.sinceBoot)
            }, sharing: sharing)
    }

    /// The history to begin with: what an earlier process kept, or nothing.
    private func beginState(_ wiring: FeedWiring, at second: Second) throws -> CardHistory {
        let rules = CardHistory.Rules(hideAfter: options.hideAfter, pollInterval: options.poll)
        var kept: CardHistory?
        if let path = options.stateFolder {
            let folder = StateFolder(path: path)
            kept = KeptState.read(
                folder, feed: options.feedIdentity, rules: rules, origin: wiring.origin, at: second, log: log)
            stateWriter = try StateWriter(folder, feed: options.feedIdentity, metrics: metrics, log: log)
        }
        let history = kept ?? CardHistory(startingAt: second, rules: rules, origin: wiring.origin)
        self.history = history
        return history
    }

    private func startWorkers(
        _ listeners: [[Descriptor]], _ engine: RefreshEngine<LoopClock>, _ history: CardHistory,
        _ wallClock: SystemWallClock, _ room: SubscriberRoom, _ files: StaticFiles
    ) async throws {
        let (loop, log, metrics) = (loop, log, metrics)
        let clock = LoopClock(loop: loop)
        let shortage = ShortageLog(log: log)
        let names = listeners.indices.map { "serving \($0 + 1)" } + ["feed"]
        let pulses = names.map { LoopPulse(name: $0, now: clock.now.sinceBoot) }
        let feedPulse = pulses[pulses.count - 1]
        pulseTicker = try SecondTicker(loop: loop, wallClock: wallClock, phase: 500_000_000) { [weak self] time in
            let now = clock.now.sinceBoot
            feedPulse.beat(at: now)
            self?.assumeIsolated { $0.tellManager(pulses, room, Second(time.seconds), at: now) }
        }
        for (index, listeners) in listeners.enumerated() {
            let worker = Worker(loop: try EventLoop())
            threads.append(try worker.loop.runOnThread())
            workers.append(worker)
            try await worker.start(
                Worker.Start(
                    listeners: listeners, wallClock: wallClock, history: history, room: room,
                    settings: RouteSettings(count: options.count, allowOrigins: options.allowOrigins),
                    streaming: StreamSettings(options), files: files, index: index, pulses: pulses, metrics: metrics,
                    seed: UInt64.random(in: 0...UInt64.max),
                    onWatched: { boards in
                        loop.submit { engine.assumeIsolated { $0.watch(boards, on: index) } }
                    },
                    onSetBack: { second in
                        log(.warning, "the wall clock was set back: it is now \(second.rfc3339)")
                        loop.submit { engine.assumeIsolated { $0.wallClockWasSetBack(to: second) } }
                    },
                    onExhaustion: { shortage.tell(at: clock.now.sinceBoot) }))
        }
    }

    /// - Parameter now: monotonic time.
    private func tellManager(_ pulses: [LoopPulse], _ room: SubscriberRoom, _ second: Second, at now: Duration) {
        guard let history else { return }
        // A server that says goodbye has loops without seconds.
        let turning = isEnding ? pulses.suffix(1) : pulses[...]
        service.beat(
            turning, at: now,
            status: ServiceLink.status(
                streams: room.count, limit: room.limit, feed: history.origin.source,
                state: history.feedStatus(at: second).state))
    }

    /// The engine polls until a signal comes; then everybody is told goodbye.
    private func serve(_ engine: RefreshEngine<LoopClock>, _ signals: AsyncStream<Int32>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: loop) { await engine.run() }
            for await signal in signals {
                if signal != SignalWatch.Signal.hangUp.number { break }
                await reloadFiles()
            }
            group.cancelAll()
            await shutDown()
        }
    }

    private func reloadFiles() async {
        service.tell(.reloading(at: LoopClock(loop: loop).now.sinceBoot))
        defer { service.tell(.ready) }
        do {
            let files = try readFiles()
            for worker in workers { await worker.replaceFiles(files) }
            log(.info, "the public folder was read again")
        } catch {
            log(.error, "\(error.message); the page stays as it was")
        }
    }

    private func shutDown() async {
        log(.info, "shutting down")
        isEnding = true
        // Beyond --drain, what a slow disk is granted, and some more.
        service.tell(.stopping(within: .seconds(options.drain + 10)))
        let clock = LoopClock(loop: loop)
        let deadline = clock.now.advanced(by: .seconds(options.drain))
        cluster?.leave()
        if let history { stateWriter?.finish(with: history) }
        for worker in workers { await worker.shutDown() }
        for worker in workers {
            while await !worker.isDrained, clock.now < deadline {
                try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(10)))
            }
        }
        // A healthy disk takes milliseconds, which are granted also when nobody is waited for.
        let stateDeadline = max(deadline, clock.now.advanced(by: .seconds(1)))
        while !(stateWriter?.isFinished ?? true && cluster?.isGone ?? true), clock.now < stateDeadline {
            try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(10)))
        }
        if let stateWriter, stateWriter.isFinished { stateWriter.join() }
        if let cluster, cluster.isGone { cluster.join() }
        for worker in workers { worker.loop.stop() }
        for thread in threads { thread.join() }
        pulseTicker = nil
    }

    /// The first signal ends the server in good order, a second one at once.
    private func watchSignals(_ continuation: AsyncStream<Int32>.Continuation) -> SignalWatch {
        var isEnding = false
        return SignalWatch([.terminate, .interrupt, .hangUp], on: loop) { number in
            if number != SignalWatch.Signal.hangUp.number {
                if isEnding { ProcessExit.now(128 + number) }
                isEnding = true
            }
            continuation.yield(number)
        }
    }
}

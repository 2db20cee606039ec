internal import Cluster
internal import EventLoop
internal import Feeds
internal import Racing
internal import Synchronization

/// This process as a node of a cluster: the node on a thread of its own, and its ties to the engine.
final class ClusterLink: Sendable {
    private let loop: EventLoop
    private let thread: LoopThread
    private let node: ClusterNode<LoopClock>
    private let place: EnginePlace
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let hasLeft = Atomic(false)

    /// Seconds between publishing and holding, beyond what one node needs: a second for a turn of the slowest node and
    /// the way there, and one for clocks that differ.
    static let lead = 2

    private init(loop: EventLoop, thread: LoopThread, node: ClusterNode<LoopClock>, place: EnginePlace) {
        self.place = place
        self.loop = loop
        self.thread = thread
        self.node = node
    }

    /// Joins the others; when there is somebody to hear what they say.
    func begin() {
        let node = node
        task.withLock { $0 = Task.detached(executorPreference: loop) { await node.run() } }
    }

    /// What the parts of a cluster have to know before there is an engine.
    struct Parts {
        var address: RedisAddress
        var feed: String
        var rules: CardHistory.Rules
        var origin: FeedOrigin
        var wallClock: SystemWallClock
        var nodeID: String
    }

    /// Starts the thread; the node waits for ``begin()``.
    ///
    /// - Parameters:
    ///   - engine: made with the sharing that it is given; it lives on `main`.
    static func make(
        _ parts: Parts, metrics: Metrics, log: Log, main: EventLoop,
        engine makeEngine: (HistorySharing) -> RefreshEngine<LoopClock>
    ) throws(EventLoopError) -> (ClusterLink, RefreshEngine<LoopClock>) {
        let loop = try EventLoop()
        let clusterLog = ClusterLog(log: log, server: parts.address.shown)
        metrics.cluster.begin()
        let place = EnginePlace()
        let need = Need()
        let node = ClusterNode(
            settings: ClusterSettings(
                nodeID: parts.nodeID, feed: parts.feed, rules: parts.rules, origin: parts.origin,
                password: parts.address.password, database: parts.address.database,
                seed: UInt64.random(in: 0...UInt64.max)),
            clock: LoopClock(loop: loop), wallClock: parts.wallClock, executor: loop,
            hooks: ClusterHooks(
                setRole: { role, rest in
                    let duty = duty(of: role)
                    let rest = rest.map { FeedRest(time: $0.time, failures: $0.failures) }
                    main.submit { place.engine?.assumeIsolated { $0.setDuty(duty, rest: rest) } }
                },
                adopt: { history, from in await place.engine?.adopt(history, from: from) ?? false },
                report: { report in
                    metrics.cluster.count(report)
                    clusterLog(report)
                },
                need: { need.value.load(ordering: .relaxed) },
                setOthersNeed: { number in
                    let need = BoardNeed(rawValue: number) ?? .nothing
                    main.submit { place.engine?.assumeIsolated { $0.setOthersNeed(need) } }
                }),
            transport: { RedisConnection(parts.address, loop: loop) })
        let engine = makeEngine(
            HistorySharing(
                lead: lead,
                tellRest: { await node.leaveAlone(for: $0.time, failures: $0.failures) },
                tellNeed: { need.value.store($0.rawValue, ordering: .relaxed) }
            ) { history, from in
                switch await node.share(history, from: from) {
                case .shared: .shared
                case .alone: .alone
                case .refused: .refused
                }
            })
        place.set(engine)
        return (ClusterLink(loop: loop, thread: try loop.runOnThread(), node: node, place: place), engine)
    }

    private static func duty(of role: NodeRole) -> PollDuty {
        switch role {
        case .joining, .following: .none
        case .alone: .forItself
        case .polling: .forAll
        }
    }

    /// What the boards lack that are watched here, as the engine said last.
    private final class Need: Sendable {
        let value = Atomic(0)
    }

    /// Where the node finds the engine, which is made after it; empty again at the end, for each holds the other.
    private final class EnginePlace: Sendable {
        private let place = Mutex<RefreshEngine<LoopClock>?>(nil)
        var engine: RefreshEngine<LoopClock>? { place.withLock { $0 } }
        func set(_ engine: RefreshEngine<LoopClock>?) { place.withLock { $0 = engine } }
    }

    /// Gives the lease back soon, and ends the thread.
    func leave() {
        let task = task.withLock { $0 }
        task?.cancel()
        Task.detached(executorPreference: loop) { [self] in
            await task?.value
            await node.leave()
            place.set(nil)
            hasLeft.store(true, ordering: .releasing)
            loop.stop()
        }
    }

    /// Whether the others know, or could not be told.
    var isGone: Bool { hasLeft.load(ordering: .acquiring) }

    /// Waits for the thread's end; once, when it ``isGone``.
    func join() { thread.join() }
}

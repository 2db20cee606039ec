import Broadcasting
import EventLoop
import Feeds
import HTTPServer
import Racing
import ServerSentEvents
import Synchronization
import TestSupport

@testable import Cluster

/// One node of a simulated cluster: its engine, its link, and a loop with one client.
final class SimulatedNode {
    let name: String
    private(set) var broadcaster: Broadcaster
    private let sockets = SimulatedSockets()
    private let closer: PoliteCloser
    private let engine: RefreshEngine<ManualClock>
    private let node: ClusterNode<ManualClock>
    private let box = Box()
    private var tasks: [Task<Void, Never>] = []
    private var peer: SimulatedSockets.Peer
    private var reader = StreamReader()
    private var read = 0

    private final class Box: Sendable {
        let published = Mutex<[CardHistory]>([])
        let role = Mutex<NodeRole?>(nil)
        let engine = Mutex<RefreshEngine<ManualClock>?>(nil)
        let need = Mutex(0)
    }

    init(
        _ name: String, redis: ModelRedis, feed: any FeedSource, clock: ManualClock, executor: ManualExecutor,
        seed: UInt64
    ) {
        self.name = name
        let second = Second(clock.wallTime.seconds)
        let rules = CardHistory.Rules(hideAfter: 60, pollInterval: 5)
        let origin = FeedOrigin(source: .demo, clock: .system)
        let history = CardHistory(startingAt: second, rules: rules, origin: origin)
        let box = box
        let node = ClusterNode(
            settings: ClusterSettings(
                nodeID: name, feed: "demo", rules: rules, origin: origin, password: nil, database: 0, seed: seed),
            clock: clock, wallClock: clock, executor: executor,
            hooks: ClusterHooks(
                setRole: { role, rest in
                    box.role.withLock { $0 = role }
                    let duty: PollDuty =
                        switch role {
                        case .joining, .following: .none
                        case .alone: .forItself
                        case .polling: .forAll
                        }
                    let engine = box.engine.withLock { $0 }
                    let rest = rest.map { FeedRest(time: $0.time, failures: $0.failures) }
                    Task.detached(executorPreference: executor) { await engine?.setDuty(duty, rest: rest) }
                },
                adopt: { history, from in await box.engine.withLock { $0 }?.adopt(history, from: from) ?? false },
                report: { _ in },
                need: { box.need.withLock { $0 } },
                setOthersNeed: { number in
                    let engine = box.engine.withLock { $0 }
                    let need = BoardNeed(rawValue: number) ?? .nothing
                    Task.detached(executorPreference: executor) { await engine?.setOthersNeed(need) }
                }),
            transport: { ModelTransport(node: name, redis: redis, clock: clock) })
        self.node = node
        let engine = RefreshEngine(
            source: feed, history: history, plan: PollPlan(interval: 5, seed: seed), clock: clock, wallClock: clock,
            executor: executor, publish: { history in box.published.withLock { $0.append(history) } },
            report: { _ in },
            sharing: HistorySharing(
                lead: 2, tellRest: { await node.leaveAlone(for: $0.time, failures: $0.failures) },
                tellNeed: { need in box.need.withLock { $0 = need.rawValue } }
            ) { history, from in
                switch await node.share(history, from: from) {
                case .shared: .shared
                case .alone: .alone
                case .refused: .refused
                }
            })
        self.engine = engine
        box.engine.withLock { $0 = engine }
        closer = PoliteCloser(sockets: sockets) { .zero }
        broadcaster = Broadcaster(
            sockets: sockets, closer: closer, history: history, second: second,
            room: SubscriberRoom(limit: 9, limitPerAddress: 0), seed: seed)
        peer = sockets.accepted()
        broadcaster.subscribe(
            peer.descriptor, StreamQuery(), for: PeerAddress(high: 0, low: 1), head: Array("HEAD\r\n\r\n".utf8),
            lastEventID: nil)
        tasks = [
            Task.detached(executorPreference: executor) { await engine.run() },
            Task.detached(executorPreference: executor) { await node.run() },
        ]
    }

    var role: NodeRole? { box.role.withLock { $0 } }

    /// Gives the loop what was published, and its second if it has begun.
    func turn(to second: Second) {
        for history in box.published.withLock({ list in
            defer { list = [] }
            return list
        }) {
            broadcaster.publish(history)
        }
        if second > broadcaster.second { broadcaster.advance(to: second) }
        sockets.deliver()
    }

    /// Ends it without a word, as a kill does.
    func kill() {
        for task in tasks { task.cancel() }
        box.engine.withLock { $0 = nil }
    }

    /// Everything that its client has got.
    var events: [EventStreamParser.Event] {
        reader.feed(Array(peer.received[read...]))
        read = peer.received.count
        return reader.events
    }
}

/// A feed that has bad hours.
final class FlakyFeed: FeedSource {
    private let demo = DemoSource()
    private let isDown = Mutex(false)

    func set(down: Bool) { isDown.withLock { $0 = down } }

    func poll(_ request: PollRequest) async -> PollAnswer {
        isDown.withLock { $0 } ? .failed(PollFailure(reason: "the feed answered 500")) : await demo.poll(request)
    }
}

/// Three nodes through two minutes of faults, driven by a seed.
final class ClusterSimulation {
    let executor = ManualExecutor()
    let clock: ManualClock
    let redis: ModelRedis
    let feed = FlakyFeed()
    private(set) var nodes: [SimulatedNode] = []
    /// Nodes that were killed, with what their clients had got.
    private(set) var dead: [SimulatedNode] = []
    private var random: SplitMix64
    private var born = 0
    private(set) var faults: [String] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        clock = ManualClock(executor: executor, start: TestRaces.base.sinceEpoch)
        redis = ModelRedis(clock: clock, seed: seed)
        for _ in 0..<3 { addNode() }
    }

    var second: Second { Second(clock.wallTime.seconds) }

    func addNode() {
        born += 1
        nodes.append(
            SimulatedNode(
                "n\(born)", redis: redis, feed: feed, clock: clock, executor: executor, seed: UInt64(born)))
    }

    /// Lets time pass in tenths of a second.
    func run(seconds: Int) {
        for _ in 0..<seconds * 10 {
            clock.advance(by: .milliseconds(100))
            for node in nodes { node.turn(to: second) }
        }
    }

    /// Does something bad, or heals it.
    func strike() {
        let victim = nodes[random.next(in: 0...nodes.count - 1)]
        switch random.next(in: 0...8) {
        case 0: note("Redis stops") { redis.stop(forgetting: false) }
        case 1: note("Redis stops and forgets") { redis.stop(forgetting: true) }
        case 2, 3: note("\(victim.name) is cut off") { redis.cut(victim.name) }
        case 4: note("\(victim.name) is killed") { kill(victim) }
        case 5: note("the feed fails") { feed.set(down: true) }
        case 6: note("the feed recovers") { feed.set(down: false) }
        default: note("healed") { redis.heal() }
        }
    }

    func heal() {
        note("all is well") {
            redis.heal()
            feed.set(down: false)
        }
    }

    private func note(_ fault: String, _ action: () -> Void) {
        faults.append("\(second - TestRaces.base) s: \(fault)")
        action()
    }

    /// Another comes in its place.
    private func kill(_ victim: SimulatedNode) {
        victim.kill()
        executor.drain()
        dead.append(victim)
        nodes.removeAll { $0 === victim }
        addNode()
    }

    var chance: Int { random.next(in: 2...14) }
    func draw(_ range: ClosedRange<Int>) -> Int { random.next(in: range) }

    /// Ends everything; whether nothing is left behind.
    func stop() -> Bool {
        for node in nodes { node.kill() }
        executor.drain()
        clock.advance(by: .seconds(5))
        return clock.sleeperCount == 0
    }
}

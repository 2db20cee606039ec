import EventLoop
import Foundation
import HistoryRecords
import Racing
import Synchronization
import TestSupport
import Testing

@testable import Cluster

/// A node over a real Redis, on a loop of its own, that keeps what it is told.
final class NodeHarness: Sendable {
    private struct State {
        var roles: [NodeRole] = []
        var reports: [ClusterReport] = []
        var adopted: [CardHistory] = []
        var takes = true
        var rests: [NeedsAnswer.Rest?] = []
        var need = 0
        var othersNeed: [Int] = []
    }

    let loop: EventLoop
    let node: ClusterNode<LoopClock>
    private let state: TestState
    private let task: Mutex<Task<Void, Never>?>

    private final class TestState: Sendable {
        let value = Mutex(State())
    }

    /// - Parameter offset: seconds by which the node's wall clock is wrong.
    init(_ name: String, port: UInt16, password: String? = nil, offset: Int = 0) throws {
        loop = try EventLoop()
        _ = try loop.runOnThread()
        let (loop, state) = (loop, TestState())
        self.state = state
        let address = try RedisAddress("redis://127.0.0.1:\(port)")
        node = ClusterNode(
            settings: ClusterSettings(
                nodeID: name, feed: "demo", rules: CardHistory.Rules(),
                origin: FeedOrigin(source: .demo, clock: .system), password: password, database: 1, seed: 1),
            clock: LoopClock(loop: loop), wallClock: SystemWallClock(offset: offset), executor: loop,
            hooks: ClusterHooks(
                setRole: { role, rest in
                    state.value.withLock {
                        $0.roles.append(role)
                        $0.rests.append(rest)
                    }
                },
                adopt: { history, _ in
                    state.value.withLock { state in
                        if state.takes { state.adopted.append(history) }
                        return state.takes
                    }
                },
                report: { report in state.value.withLock { $0.reports.append(report) } },
                need: { state.value.withLock { $0.need } },
                setOthersNeed: { need in state.value.withLock { $0.othersNeed.append(need) } }),
            transport: { RedisConnection(address, loop: loop) })
        let node = node
        task = Mutex(Task.detached(executorPreference: loop) { await node.run() })
    }

    deinit {
        // The connection ends on its loop, also when a test has failed.
        task.withLock { $0?.cancel() }
        Task.detached { [node] in await node.leave() }
    }

    func share(_ history: CardHistory) async -> ShareOutcome {
        await node.share(history, from: history.lastChange)
    }

    var role: NodeRole? { state.value.withLock { $0.roles.last } }
    var roles: [NodeRole] { state.value.withLock { $0.roles } }
    var reports: [ClusterReport] { state.value.withLock { $0.reports } }
    var adopted: [CardHistory] { state.value.withLock { $0.adopted } }
    var rest: NeedsAnswer.Rest? { state.value.withLock { $0.rests.last ?? nil } }
    var othersNeed: [Int] { state.value.withLock { $0.othersNeed } }
    func lack(_ need: Int) { state.value.withLock { $0.need = need } }
    func refuse() { state.value.withLock { $0.takes = false } }

    /// Ends it in good order.
    func leave() async {
        task.withLock { $0?.cancel() }
        await node.leave()
    }

    /// Ends its turns without a word to the others, as a process that sleeps does.
    func freeze() {
        task.withLock { $0?.cancel() }
    }

    func wait(_ what: String, within seconds: Int = 5, until isTrue: (NodeHarness) -> Bool) async throws {
        for _ in 0..<seconds * 50 where !isTrue(self) { try await ContinuousClock().sleep(for: .milliseconds(20)) }
        try #require(isTrue(self), "\(what): \(roles) \(reports.suffix(5))")
    }

    /// A history whose news hold from two seconds from now, with one race that starts so many seconds later.
    static func history(_ start: Int, lead: Int = 2) -> CardHistory {
        let now = Second(SystemWallClock().wallTime.seconds)
        var history = CardHistory(startingAt: now - 10, origin: FeedOrigin(source: .demo, clock: .system))
        let race = Race(id: "a", meeting: "Randwick", number: 1, category: .horse, start: now + start)
        history.merge(RaceCard(races: [race]), polledAt: now, from: now + lead)
        return history
    }
}

@Suite(RedisServer.needed) struct `A node` {
    private let server: RedisServer
    private let redis: RedisProbe

    init() async throws {
        server = try RedisServer()
        redis = try RedisProbe(port: server.port)
        try await redis.open()
        _ = try await redis.call("SELECT", "1")
    }

    private func node(_ name: String, offset: Int = 0) throws -> NodeHarness {
        try NodeHarness(name, port: server.port, offset: offset)
    }

    private func start(_ name: String, as role: NodeRole) async throws -> NodeHarness {
        let node = try node(name)
        try await node.wait("\(name) is \(role)") { $0.role == role }
        return node
    }

    @Test func `gives its history to the others, and those who join later`() async throws {
        let poller = try await start("n", as: .polling)
        let follower = try await start("m", as: .following)
        let history = NodeHarness.history(300)
        #expect(await poller.share(history) == .shared)
        #expect(await follower.share(history) == .refused)
        let newcomer = try await start("o", as: .following)
        for node in [follower, newcomer] {
            try await node.wait("it has it") { !$0.adopted.isEmpty }
            #expect(node.adopted.map { $0.record(feed: "") } == [history.record(feed: "")])
            #expect(node.reports.contains(.adopted))
        }
        // Its own entry does not come back to it.
        #expect(poller.adopted.isEmpty)
        #expect(poller.reports.contains(.published(bytes: HistoryFormat.encode(history, feed: "demo").count)))
        for node in [poller, follower, newcomer] { await node.leave() }
    }

    @Test func `takes over at once from one that leaves, and knows its last word before it says its own`() async throws
    {
        let first = try await start("n", as: .polling)
        let history = NodeHarness.history(300)
        #expect(await first.share(history) == .shared)
        await first.leave()
        let second = try await start("m", as: .polling)
        #expect(second.adopted.count == 1)
        #expect(await second.share(NodeHarness.history(400, lead: 3)) == .shared)
        await second.leave()
    }

    @Test func `that takes over is told how long the feed is to be left alone`() async throws {
        let first = try await start("n", as: .polling)
        #expect(first.rest == nil)
        await first.node.leaveAlone(for: .seconds(300), failures: 4)
        await first.leave()
        let second = try await start("m", as: .polling)
        #expect(second.rest?.failures == 4)
        #expect(second.rest.map { $0.time > .seconds(280) && $0.time <= .seconds(300) } == true)
        // Who follows has no say in it.
        let third = try await start("o", as: .following)
        await third.node.leaveAlone(for: .seconds(900), failures: 9)
        #expect(try await redis.call("GET", RedisProbe.keys[3]).text == "4")
        for node in [second, third] { await node.leave() }
    }

    @Test func `that polls hears what the boards of the others lack, as long as they say so`() async throws {
        let poller = try await start("n", as: .polling)
        let follower = try await start("m", as: .following)
        poller.lack(2)
        follower.lack(1)
        try await poller.wait("it has heard of it") { $0.othersNeed == [1] }
        follower.lack(2)
        try await poller.wait("it has heard of that") { $0.othersNeed == [1, 2] }
        follower.lack(0)
        try await poller.wait("it is over") { $0.othersNeed == [1, 2, 0] }
        #expect(follower.othersNeed.isEmpty)
        follower.lack(1)
        try await poller.wait("it is short again") { $0.othersNeed.last == 1 }
        server.signal(SIGKILL)
        try await poller.wait("it is alone and asks for itself") { $0.role == .alone && $0.othersNeed.last == 0 }
        for node in [poller, follower] { await node.leave() }
    }

    @Test func `that slept over its lease is fenced, whatever it believes`() async throws {
        let sleeper = try await start("n", as: .polling)
        sleeper.freeze()
        _ = try await redis.call("DEL", RedisProbe.keys[0])
        let other = try await start("m", as: .polling)
        let history = NodeHarness.history(300)
        #expect(await other.share(history) == .shared)
        #expect(sleeper.role == .polling)
        #expect(await sleeper.share(NodeHarness.history(999, lead: 5)) == .refused)
        #expect(sleeper.role == .following)
        #expect(try await redis.call("XLEN", RedisProbe.keys[2]) == .number(1))
        await other.leave()
    }

    @Test func `does not speak after something that it has not heard`() async throws {
        let poller = try await start("n", as: .polling)
        poller.freeze()
        let now = try await redis.time()
        let token = try await redis.call("GET", RedisProbe.keys[0]).text ?? ""
        _ = try await redis.publish(token, after: "0-0", from: now, "garbage")
        #expect(await poller.share(NodeHarness.history(300)) == .refused)
        #expect(poller.role == .polling)
    }

    @Test func `goes on beyond an entry that it cannot use, and says why once`() async throws {
        let follower = try await start("n", as: .polling)
        _ = try await redis.call("XADD", RedisProbe.keys[2], "\(try await redis.time())-0", "card", "garbage")
        try await follower.wait("it has seen it") {
            $0.reports.contains(.refusedEntry("it is not a whole card history"))
        }
        #expect(await follower.share(NodeHarness.history(300)) == .shared)
        let absurd = "\(try await redis.time() + 4_000)-0"
        _ = try await redis.call("XADD", RedisProbe.keys[2], absurd, "card", "garbage")
        try await follower.wait("it has seen that") {
            $0.reports.contains {
                if case .refusedEntry(let why) = $0 { why.hasSuffix("too far ahead") } else { false }
            }
        }
        // A wrong clock's leavings stop nobody.
        #expect(await follower.share(NodeHarness.history(300, lead: 4)) == .shared)
        #expect(follower.adopted.isEmpty)
        #expect(follower.reports.count { if case .refusedEntry = $0 { true } else { false } } == 2)
        await follower.leave()
    }

    @Test func `passes over what is older than what it has`() async throws {
        let poller = try await start("n", as: .polling)
        let follower = try await start("m", as: .following)
        follower.refuse()
        #expect(await poller.share(NodeHarness.history(300)) == .shared)
        try await follower.wait("it has seen it") { $0.reports.contains(.passedOver) }
        #expect(follower.adopted.isEmpty)
        for node in [poller, follower] { await node.leave() }
    }

    @Test(arguments: [-3, 3])
    func `whose clock is off polls for itself, and never for others`(offset: Int) async throws {
        let wrong = try node("n", offset: offset)
        try await wrong.wait("it is alone") { $0.role == .alone }
        let skews = wrong.reports.compactMap { report -> (Duration, Bool)? in
            if case .skew(let skew, let isInStep) = report { (skew, isInStep) } else { nil }
        }
        #expect(skews.allSatisfy { !$0.1 && ($0.0 - .seconds(offset)) / .seconds(1) < 0.9 })
        #expect(await wrong.share(NodeHarness.history(300)) == .alone)
        // The lease that it was given before it knew is given back.
        let right = try await start("m", as: .polling)
        #expect(await right.share(NodeHarness.history(300)) == .shared)
        try await ContinuousClock().sleep(for: .milliseconds(1_200))
        #expect(wrong.adopted.isEmpty)
        #expect(wrong.role == .alone)
        for node in [wrong, right] { await node.leave() }
    }

    @Test func `goes on after Redis has forgotten everything`() async throws {
        let poller = try await start("n", as: .polling)
        #expect(await poller.share(NodeHarness.history(300)) == .shared)
        _ = try await redis.call("FLUSHALL")
        try await poller.wait("it has the lease again") { _ in true }
        try await ContinuousClock().sleep(for: .milliseconds(1_200))
        #expect(poller.role == .polling)
        #expect(await poller.share(NodeHarness.history(300, lead: 3)) == .shared)
        // The scripts as well: it connects anew.
        _ = try await redis.call("SCRIPT", "FLUSH")
        try await poller.wait("it has noticed") { $0.reports.contains { if case .lost = $0 { true } else { false } } }
        try await poller.wait("it polls for all again", within: 12) { $0.role == .polling }
        #expect(await poller.share(NodeHarness.history(300, lead: 4)) == .shared)
        await poller.leave()
    }

    /// As a replica does that takes the place of a master before it has all of its writes.
    @Test func `goes on after Redis has forgotten its last entries`() async throws {
        let poller = try await start("n", as: .polling)
        let follower = try await start("m", as: .following)
        let histories = [
            NodeHarness.history(300), NodeHarness.history(400, lead: 3), NodeHarness.history(500, lead: 4),
        ]
        #expect(await poller.share(histories[0]) == .shared)
        try await follower.wait("it has the first") { $0.adopted.count == 1 }
        #expect(await poller.share(histories[1]) == .shared)
        try await follower.wait("it has the second") { $0.adopted.count == 2 }
        _ = try await redis.call("XDEL", RedisProbe.keys[2], "\(histories[1].lastChange.sinceEpoch)-0")
        let newcomer = try await start("o", as: .following)
        try await newcomer.wait("it has what is left") { $0.adopted.count == 1 }
        #expect(await poller.share(histories[2]) == .shared)
        for node in [follower, newcomer] {
            try await node.wait("it has the third") {
                $0.adopted.last?.record(feed: "") == histories[2].record(feed: "")
            }
        }
        // Nobody was given again what it had before.
        #expect(follower.adopted.count == 3)
        for node in [poller, follower, newcomer] { await node.leave() }
    }

    @Test func `without a card leaves the lease to one that may have one, for a while`() async throws {
        let poller = try await start("n", as: .polling)
        let empty = CardHistory(startingAt: Second(0), origin: FeedOrigin(source: .demo, clock: .system))
        #expect(await poller.share(empty) == .alone)
        let other = try await start("m", as: .polling)
        try await poller.wait("it follows") { $0.role == .following }
        #expect(await other.share(NodeHarness.history(300)) == .shared)
        await other.leave()
        try await poller.wait("it polls for all again", within: 8) { $0.role == .polling }
        await poller.leave()
    }

    @Test func `that cannot offer within a second goes on alone`() async throws {
        let poller = try await start("n", as: .polling)
        server.signal(SIGSTOP)
        #expect(await poller.share(NodeHarness.history(300)) == .alone)
        #expect(poller.role == .alone)
        server.signal(SIGCONT)
        try await poller.wait("it polls for all again", within: 12) { $0.role == .polling }
        await poller.leave()
    }
}

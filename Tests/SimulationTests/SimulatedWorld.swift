import Broadcasting
import EventLoop
import Feeds
import Foundation
import HTTPServer
import Racing
import Synchronization
import TestSupport

@testable import NextToGo

/// The whole server on two loops, a feed, hundreds of clients and the time, all driven by one seed and one thread.
final class SimulatedWorld {
    let hideAfter = 60
    let sockets = [SimulatedSockets(), SimulatedSockets()]
    let feed: SimulatedFeed
    let data = StreamDataReader()
    private(set) var faults: [String] = []

    private let seed: UInt64
    private var random: SplitMix64
    private let executor = ManualExecutor()
    private let clock: ManualClock
    private let room: SubscriberRoom
    private let engine: RefreshEngine<ManualClock>
    private let task: Task<Void, Never>
    private var services: [LoopService] = []
    private var clients: [SimulatedClient] = []
    /// Histories on their way to a loop, and when they arrive.
    private var underway: [(loop: Int, history: CardHistory, at: Duration)] = []
    private var stalledUntil: [Duration] = [.zero, .zero]
    private var lastSecond: Int
    /// Text of countdowns and announcements by second and query, since time last fell.
    private var said: [String: String] = [:]
    private var lastStep = Duration.seconds(-1_000)
    private(set) var connections = 0
    private(set) var eventsHeard = 0

    static let start = 1_768_435_200

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        clock = ManualClock(executor: executor, start: Self.start + random.next(in: 0...119))
        feed = SimulatedFeed(clock: clock, seed: random.next())
        lastSecond = clock.wallTime.seconds
        room = SubscriberRoom(limit: random.next(in: 0...3) == 0 ? 12 : 1_000)
        let history = CardHistory(
            startingAt: Second(clock.wallTime.seconds),
            rules: CardHistory.Rules(hideAfter: hideAfter, pollInterval: 15),
            origin: FeedOrigin(source: .url, clock: .system))
        let outbox = Outbox()
        engine = RefreshEngine(
            source: feed, history: history, plan: PollPlan(interval: 15, seed: random.next()), clock: clock,
            wallClock: clock, executor: executor, publish: { outbox.put($0) }, report: { _ in })
        self.outboxOfEngine = outbox
        let engine = engine
        task = Task.detached(executorPreference: executor) { await engine.run() }
        let clock = clock
        let metrics = Metrics(loops: 2)
        let pulses = (1...2).map { LoopPulse(name: "serving \($0)", now: .zero) }
        for (index, sockets) in sockets.enumerated() {
            let service = LoopService(
                LoopService.Parts(
                    sockets: sockets, wallClock: clock, shift: 0, now: { clock.now.offset }, history: history,
                    room: room, settings: RouteSettings(count: 5, allowOrigins: ["*"]), files: StaticFiles(),
                    index: index, pulses: pulses, metrics: metrics, seed: random.next(), onExhaustion: {}))
            let executor = executor
            service.onWatched = { boards in
                _ = Task.detached(executorPreference: executor) { await engine.watch(boards, on: index) }
            }
            service.onSetBack = { [unowned self] second in
                trace("loop \(index) is set back")
                _ = Task.detached(executorPreference: executor) { await engine.wallClockWasSetBack(to: second) }
            }
            service.accept(on: SimulatedSockets.listener)
            services.append(service)
        }
    }

    private let outboxOfEngine: Outbox

    private final class Outbox: Sendable {
        private let histories = Mutex<[CardHistory]>([])
        func put(_ history: CardHistory) { histories.withLock { $0.append(history) } }
        func take() -> [CardHistory] {
            histories.withLock { histories in
                defer { histories = [] }
                return histories
            }
        }
    }

    var now: Int { clock.wallTime.seconds }

    /// The latest second that any stream may speak of: after a step back, what was cut off before it is still sent.
    private(set) var latestSecond = 0

    /// What happens in a run that is looked at on its own.
    func trace(_ text: @autoclosure () -> String) {
        if Self.traces { print("\(clock.now.offset) second \(now - Self.start): \(text())") }
    }

    private static let traces = ProcessInfo.processInfo.environment["NEXTTOGO_TRACE"] != nil

    private func fault(_ text: String) {
        if faults.count < 5 { faults.append("second \(now - Self.start): \(text)") }
    }

    /// Lives through this many seconds and ends the server in good order.
    func run(seconds: Int, clients count: Int) {
        clients = (0..<count).map { _ in SimulatedClient(random: &random) }
        for _ in 0..<seconds * 10 where faults.isEmpty { step() }
        if faults.isEmpty { end() }
    }

    /// A tenth of a second.
    private func step() {
        maybeStepWallClock()
        clock.advance(by: .milliseconds(100))
        latestSecond = clock.now.offset - lastStep > .seconds(120) ? now : max(latestSecond, now)
        for history in outboxOfEngine.take() {
            for loop in services.indices {
                underway.append((loop, history, clock.now.offset + .milliseconds(random.next(in: 0...1) * 100)))
            }
        }
        for arrival in underway where arrival.at <= clock.now.offset {
            trace("loop \(arrival.loop) is given what holds from \(arrival.history.lastChange.sinceEpoch - Self.start)")
            services[arrival.loop].publish(arrival.history)
        }
        underway.removeAll { $0.at <= clock.now.offset }
        turnLoops()
        for client in clients { live(client) }
        for (loop, sockets) in sockets.enumerated() where stalledUntil[loop] <= clock.now.offset { sockets.deliver() }
        for client in clients {
            client.listen(self)
            for text in client.witness.faults { fault("\(client.target) (\(client.temper)): \(text)") }
        }
        if now != lastSecond { checkBoards() }
        lastSecond = now
    }

    private func maybeStepWallClock() {
        guard random.next(in: 0...900) == 0 else { return }
        let steps = [-3_600, -90, -3, -2, -1, 1, 2, 90]
        let step = steps[random.next(in: 0...steps.count - 1)]
        trace("the wall clock steps by \(step)")
        clock.stepWallClock(by: step)
        lastStep = clock.now.offset
        if step < 0 {
            // Two loops that turn at different moments can be more than two seconds apart for the same step.
            said = [:]
            for client in clients { client.timeFell(to: now) }
        }
    }

    private func turnLoops() {
        for (index, service) in services.enumerated() {
            if random.next(in: 0...700) == 0 {
                trace("loop \(index) stalls")
                stalledUntil[index] = clock.now.offset + .seconds(random.next(in: 1...6))
            }
            guard stalledUntil[index] <= clock.now.offset else { continue }
            service.tick(at: clock.wallTime)
            service.sweep()
        }
    }

    /// Clients connect, come back, and behave as they do.
    private func live(_ client: SimulatedClient) {
        if client.isConnected, !client.witness.hasEnded { return client.act(&random) }
        guard random.next(in: 0...20) == 0 else { return }
        connections += 1
        client.connect(to: self, loop: random.next(in: 0...1), mayReset: clock.now.offset - lastStep < .seconds(120))
    }

    /// The same query and second have the same text, on every loop and for whoever joined when.
    func compare(_ type: String, _ second: Int?, _ text: String, of client: SimulatedClient) {
        eventsHeard += 1
        guard type == "countdown" || type == "announce", let second, clock.now.offset - lastStep > .seconds(60) else {
            return
        }
        let key = "\(second) \(type) \(client.target)"
        if let before = said[key], before != text { fault("\(key) was \(before) and is \(text)") }
        said[key] = text
    }

    /// What the feed has said for long enough is what eager clients see.
    private func checkBoards() {
        guard let truth = feed.settled, clock.now.offset - lastStep > .seconds(60) else { return }
        for client in clients where client.temper == .eager && client.isConnected && client.witness.types.count > 3 {
            guard stalledUntil[client.loop] + .seconds(2) <= clock.now.offset, client.witness.lastCountdown == now
            else {
                continue
            }
            let shown = truth.filter {
                client.witness.categories.contains(CategorySet($0.category)) && $0.start + hideAfter > now
            }
            let expected = shown.sorted(by: StreamWitness.precedes).prefix(client.witness.count)
            if client.witness.board != Array(expected) {
                fault("\(client.target) shows \(client.witness.board.map(\.id)), not \(expected.map(\.id))")
            }
        }
    }

    private func end() {
        stalledUntil = [.zero, .zero]
        for (service, sockets) in zip(services, sockets) {
            sockets.deliver()
            service.tick(at: clock.wallTime)
        }
        // Sockets that take bytes again in the very moment of the end, before their loop has heard of it.
        for client in clients where client.temper != .stalled { client.peer?.window = Int.max }
        let listening = clients.filter {
            $0.isConnected && $0.temper != .stalled && $0.peer?.sawEnd == false && $0.head.hasPrefix("HTTP/1.1 200")
        }
        for service in services { service.shutDown() }
        for client in clients {
            client.listen(self)
            // One that is refused goes away when it reads so.
            if client.isConnected, listening.contains(where: { $0 === client }),
                !(client.witness.hasEnded && client.hasWholeEnd)
            {
                fault("\(client.target) (\(client.temper)) was not told the end")
            }
            for text in client.witness.faults { fault(text) }
            client.peer?.close()
        }
        for _ in 0..<20 {
            clock.advance(by: .milliseconds(100))
            for (service, sockets) in zip(services, sockets) {
                sockets.deliver()
                service.sweep()
            }
        }
        for (service, sockets) in zip(services, sockets) {
            if !service.isDrained || sockets.openCount > 0 { fault("\(sockets.openCount) sockets are still open") }
        }
        if feed.overlaps > 0 { fault("\(feed.overlaps) polls while another was in flight") }
        task.cancel()
        executor.drain()
    }
}

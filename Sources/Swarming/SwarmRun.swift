internal import EventLoop

/// One run from the first connection to the report, as a machine that is turned by whoever has a timer.
final class SwarmRun {
    private enum Stage {
        case ramping(next: Int)
        case settling(until: Duration)
        case measuring, finishing
        case herding(queue: [Int])
        case over
    }

    /// Connections that may wait for their answers at once while the swarm grows.
    static let mostPending = 200
    /// Monotonic time after which an answer is no longer waited for.
    static let patience = Duration.seconds(10)
    /// How long a herd may take to come back.
    static let herdPatience = Duration.seconds(30)
    /// The part of a second after which its frames are taken to be through: borders of what is measured lie here.
    private static let border = 900_000_000
    private static let pause = Duration.milliseconds(10)
    /// Streams of a herd that are opened in one turn, so that others are read in between.
    private static let herdAtOnce = 100

    private let plan: SwarmPlan
    private let swarm: Swarm
    private let usage: () -> ProcessUsage?
    private let progress: (String) -> Void
    private var stage = Stage.ramping(next: 0)
    private let startedAt: Duration
    private var lastProgress: (at: Duration, pending: Int, second: Int)
    private var report: SwarmReport
    private var bytesAtStart = 0

    /// - Parameters:
    ///   - usage: what the server has used so far; nil when that is not to be had.
    ///   - progress: takes a line of what is going on, about once a second.
    init(
        plan: SwarmPlan, swarm: Swarm, usage: @escaping () -> ProcessUsage?, progress: @escaping (String) -> Void
    ) {
        self.plan = plan
        self.swarm = swarm
        self.usage = usage
        self.progress = progress
        startedAt = swarm.now()
        lastProgress = (startedAt, 0, 0)
        report = SwarmReport(plan: plan, idle: usage())
    }

    /// Does what is due.
    ///
    /// - Returns: after which time to turn again; nil when the run is over.
    func turn() -> Duration? {
        let (now, wall) = (swarm.now(), swarm.wallTime())
        switch stage {
        case .ramping(let next): ramp(next, now)
        case .settling(let end): if now >= end, wall.nanoseconds >= Self.border { open(at: wall) }
        case .measuring: if isPast(swarm.meter.window.upperBound - 1, Self.border, wall) { close() }
        case .finishing: if isPast(swarm.meter.window.upperBound + 1, 0, wall) { finish(now) }
        case .herding(let queue): return bringBack(queue, now)
        case .over: return nil
        }
        if case .over = stage { return nil }
        return Self.pause
    }

    /// Ends the run early; what was measured so far is in the report.
    func stop() {
        switch stage {
        case .measuring, .finishing, .herding: conclude()
        default: break
        }
        report.isShort = true
        stage = .over
    }

    /// The report, once the run is over.
    var result: SwarmReport { report }

    private func isPast(_ second: Int, _ nanoseconds: Int, _ wall: WallTime) -> Bool {
        (wall.seconds + (swarm.meter.shift ?? 0), wall.nanoseconds) >= (second, nanoseconds)
    }

    private func ramp(_ next: Int, _ now: Duration) {
        let due = Int((now - startedAt) * plan.rate / .seconds(1)) + 1
        let end = min(due, next + max(Self.mostPending - swarm.pending, 0), plan.subscribers)
        for index in next..<max(end, next) { swarm.connect(index) }
        stage = .ramping(next: max(end, next))
        tell(now)
        if swarm.pending != lastProgress.pending || end > next { lastProgress.at = now }
        lastProgress.pending = swarm.pending
        if now - lastProgress.at >= Self.patience { swarm.abandonPending() }
        guard end == plan.subscribers, swarm.pending == 0 else { return }
        report.rampMilliseconds = Int((now - startedAt) / .milliseconds(1))
        report.live = swarm.live
        report.failures = swarm.failures
        if swarm.live == 0 {
            stage = .over
        } else {
            stage = .settling(until: now + .seconds(plan.settle))
        }
    }

    private func tell(_ now: Duration) {
        let second = Int((now - startedAt) / .seconds(1))
        guard second > lastProgress.second else { return }
        lastProgress.second = second
        progress(
            "\(swarm.live) of \(plan.subscribers) streams after \(second) s, \(swarm.failures.values.reduce(0, +)) failed"
        )
    }

    private func open(at wall: WallTime) {
        swarm.meter.open { shift in
            let first = wall.seconds + shift + 1
            return first..<first + plan.seconds
        }
        report.live = swarm.heard()
        report.usageAtStart = usage()
        bytesAtStart = swarm.bytes
        stage = .measuring
        progress("measuring for \(plan.seconds) s")
    }

    private func close() {
        report.usageAtEnd = usage()
        report.bytes = swarm.bytes - bytesAtStart
        stage = .finishing
    }

    private func finish(_ now: Duration) {
        conclude()
        guard plan.herd > 0 else {
            stage = .over
            return
        }
        progress("dropping \(plan.herd) streams at once")
        swarm.failures = [:]
        swarm.lost = []
        report.endedBeforeHerd = swarm.ended
        swarm.herd = Herd(size: plan.herd, at: now, after: swarm.meter)
        swarm.drop(plan.herd)
        stage = .herding(queue: Array((0..<plan.herd).reversed()))
    }

    private func bringBack(_ queue: [Int], _ now: Duration) -> Duration? {
        guard let herd = swarm.herd else { return nil }
        if herd.returned == plan.herd || now - herd.droppedAt >= Self.herdPatience {
            conclude()
            stage = .over
            return nil
        }
        var queue = queue
        // A client that was refused would come again.
        queue.insert(contentsOf: swarm.lost.filter { $0 < plan.herd }, at: 0)
        swarm.lost = []
        for _ in 0..<min(Self.herdAtOnce, queue.count) { swarm.connect(queue.removeLast()) }
        stage = .herding(queue: queue)
        return queue.isEmpty ? Self.pause : .zero
    }

    /// Puts what is known by now into the report.
    private func conclude() {
        if let herd = swarm.herd {
            report.herd = SwarmReport.Return(
                herd, failures: swarm.failures, ended: swarm.ended - report.endedBeforeHerd)
        } else {
            for stream in swarm.streams where stream.phase == .live && stream.last > 0 {
                swarm.meter.close(last: stream.last)
            }
            report.ended = swarm.ended
            report.endedAfterBye = swarm.endedAfterBye
            report.take(swarm.meter)
        }
        report.checkedEvents = swarm.checkedEvents
        report.streamFaults = swarm.streamFaults
    }
}

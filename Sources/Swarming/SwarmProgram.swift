internal import CommandLineOptions
internal import EventLoop
internal import Glibc
internal import Synchronization

/// The program: from the words of the command line to an exit status.
package enum SwarmProgram {
    /// - Parameter arguments: with the program's name first.
    /// - Returns: 0, 1 when a stream was missing or at fault, or 64 for a mistake on the command line (sysexits.h).
    package static func run(arguments: [String]) -> Int32 {
        do throws(UsageError) {
            let values = try OptionValues<SwarmOption>(arguments: arguments, environment: [:])
            if values.has(.help) {
                put(Array(SwarmOption.helpText.utf8), to: 1)
                return 0
            }
            return measure(try SwarmPlan(values, descriptors: DescriptorLimit.raise()))
        } catch {
            put(Array("swarm: \(error.message)\n\(SwarmOption.hint)\n".utf8), to: 2)
            return 64
        }
    }

    private static func measure(_ plan: SwarmPlan) -> Int32 {
        guard plan.processes.isEmpty || ProcessUsage.now(of: plan.processes) != nil else {
            put(Array("swarm: no process has the id given with --pid\n".utf8), to: 2)
            return 1
        }
        guard let loop = try? EventLoop() else {
            put(Array("swarm: no descriptors are left for an event loop\n".utf8), to: 2)
            return 1
        }
        let outcome = Outcome()
        Task.detached(executorPreference: loop) {
            let report = await SwarmDriver(loop: loop, plan: plan).run()
            put(plan.isJSON ? report.json + [0x0A] : Array(report.text.utf8), to: 1)
            outcome.status.store(report.isSound ? 0 : 1, ordering: .releasing)
            loop.stop()
        }
        loop.run()
        return outcome.status.load(ordering: .acquiring)
    }

    private final class Outcome: Sendable {
        let status = Atomic<Int32>(1)
    }

    static func put(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// A run as an actor on its loop: the shell that gives it timers, signals and clocks.
private actor SwarmDriver {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let plan: SwarmPlan
    private var run: SwarmRun?
    private var timer: OneShotTimer?
    private var signals: SignalWatch?
    private var done: CheckedContinuation<Void, Never>?

    init(loop: EventLoop, plan: SwarmPlan) {
        self.loop = loop
        self.plan = plan
    }

    /// From the first connection to the report; a signal ends it early.
    func run() async -> SwarmReport {
        let clock = LoopClock(loop: loop)
        let wallClock = SystemWallClock()
        let plan = plan
        let swarm = Swarm(
            plan: plan, sockets: SystemSockets(loop: loop), wallTime: { wallClock.wallTime },
            now: { clock.now.sinceBoot })
        let run = SwarmRun(
            plan: plan, swarm: swarm,
            usage: { plan.processes.isEmpty ? nil : ProcessUsage.now(of: plan.processes) },
            progress: { line in if !plan.isQuiet { SwarmProgram.put(Array("swarm: \(line)\n".utf8), to: 2) } })
        self.run = run
        timer = OneShotTimer(loop: loop) { [weak self] in self?.assumeIsolated { $0.turn() } }
        signals = SignalWatch([.terminate, .interrupt], on: loop) { [weak self] _ in
            self?.assumeIsolated { $0.run?.stop() }
        }
        await withCheckedContinuation {
            done = $0
            turn()
        }
        timer = nil
        signals = nil
        self.run = nil
        return run.result
    }

    private func turn() {
        if let pause = run?.turn() {
            timer?.set(after: pause)
        } else {
            done?.resume()
            done = nil
        }
    }
}

import CommandLineOptions
import EventLoop
import TestSupport

@testable import Swarming

/// A plan as the command line makes it.
func plan(_ words: String..., descriptors: Int = 1_000) throws -> SwarmPlan {
    try plan(words, descriptors: descriptors)
}

func plan(_ words: [String], descriptors: Int = 1_000) throws -> SwarmPlan {
    try SwarmPlan(
        OptionValues<SwarmOption>(arguments: ["swarm"] + words, environment: [:]), descriptors: descriptors)
}

/// A countdown as a chunk.
func frame(_ second: Int, more: String = "") -> String {
    chunk("event: countdown\ndata: {\"now\":\(second),\"races\":[]}\n\n" + more)
}

func chunk(_ text: String) -> String {
    String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
}

let streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

/// A whole run over virtual time, against a server that the test plays.
final class SwarmHarness {
    static let start = 1_768_435_200

    let network = SimulatedNetwork()
    let plan: SwarmPlan
    let swarm: Swarm
    private(set) var run: SwarmRun
    private(set) var progress: [String] = []
    /// Milliseconds since the start, on both clocks.
    private(set) var time = 0
    /// What the server says of itself.
    var usage: ProcessUsage?
    /// Seconds by which the server's clock is ahead.
    var ahead = 0
    /// Milliseconds into a second at which the server sends.
    var delay = 20
    /// Changes what one stream gets in one second: by its number among the calls, and the second.
    var onFrame: (Int, Int) -> String = { _, second in frame(second) }
    /// What a call is answered with, by its number; nil leaves it without an answer.
    var onCall: (Int) -> String? = { _ in streamHead }
    /// Bytes of each answer and frame after which a read ends; nil reads them whole.
    var cut: Int?
    private var answered = 0
    private var isOver = false

    private final class Clocks {
        var milliseconds = 0
    }

    private let clocks = Clocks()

    /// - Parameter idle: what the server has used before the first connection.
    init(_ plan: SwarmPlan, idle: ProcessUsage? = nil) {
        self.plan = plan
        usage = idle
        let clocks = clocks
        swarm = Swarm(
            plan: plan, sockets: network,
            wallTime: {
                WallTime(
                    seconds: SwarmHarness.start + clocks.milliseconds / 1_000,
                    nanoseconds: clocks.milliseconds % 1_000 * 1_000_000)
            }, now: { .milliseconds(clocks.milliseconds) })
        run = SwarmRun(plan: plan, swarm: swarm, usage: { nil }, progress: { _ in })
        // Again, now that there is somebody to ask.
        run = SwarmRun(
            plan: plan, swarm: swarm, usage: { [weak self] in self?.usage },
            progress: { [weak self] in self?.progress.append($0) })
    }

    /// Second of the server's clock.
    var second: Int { Self.start + time / 1_000 + ahead }

    /// Lets the run go on to its end, or up to some milliseconds.
    func go(until end: Int = 120_000) {
        while time < end, !isOver {
            isOver = run.turn() == nil
            serve()
            network.sockets.deliver()
            time += 10
            clocks.milliseconds = time
        }
    }

    private func serve() {
        network.sockets.deliver()
        while answered < network.called.count {
            let peer = network.called[answered]
            if let answer = onCall(answered) { send(answer, to: peer) }
            answered += 1
        }
        guard time % 1_000 == delay else { return }
        for (number, peer) in network.called.enumerated() where !peer.isClosed && !peer.text.isEmpty {
            if onCall(number) != nil { send(onFrame(number, second), to: peer) }
        }
    }

    private func send(_ text: String, to peer: SimulatedSockets.Peer) {
        let bytes = Array(text.utf8)
        let first = min(cut ?? bytes.count, bytes.count)
        peer.send(Array(bytes[..<first]))
        guard first < bytes.count else { return }
        network.sockets.deliver()
        peer.send(Array(bytes[first...]))
    }

    var report: SwarmReport { run.result }
}

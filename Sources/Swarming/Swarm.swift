internal import EventLoop
internal import Glibc

/// Many streams on one loop: it opens them, reads them, and tells a meter of each second that they bring.
///
/// Make it and use it on its loop only.
final class Swarm {
    enum Phase: UInt8 {
        /// Not connected yet, or no longer.
        case idle
        case connecting, head, live
    }

    struct Stream {
        var descriptor: Descriptor = -1
        var phase = Phase.idle
        var scan = FrameScanner.State()
        var isGzip = false
        /// The second of the last countdown, 0 before the first.
        var last = 0
    }

    let plan: SwarmPlan
    let sockets: any ConnectingSockets
    let wallTime: () -> WallTime
    /// Monotonic time.
    let now: () -> Duration

    var streams: [Stream]
    /// The index of a stream by its descriptor, -1 for none.
    private var indices: [Int32] = []
    var heads: [Int: [UInt8]] = [:]
    var checkers: [Int: StreamChecker] = [:]
    var shared = SharedFrames()
    var meter = CountdownMeter()
    var herd: Herd?

    /// One buffer for all reads; in front of what is read there is room for what was kept of the stream.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FrameScanner.mostKept + 65_536, alignment: 16)
    /// What is kept of each stream between two reads.
    let kept: UnsafeMutableRawBufferPointer
    var body: [UInt8] = []

    /// Streams whose answer has not come yet.
    var pending = 0
    /// Streams that flow.
    var live = 0
    var bytes = 0
    var ended = 0
    var endedAfterBye = 0
    /// How often a connection did not become a stream, by reason.
    var failures: [String: Int] = [:]
    /// Streams that failed or ended, until somebody asks.
    var lost: [Int] = []
    var checkedEvents = 0
    var streamFaults: [StreamFault: Int] = [:]

    init(
        plan: SwarmPlan, sockets: any ConnectingSockets, wallTime: @escaping () -> WallTime,
        now: @escaping () -> Duration
    ) {
        self.plan = plan
        self.sockets = sockets
        self.wallTime = wallTime
        self.now = now
        streams = Array(repeating: Stream(), count: plan.subscribers)
        kept = .allocate(byteCount: plan.subscribers * FrameScanner.mostKept, alignment: 1)
    }

    deinit {
        for stream in streams where stream.phase != .idle { sockets.close(stream.descriptor) }
        buffer.deallocate()
        kept.deallocate()
    }

    func connect(_ index: Int) {
        let source = plan.sources.isEmpty ? nil : plan.sources[index % plan.sources.count]
        switch sockets.connect(to: plan.address, from: source) {
        case .failed(let reason): note(failure: reason, of: index)
        case .begun(let descriptor):
            while indices.count <= Int(descriptor) { indices.append(-1) }
            indices[Int(descriptor)] = Int32(index)
            streams[index] = Stream(descriptor: descriptor, phase: .connecting)
            pending += 1
            sockets.watch(descriptor, for: .writing, receiver: self)
        }
    }

    /// Gives up those that have been waiting for an answer.
    func abandonPending() {
        for index in streams.indices where streams[index].phase == .connecting || streams[index].phase == .head {
            fail(index, "no answer in time")
        }
    }

    /// Closes the first streams, all at once.
    func drop(_ count: Int) {
        for index in 0..<count { leave(index) }
    }

    /// Streams that have brought a second, counted from an index on.
    func heard(from index: Int = 0) -> Int {
        streams[index...].reduce(0) { $0 + ($1.phase == .live && $1.last > 0 ? 1 : 0) }
    }

    func fail(_ index: Int, _ reason: String) {
        leave(index)
        note(failure: reason, of: index)
    }

    private func note(failure reason: String, of index: Int) {
        failures[reason, default: 0] += 1
        lost.append(index)
    }

    func end(_ index: Int) {
        let hasBye = streams[index].scan.hasBye
        if let fault = checkers[index]?.faultAtEnd { streamFaults[fault, default: 0] += 1 }
        leave(index)
        ended += 1
        if hasBye { endedAfterBye += 1 }
        lost.append(index)
    }

    private func leave(_ index: Int) {
        let stream = streams[index]
        switch stream.phase {
        case .idle: return
        case .connecting, .head: pending -= 1
        case .live: live -= 1
        }
        sockets.close(stream.descriptor)
        indices[Int(stream.descriptor)] = -1
        heads[index] = nil
        checkers[index] = nil
        streams[index] = Stream()
    }
}

extension Swarm: SocketReceiver {
    func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        let index = Int(indices[Int(descriptor)])
        guard index >= 0 else { return }
        switch streams[index].phase {
        case .live: receive(index)
        case .connecting: ask(index)
        case .head: receiveHead(index)
        case .idle: return
        }
    }

    private func ask(_ index: Int) {
        let descriptor = streams[index].descriptor
        if let reason = sockets.connectFailure(descriptor) { return fail(index, reason) }
        // A new connection takes far more than a request.
        guard plan.request.withUnsafeBytes({ sockets.write(descriptor, $0) }) == .wrote(plan.request.count) else {
            return fail(index, "the request could not be sent")
        }
        streams[index].phase = .head
        sockets.watch(descriptor, for: .reading, receiver: self)
    }
}

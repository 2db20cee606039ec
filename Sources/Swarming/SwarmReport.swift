/// What a run has found. Times are in microseconds and memory in bytes unless a name says otherwise.
struct SwarmReport: Sendable {
    var url: String
    var subscribers: Int
    var seconds: Int
    var verified: Int
    /// It was ended before its time.
    var isShort = false

    var rampMilliseconds = 0
    /// Streams that flowed when the measuring began.
    var live = 0
    var failures: [String: Int] = [:]
    /// Streams that ended before the herd was dropped, and those of them that were told so.
    var ended = 0
    var endedAfterBye = 0
    var endedBeforeHerd = 0

    var shift = 0
    var deliveries = 0
    var bytes = 0
    var lateness: Lateness?
    /// Lateness at each half of a hundredth, from 0 to all, for a plot.
    var curve: [Int] = []
    var faults = SecondFaults()
    var faultsOutside = SecondFaults()
    var checkedEvents = 0
    var streamFaults: [StreamFault: Int] = [:]

    var idle: ProcessUsage?
    var usageAtStart: ProcessUsage?
    var usageAtEnd: ProcessUsage?
    var herd: Return?

    struct Lateness: Equatable, Sendable {
        var p50, p90, p99, p999, max: Int
    }

    /// How a herd came back.
    struct Return: Sendable {
        var dropped: Int
        var returned: Int
        /// From the drop to a stream's first countdown; the maximum is the last stream's.
        var times: Lateness?
        var failures: [String: Int]
        var ended: Int
        /// Frames of those that stayed, how late they were, and what they missed.
        var stayedFrames: Int
        var stayedLateness: Lateness?
        var stayedFaults: SecondFaults

        init(_ herd: Herd, failures: [String: Int], ended: Int) {
            dropped = herd.size
            returned = herd.returned
            times = Lateness(herd.returns)
            self.failures = failures
            self.ended = ended
            stayedFrames = herd.stayed.deliveries
            stayedLateness = Lateness(herd.stayed.lateness)
            stayedFaults = herd.stayed.faults
        }
    }

    init(plan: SwarmPlan, idle: ProcessUsage?) {
        url = plan.url
        subscribers = plan.subscribers
        seconds = plan.seconds
        verified = min(plan.verified, plan.subscribers)
        self.idle = idle
    }

    mutating func take(_ meter: CountdownMeter) {
        shift = meter.shift ?? 0
        deliveries = meter.deliveries
        lateness = Lateness(meter.lateness)
        curve = meter.lateness.quantiles(perTenThousand: (0...200).map { $0 * 50 }).map { $0 / 1_000 }
        faults = meter.faults
        faultsOutside = meter.faultsOutside
    }

    /// Frames that should have come.
    var expected: Int { live * seconds }

    /// Processor time for one delivery, in nanoseconds, and how much of it in the kernel, as far as ticks can tell.
    var nanosecondsPerDelivery: (all: Int, system: Int)? {
        guard let start = usageAtStart, let end = usageAtEnd, deliveries > 0 else { return nil }
        let system = end.systemTicks - start.systemTicks
        let ticks = end.userTicks - start.userTicks + system
        let all = (end.nanoseconds - start.nanoseconds) / deliveries
        return (all, ticks == 0 ? 0 : all * system / ticks)
    }

    /// Resident bytes beyond what the server held before the first connection, for each stream.
    var residentBytesPerStream: Int? {
        guard let idle, let end = usageAtEnd, live > 0 else { return nil }
        return (end.residentBytes - idle.residentBytes) / live
    }

    /// Whether every stream came and brought all that it should.
    var isSound: Bool {
        !isShort && live == subscribers && failures.isEmpty && ended == 0 && deliveries == expected && faults.total == 0
            && faultsOutside.total == 0 && streamFaults.isEmpty
            && (herd.map { $0.returned == $0.dropped && $0.failures.isEmpty && $0.ended == 0 } ?? true)
    }
}

extension SwarmReport.Lateness {
    /// nil when there was no frame.
    init?(_ histogram: LatenessHistogram) {
        let parts = histogram.quantiles(perTenThousand: [5_000, 9_000, 9_900, 9_990]).map { $0 / 1_000 }
        guard parts.count == 4 else { return nil }
        (p50, p90, p99, p999) = (parts[0], parts[1], parts[2], parts[3])
        max = histogram.maximum / 1_000
    }
}

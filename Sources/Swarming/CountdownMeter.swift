internal import EventLoop

/// What must not happen to the seconds of a stream.
struct SecondFaults: Equatable, Sendable {
    /// Seconds that were left out.
    var gaps = 0
    /// Seconds that came twice in a row.
    var doubles = 0
    /// Seconds before the one that came last.
    var disorder = 0
    /// Frames that came before their second.
    var early = 0

    var total: Int { gaps + doubles + disorder + early }
}

/// Measures countdowns against the seconds that they speak of.
struct CountdownMeter {
    /// Seconds by which the server's clock is ahead of this machine's; whole ones, as `--now` shifts it.
    ///
    /// Known by the frames themselves: none leaves before its second, and most come within it.
    private(set) var shift: Int?
    private var observed = Int.min
    /// The same as far as it is known by now.
    var knownShift: Int? { shift ?? (observed == Int.min ? nil : observed) }
    /// The server's seconds that are measured.
    private(set) var window = 0..<0
    private(set) var lateness = LatenessHistogram()
    private(set) var faults = SecondFaults()
    /// The same before and after the window.
    private(set) var faultsOutside = SecondFaults()

    /// Frames of the window.
    var deliveries: Int { lateness.count }

    /// A stream's first frame: it says what time it is at the server, but may be of a second that is half over.
    mutating func begin(with second: Int, at arrival: WallTime) {
        observed = max(observed, second - arrival.seconds)
    }

    /// From now on, the clocks stand as they were seen to.
    ///
    /// - Parameter make: gives the window for the shift.
    mutating func open(_ make: (Int) -> Range<Int>) {
        let shift = observed == Int.min ? 0 : observed
        self.shift = shift
        window = make(shift)
    }

    /// - Parameter last: the second of the frame before it in the same stream.
    @inline(__always)
    mutating func note(_ second: Int, after last: Int, at arrival: WallTime) {
        let isInside = window.contains(second)
        if second != last + 1 { noteFault(second, after: last, isInside) }
        guard let shift else {
            observed = max(observed, second - arrival.seconds)
            return
        }
        let late = (arrival.seconds + shift - second) * 1_000_000_000 + arrival.nanoseconds
        if late < 0 { if isInside { faults.early += 1 } else { faultsOutside.early += 1 } }
        if isInside { lateness.record(nanoseconds: late) }
    }

    private mutating func noteFault(_ second: Int, after last: Int, _ isInside: Bool) {
        if second > last {
            miss(last + 1..<second)
        } else {
            var fault = SecondFaults()
            if second == last { fault.doubles = 1 } else { fault.disorder = 1 }
            if isInside { faults.add(fault) } else { faultsOutside.add(fault) }
        }
    }

    /// Counts seconds that did not come.
    private mutating func miss(_ seconds: Range<Int>) {
        let inside = seconds.clamped(to: window).count
        faults.gaps += inside
        faultsOutside.gaps += seconds.count - inside
    }

    /// The window is over: what a stream has not got of it by now is missing.
    mutating func close(last: Int) {
        let next = max(last + 1, window.lowerBound)
        if next < window.upperBound { miss(next..<window.upperBound) }
    }
}

extension SecondFaults {
    fileprivate mutating func add(_ other: SecondFaults) {
        doubles += other.doubles
        disorder += other.disorder
    }
}

internal import EventLoop

/// Streams that were dropped at once and come back at once, and those that stayed meanwhile.
struct Herd {
    /// How many were dropped: the first ones.
    let size: Int
    /// Monotonic time of the drop.
    let droppedAt: Duration
    /// Times from the drop to each stream's first countdown.
    private(set) var returns = LatenessHistogram()
    private var hasReturned: [Bool]
    /// The seconds of those that stayed.
    private(set) var stayed: CountdownMeter

    /// - Parameter meter: the meter that has measured so far, which knows the server's clock.
    init(size: Int, at now: Duration, after meter: CountdownMeter) {
        self.size = size
        droppedAt = now
        hasReturned = Array(repeating: false, count: size)
        stayed = CountdownMeter(continuing: meter)
    }

    var returned: Int { returns.count }

    mutating func note(_ second: Int, after last: Int, of index: Int, at arrival: WallTime, _ now: Duration) {
        if index < size {
            guard !hasReturned[index] else { return }
            hasReturned[index] = true
            returns.record(nanoseconds: Int((now - droppedAt) / .nanoseconds(1)))
        } else if last > 0 {
            stayed.note(second, after: last, at: arrival)
        }
    }
}

extension CountdownMeter {
    /// A meter without an end, for the seconds after another's window.
    fileprivate init(continuing other: CountdownMeter) {
        self.init()
        begin(with: other.shift ?? 0, at: WallTime(seconds: 0))
        open { _ in other.window.upperBound..<Int.max }
    }
}

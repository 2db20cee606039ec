internal import Synchronization

/// What `--state` has written, for the metrics.
final class StateFigures: Sendable {
    struct Figures: Sendable {
        var writes = 0
        var failures = 0
        /// Bytes of the last write.
        var bytes = 0
        /// Monotonic time of the last write; nil before the first.
        var writtenAt: Duration?
    }

    private let state = Mutex<Figures?>(nil)

    /// nil unless a state is kept.
    var figures: Figures? { state.withLock { $0 } }

    /// A state is kept from now on.
    func begin() { state.withLock { $0 = $0 ?? Figures() } }

    /// - Parameter now: monotonic time.
    func count(_ report: StateReport, at now: Duration) {
        state.withLock { state in
            var figures = state ?? Figures()
            switch report {
            case .written(let bytes):
                figures.writes += 1
                figures.bytes = bytes
                figures.writtenAt = now
            case .failed: figures.failures += 1
            }
            state = figures
        }
    }
}

extension MetricsPage {
    /// - Parameter now: monotonic time.
    mutating func write(_ state: StateFigures.Figures?, at now: Duration) {
        guard let state else { return }
        value("nexttogo_state_writes_total", "counter", "Times that the state was written.", state.writes)
        value("nexttogo_state_failures_total", "counter", "Times that it could not be written.", state.failures)
        value("nexttogo_state_bytes", "gauge", "Size of the state.", state.bytes)
        if let writtenAt = state.writtenAt {
            value(
                "nexttogo_state_age_seconds", "gauge", "Seconds since the state was written.",
                Int((now - writtenAt) / .seconds(1)))
        }
    }
}

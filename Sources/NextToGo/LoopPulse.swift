internal import Synchronization

/// When a loop last turned: written by the loop each second, read by every other for `/healthz`.
package final class LoopPulse: Sendable {
    package let name: String
    /// Monotonic milliseconds.
    private let last: Atomic<Int>

    package init(name: String, now: Duration) {
        self.name = name
        last = Atomic(Self.milliseconds(now))
    }

    package func beat(at now: Duration) {
        last.store(Self.milliseconds(now), ordering: .relaxed)
    }

    package func hasTurned(within patience: Duration, before now: Duration) -> Bool {
        Self.milliseconds(now) - last.load(ordering: .relaxed) < Self.milliseconds(patience)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration / .milliseconds(1))
    }
}

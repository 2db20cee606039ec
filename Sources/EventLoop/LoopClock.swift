internal import CLibevent
internal import Synchronization

/// Monotonic time whose sleepers wait on an event loop: what the engine's `Clock` is outside tests.
package struct LoopClock: Clock {
    private let loop: EventLoop

    package init(loop: EventLoop) {
        self.loop = loop
    }

    package struct Instant: InstantProtocol {
        /// Time since the machine started.
        package var sinceBoot: Duration

        package init(sinceBoot: Duration) {
            self.sinceBoot = sinceBoot
        }

        package func advanced(by duration: Duration) -> Instant { Instant(sinceBoot: sinceBoot + duration) }
        package func duration(to other: Instant) -> Duration { other.sinceBoot - sinceBoot }
        package static func < (left: Instant, right: Instant) -> Bool { left.sinceBoot < right.sinceBoot }
    }

    package var now: Instant { Instant(sinceBoot: MonotonicTime.sinceBoot) }
    package var minimumResolution: Duration { .microseconds(1) }

    /// Sleeps until `deadline` at least; libevent's timers may be early by a hair, so it looks again.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        while true {
            let left = now.duration(to: deadline)
            guard left > .zero else { return }
            let sleeper = Sleeper()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { sleeper.start(on: loop, for: left, $0) }
            } onCancel: {
                sleeper.cancel()
            }
        }
    }
}

/// One wait: a continuation and the timer that resumes it. The event is freed in its own callback only, on the loop.
private final class Sleeper: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false
        /// The address of the event while it may be made active; 0 before and after.
        var event: UInt = 0
    }

    private let state = Mutex(State())

    func start(on loop: EventLoop, for duration: Duration, _ continuation: CheckedContinuation<Void, any Error>) {
        let event = event_new(
            loop.base, -1, 0,
            { _, _, context in
                guard let context else { return }
                Unmanaged<Sleeper>.fromOpaque(context).takeRetainedValue().fire()
            }, Unmanaged.passRetained(self).toOpaque())
        guard let event else { preconditionFailure("no memory for a timer") }
        state.withLock { state in
            state.continuation = continuation
            state.event = UInt(bitPattern: event)
            var time = timeval(duration)
            event_add(event, &time)
            if state.isCancelled { event_active(event, 0, 0) }
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let event = OpaquePointer(bitPattern: state.event) { event_active(event, 0, 0) }
        }
    }

    private func fire() {
        let (continuation, isCancelled, event) = state.withLock { state in
            defer {
                state.continuation = nil
                state.event = 0
            }
            return (state.continuation, state.isCancelled, state.event)
        }
        if let event = OpaquePointer(bitPattern: event) { event_free(event) }
        if isCancelled {
            continuation?.resume(throwing: CancellationError())
        } else {
            continuation?.resume()
        }
    }
}

extension timeval {
    /// Rounded up to the microsecond: a timer should rather be late than early.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = (attoseconds + 999_999_999_999) / 1_000_000_000_000
        self.init(
            tv_sec: Int(seconds) + Int(microseconds / 1_000_000), tv_usec: suseconds_t(microseconds % 1_000_000))
    }
}

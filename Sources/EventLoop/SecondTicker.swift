internal import CLibevent
internal import Glibc

/// Calls back at the beginning of every wall-clock second, never before it, and at once when the clock is set.
///
/// A timer of the kernel on CLOCK_REALTIME that is cancelled when the clock is set (timerfd_create(2)): libevent's own
/// timers are monotonic, would drift against the second, and can be early. Use it on its loop only.
package final class SecondTicker {
    /// Kept, for an event must be freed before its base is.
    private let loop: EventLoop
    private let descriptor: Int32
    private var event: OpaquePointer?
    private let wallClock: any WallClock
    private let phase: Int
    private let action: (WallTime) -> Void

    /// - Parameters:
    ///   - phase: nanoseconds after the beginning of each second, for what has no business there: every core is busy
    ///     with frames then.
    ///   - action: called on the loop with the time at which the tick was seen; the same second can come twice.
    /// - Throws: ``EventLoopError/noBase`` when the system has no descriptor left.
    package init(loop: EventLoop, wallClock: any WallClock, phase: Int = 0, action: @escaping (WallTime) -> Void)
        throws(EventLoopError)
    {
        self.loop = loop
        self.wallClock = wallClock
        self.phase = phase
        self.action = action
        descriptor = next_to_go_timerfd_open()
        guard descriptor >= 0 else { throw .noBase }
        event = event_new(
            loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context else { return }
                Unmanaged<SecondTicker>.fromOpaque(context).takeUnretainedValue().fire()
            }, Unmanaged.passUnretained(self).toOpaque())
        guard let event else { throw .noBase }
        event_add(event, nil)
        arm()
    }

    deinit {
        if let event { event_free(event) }
        close(descriptor)
    }

    private func fire() {
        var expirations: UInt64 = 0
        // Fails with ECANCELED when the clock was set, and with EAGAIN when there was nothing: either way, look at it.
        _ = read(descriptor, &expirations, 8)
        let now = wallClock.wallTime
        arm()
        action(now)
    }

    /// The next second of the system's clock, which is also one of a clock moved by whole seconds.
    private func arm() {
        let now = SystemWallClock().wallTime
        var next = itimerspec()
        next.it_value.tv_sec = now.nanoseconds < phase ? now.seconds : now.seconds + 1
        next.it_value.tv_nsec = phase
        timerfd_settime(descriptor, next_to_go_timerfd_flags(), &next, nil)
    }
}

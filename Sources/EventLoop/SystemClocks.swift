internal import CLibevent
internal import Glibc

// The one file that reads the system's clocks: everything else is given its "now" (Scripts/lint-time proves it).

/// A moment of wall-clock time, as people and feeds count it.
package struct WallTime: Equatable, Sendable {
    /// Whole seconds since 1970-01-01 UTC.
    package var seconds: Int
    /// The part of the second that has gone by, 0 to 999,999,999.
    package var nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

/// Who tells the wall-clock time; given to whatever needs a "now", so that tests can move it.
package protocol WallClock: Sendable {
    var wallTime: WallTime { get }
}

/// The system's wall clock, moved by whole seconds so that ticks stay on its second boundaries.
package struct SystemWallClock: WallClock {
    /// Seconds added to the system's time; 0 by default, else what `--now` asked for.
    package let offset: Int

    package init(offset: Int = 0) {
        self.offset = offset
    }

    package var wallTime: WallTime {
        var time = timespec()
        // CLOCK_REALTIME cannot fail with a valid pointer (clock_gettime(2)).
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(seconds: time.tv_sec + offset, nanoseconds: time.tv_nsec)
    }
}

/// Time since the machine started, which no step of the wall clock moves: for time-outs and intervals.
enum MonotonicTime {
    static var sinceBoot: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

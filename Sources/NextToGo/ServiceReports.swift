internal import ServiceManagement

/// Decides what the service manager is told each second while the server runs (sd_notify(3)).
struct ServiceReports {
    /// Whether the manager wants to hear that every loop turns.
    let hasWatchdog: Bool
    /// A status is told when it is another one, at most this often: the manager has other things to do.
    static let pause = Duration.seconds(10)

    private var status: String?
    private var toldAt: Duration?
    /// The loop that kept the watchdog from being told.
    private var stuck: String?

    init(hasWatchdog: Bool) {
        self.hasWatchdog = hasWatchdog
    }

    /// What to tell now, and what to log.
    struct Beat: Equatable {
        var messages: [ServiceMessage] = []
        var complaint: String?
    }

    /// - Parameters:
    ///   - now: monotonic time.
    ///   - stuck: the name of a loop that has not turned for a while, if there is one.
    mutating func beat(at now: Duration, stuck: String?, status: String) -> Beat {
        var beat = Beat()
        if hasWatchdog, stuck == nil { beat.messages.append(.alive) }
        if hasWatchdog, let stuck, stuck != self.stuck {
            beat.complaint = "the loop '\(stuck)' has not turned for 3 s: the watchdog is not told that all is well"
        }
        self.stuck = stuck
        if status != self.status, toldAt.map({ now - $0 >= Self.pause }) ?? true {
            beat.messages.append(.status(status))
            self.status = status
            toldAt = now
        }
        return beat
    }
}

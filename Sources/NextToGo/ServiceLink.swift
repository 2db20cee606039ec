internal import EventLoop
internal import Racing
internal import ServiceManagement

/// The server's side towards the service manager: says how it is, on the main loop. Without a manager it does nothing.
final class ServiceLink {
    private let manager: ServiceManager
    private let log: Log
    private var reports: ServiceReports
    private var hasComplained = false

    /// How long a loop may stand still; as for `/healthz`.
    private static let patience = Duration.seconds(3)

    init(_ manager: ServiceManager, log: Log) {
        self.manager = manager
        self.log = log
        var watchdog: Duration?
        do throws(ServiceManagerError) {
            watchdog = try manager.watchdog()
        } catch {
            log(.warning, error.clause)
        }
        // It is told once a second, when all loops have turned in the last three.
        if let watchdog, watchdog < .seconds(5) {
            log(.warning, "the watchdog's time of \(watchdog / .seconds(1)) s is short: give WatchdogSec= 5 s at least")
        }
        reports = ServiceReports(hasWatchdog: watchdog != nil)
    }

    func tell(_ messages: ServiceMessage...) { tell(messages) }

    private func tell(_ messages: [ServiceMessage]) {
        do throws(ServiceManagerError) {
            try manager.tell(messages)
        } catch {
            // Once: it would be said every second.
            if !hasComplained { log(.warning, error.clause) }
            hasComplained = true
        }
    }

    /// Once a second.
    ///
    /// - Parameters:
    ///   - pulses: of the loops that must turn.
    ///   - now: monotonic time.
    func beat(_ pulses: some Sequence<LoopPulse>, at now: Duration, status: @autoclosure () -> String) {
        guard manager.listens else { return }
        let stuck = pulses.first { !$0.hasTurned(within: Self.patience, before: now) }
        let beat = reports.beat(at: now, stuck: stuck?.name, status: status())
        if let complaint = beat.complaint { log(.error, complaint) }
        tell(beat.messages)
    }

    /// How the server is, in a line: `1200 of 65240 streams, feed neds is fresh`.
    static func status(streams: Int, limit: Int, feed: FeedOrigin.Source, state: FeedStatus.State) -> String {
        "\(streams) of \(limit) streams, feed \(feed.rawValue) is \(state.rawValue)"
    }
}

internal import HTTPServer
internal import Synchronization

/// Tells the operator once that descriptors have run out, however many loops notice.
final class ShortageLog: Sendable {
    private let log: Log
    private let lastTold = Mutex<Duration?>(nil)

    init(log: Log) {
        self.log = log
    }

    /// - Parameter now: monotonic time; within ``ConnectionLimits/calmTime`` it is the same shortage.
    func tell(at now: Duration) {
        let isNew = lastTold.withLock { last in
            defer { last = now }
            return last.map { now - $0 >= ConnectionLimits().calmTime } ?? true
        }
        if isNew { log(.warning, "out of descriptors: accepting pauses") }
    }
}

/// What a service tells its manager, each as lines of `VARIABLE=value` (sd_notify(3)).
package enum ServiceMessage: Equatable, Sendable {
    /// Everything that the service is for can be had now; also ends a reload.
    case ready
    /// Begins a reload; `at` is monotonic time, by which the manager knows an old message from a new one.
    case reloading(at: Duration)
    /// The end has begun and may take this long, whatever the unit's own time limit is.
    case stopping(within: Duration)
    /// Every loop turns.
    case alive
    /// One line for people who ask how the service is.
    case status(String)

    package var text: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let now): "RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds(now))"
        case .stopping(let limit): "STOPPING=1\nEXTEND_TIMEOUT_USEC=\(Self.microseconds(limit))"
        case .alive: "WATCHDOG=1"
        case .status(let line): "STATUS=" + String(line.map { $0.isNewline ? " " : $0 })
        }
    }

    private static func microseconds(_ duration: Duration) -> Int { Int(duration / .microseconds(1)) }
}

/// Bounds of what one client may ask of a connection (contract 8).
package struct ConnectionLimits: Equatable, Sendable {
    package var head = HeadLimits.default
    /// From accept, or on a kept connection from its first byte, to the end of a head.
    package var headTime: Duration = .seconds(10)
    /// Between two requests.
    package var idleTime: Duration = .seconds(30)
    /// Without the peer taking any of an answer.
    package var writeTime: Duration = .seconds(30)
    package var requestsPerConnection = 100
    /// How long accepting pauses when the process is out of descriptors.
    package var acceptPause: Duration = .milliseconds(250)
    /// Without a pause, after which the next one counts as another shortage.
    package var calmTime: Duration = .seconds(60)

    package init() {}
}

/// What a server has done, for the metrics.
package struct HTTPCounts: Equatable, Sendable {
    package var accepted = 0
    package var requests = 0
    /// Heads refused, by status.
    package var refusals: [Int: Int] = [:]
    package var timeouts = 0
    /// Times that accepting paused for want of descriptors.
    package var pauses = 0

    package init() {}
}

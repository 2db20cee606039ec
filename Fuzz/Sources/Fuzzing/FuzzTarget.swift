/// What can be fuzzed; the raw value names the target on the command line and its folder of inputs.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Heads of requests, however they are split.
    case heads
    /// Queries of request targets.
    case queries
    /// Blocks of addresses, and whom trusted proxies speak for.
    case addresses
    /// Bodies of the feed, up to what is shown of them.
    case bodies
    /// Events in both formats, read again.
    case events
    /// The command line and the environment.
    case options
    /// Histories of a state file or of another node.
    case histories
    /// What Redis answers to a node.
    case turns

    /// Ends the process when something that must hold does not.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .heads: HeadTarget.run(bytes)
        case .queries: QueryTarget.run(bytes)
        case .addresses: AddressTarget.run(bytes)
        case .bodies: BodyTarget.run(bytes)
        case .events: EventTarget.run(bytes)
        case .options: OptionTarget.run(bytes)
        case .histories: HistoryTarget.run(bytes)
        case .turns: TurnTarget.run(bytes)
        }
    }
}

/// Ends the process, and so the run, with a sentence that says what does not hold.
func require(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(claim())") }
}

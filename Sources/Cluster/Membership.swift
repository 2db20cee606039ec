/// What a node is among the others.
package enum NodeRole: String, CaseIterable, Sendable {
    /// It has just started and has not heard from Redis yet.
    case joining
    /// It polls for itself: Redis is away, or its clock is wrong.
    case alone
    /// It shows what another node polls.
    case following
    /// It polls for all.
    case polling
}

/// Which role a node has: rules and numbers, no clock and no connection. Times are monotonic.
struct Membership: Equatable, Sendable {
    private(set) var role = NodeRole.joining
    /// The clock of this node less that of Redis, as of the last answer; nil before the first.
    private(set) var skew: Duration?
    /// The token of the lease while it is this node's.
    private(set) var token: String?
    private var since: Duration
    private var isInTouch = false

    /// Time after which a lease that nobody renews is free.
    static let lease = Duration.seconds(8)
    /// Time between two turns.
    static let turn = Duration.milliseconds(500)
    /// Time that a node waits at its start before it polls for itself.
    static let joiningTime = Duration.seconds(2)
    /// Time that a follower goes on with what it has before it polls for itself; another for each node, so that not
    /// all of them ask the feed at once.
    private let patience: Duration
    /// A clock further off than this says other seconds than those of the others.
    static let largestSkew = Duration.seconds(1)

    /// - Parameters:
    ///   - now: the start.
    ///   - patience: how long a follower goes on without Redis, 5 to 10 s.
    init(now: Duration, patience: Duration) {
        since = now
        self.patience = patience
    }

    /// Whether the clock is right enough to poll for others.
    var isInStep: Bool { skew.map(Self.isInStep) ?? true }

    static func isInStep(_ skew: Duration) -> Bool {
        skew <= largestSkew && skew >= .zero - largestSkew
    }

    /// Redis answered a turn.
    ///
    /// - Parameters:
    ///   - token: of the lease that holds now; empty when there is none.
    ///   - isOwn: whether it is this node's.
    ///   - skew: the clock of this node less that of Redis.
    mutating func heard(token: String, isOwn: Bool, skew: Duration, at now: Duration) {
        self.skew = skew
        isInTouch = true
        since = now
        self.token = isOwn && isInStep ? token : nil
        if !isInStep {
            role = .alone
        } else if isOwn {
            role = .polling
        } else {
            // With nobody's lease it would be this node's; a moment ago its clock was wrong.
            role = token.isEmpty ? .alone : .following
        }
    }

    /// The lease turned out to be another's.
    mutating func wasFenced() {
        token = nil
        if role == .polling { role = .following }
    }

    /// Redis did not answer. The role lasts until patience is over; but who polled for all goes on, for itself.
    mutating func lost(at now: Duration) {
        if isInTouch { since = now }
        isInTouch = false
        token = nil
        if role == .polling { role = .alone }
        pass(to: now)
    }

    /// Time has passed.
    mutating func pass(to now: Duration) {
        guard !isInTouch else { return }
        switch role {
        case .joining where now - since >= Self.joiningTime: role = .alone
        case .following where now - since >= patience: role = .alone
        default: break
        }
    }
}

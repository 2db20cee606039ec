package import EventLoop
internal import HistoryRecords
package import Racing

/// One of several nodes that share a board through Redis: takes turns with it, holds the lease or follows who does.
///
/// An actor on a loop of its own, since looking up a name may block it. Every entry of the stream is a whole history,
/// so that all nodes compute their frames from the very same value.
package actor ClusterNode<NodeClock: Clock> where NodeClock.Duration == Duration {
    private let executor: any SerialExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let settings: ClusterSettings
    private let clock: NodeClock
    private let wallClock: any WallClock
    private let hooks: ClusterHooks
    private let makeTransport: @Sendable () -> any RedisTransport
    private lazy var transport = makeTransport()
    private let keys: [String]
    private let start: NodeClock.Instant

    private var membership: Membership
    private var random: SplitMix64
    private var isConnected = false
    /// Until when it leaves the lease to others, since it has no card to give.
    private var yieldsUntil: NodeClock.Instant
    /// The newest entry that this node has, or has refused.
    private var last = EntryID.none
    /// An entry that lies so far ahead that a wrong clock must have made it.
    private var absurd: String?
    /// The digests of the scripts, as this connection's Redis named them.
    private var digests: [Script: [UInt8]] = [:]
    private var toldRole: NodeRole?
    private var toldNeed = 0
    private var toldFailure: String?
    private var failures = 0

    private enum Script: CaseIterable {
        case turn, publish, rest, needs, leave

        var text: String {
            switch self {
            case .turn: ClusterScripts.turn
            case .publish: ClusterScripts.publish
            case .rest: ClusterScripts.rest
            case .needs: ClusterScripts.needs
            case .leave: ClusterScripts.leave
            }
        }
    }

    /// - Parameters:
    ///   - clock: measures waiting times.
    ///   - wallClock: the one that is held against Redis'.
    ///   - executor: the loop of the connection.
    ///   - transport: makes the connection; called once, on the loop.
    package init(
        settings: ClusterSettings, clock: NodeClock, wallClock: any WallClock, executor: any SerialExecutor,
        hooks: ClusterHooks, transport: @escaping @Sendable () -> any RedisTransport
    ) {
        self.settings = settings
        self.clock = clock
        self.wallClock = wallClock
        self.executor = executor
        self.hooks = hooks
        makeTransport = transport
        start = clock.now
        yieldsUntil = clock.now
        random = SplitMix64(seed: settings.seed)
        membership = Membership(now: .zero, patience: .milliseconds(random.next(in: 5_000...10_000)))
        keys = ClusterScripts.keys(
            feed: settings.feed, rules: "\(settings.rules.hideAfter):\(settings.rules.staleAfter)",
            format: HistoryFormat.version)
    }

    /// Time for which a node without a card leaves the lease to others.
    static var yieldingTime: Duration { .seconds(5) }

    /// Entries that the stream keeps: the newest is all that a node needs, the others are for whoever looks into it.
    static var keptEntries: Int { 16 }

    /// Takes turns until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do throws(RedisFailure) {
                try await connect()
                while !Task.isCancelled {
                    try await takeTurn()
                    guard await sleep(Membership.turn) else { return }
                }
            } catch {
                lose(error)
                guard await sleep(pauseAfterFailure()) else { return }
            }
        }
    }

    /// Offers a history to the others.
    ///
    /// - Parameter from: the second from which it is everybody's, not before its last change.
    package func share(_ history: CardHistory, from: Second) async -> ShareOutcome {
        passTime()
        guard isConnected, let token = membership.token else {
            return membership.role == .following ? .refused : .alone
        }
        guard history.hasCard else {
            // Whoever has one speaks for all, though the feed fails.
            yieldsUntil = clock.now.advanced(by: Self.yieldingTime)
            return .alone
        }
        do throws(RedisFailure) {
            return try await publish(history, from, token)
        } catch {
            lose(error)
            return .alone
        }
    }

    /// Leaves a rest for whoever polls next, if this node polls for all; within ``RedisConnection/patience``.
    package func leaveAlone(for time: Duration, failures: Int) async {
        let milliseconds = Int((time / .milliseconds(1)).rounded(.up))
        guard isConnected, let token = membership.token, milliseconds > 0 else { return }
        do throws(RedisFailure) {
            _ = try await run(.rest, [token, String(milliseconds), String(failures)])
        } catch {
            lose(error)
        }
    }

    /// Ends the connection, and gives the lease back so that another node takes it with its next turn; within
    /// ``RedisConnection/patience``. To be called once ``run()`` has ended, while the loop still turns.
    package func leave() async {
        if isConnected { _ = try? await run(.leave, [settings.nodeID]) }
        isConnected = false
        transport.close()
    }

    private func publish(
        _ history: CardHistory, _ from: Second, _ token: String
    ) async throws(RedisFailure) -> ShareOutcome {
        let bytes = HistoryFormat.encode(history, feed: settings.feed)
        let reply = try await run(
            .publish,
            words: [
                Array(token.utf8), Array(last.text.utf8), Array(String(from.sinceEpoch).utf8), bytes,
                Array(String(Self.keptEntries).utf8),
            ])
        guard case .list(let answer) = reply, answer.count == 2, let outcome = answer[0].text else {
            throw RedisFailure("the script 'publish' answered something else")
        }
        switch outcome {
        case "added":
            if let id = answer[1].text.flatMap(EntryID.init) { last = max(last, id) }
            hooks.report(.published(bytes: bytes.count))
            return .shared
        case "fenced":
            membership.wasFenced()
            tellRole()
            hooks.report(.fenced)
            return .refused
        case "behind":
            hooks.report(.fenced)
            return .refused
        default:
            // Too early or too late for the others: clocks are at odds, and the next turn will tell.
            hooks.report(.fenced)
            return .alone
        }
    }

    private func connect() async throws(RedisFailure) {
        try transport.open()
        if let password = settings.password { try refuse(try await transport.call("AUTH", password)) }
        try refuse(try await transport.call("SELECT", String(settings.database)))
        for script in Script.allCases {
            let reply = try await transport.call("SCRIPT", "LOAD", script.text)
            try refuse(reply)
            if case .bytes(let digest) = reply { digests[script] = digest }
        }
        isConnected = true
    }

    /// Throws what Redis said when it refused.
    private func refuse(_ reply: RedisReply) throws(RedisFailure) {
        if case .error(let words) = reply { throw RedisFailure("it says '\(words)'") }
    }

    private func run(_ script: Script, _ words: [String]) async throws(RedisFailure) -> RedisReply {
        try await run(script, words: words.map { Array($0.utf8) })
    }

    private func run(_ script: Script, words: [[UInt8]]) async throws(RedisFailure) -> RedisReply {
        let head = [Array("EVALSHA".utf8), digests[script] ?? [], Array(String(keys.count).utf8)]
        let reply = try await transport.call(head + keys.map { Array($0.utf8) } + words)
        try refuse(reply)
        return reply
    }

    private func takeTurn() async throws(RedisFailure) {
        let asked = clock.now
        let reply = try await run(
            .turn,
            [
                settings.nodeID, membership.isInStep && asked >= yieldsUntil ? "1" : "0",
                String(Int(Membership.lease / .milliseconds(1))), last.next.text,
            ])
        let (wallTime, roundTrip) = (wallClock.wallTime, asked.duration(to: clock.now))
        guard let answer = TurnAnswer(reply) else { throw RedisFailure("the script 'turn' answered something else") }
        // Redis looked at its clock somewhere in between.
        let here = Duration.seconds(wallTime.seconds) + .nanoseconds(wallTime.nanoseconds) - roundTrip / 2
        let skew = here - .seconds(answer.time.seconds) - .nanoseconds(answer.time.nanoseconds)
        let doubt = roundTrip / 2
        let sure = skew > doubt ? skew - doubt : skew < .zero - doubt ? skew + doubt : .zero
        // A node with a wrong clock is on its own: what it is not given now, it gets when its clock is right.
        if let newest = answer.newest, newest.name != absurd, Membership.isInStep(sure) { await take(newest) }
        membership.heard(
            token: answer.token, isOwn: answer.token.hasPrefix(settings.nodeID + ":"), skew: sure,
            at: start.duration(to: clock.now))
        failures = 0
        if toldFailure != nil || toldRole == nil { hooks.report(.connected) }
        toldFailure = nil
        hooks.report(.skew(skew, isInStep: membership.isInStep))
        tellRole(rest: try await exchangeNeeds())
    }

    /// Tells the one that polls what boards lack here, or hears it of the others; the rest that it was left with.
    private func exchangeNeeds() async throws(RedisFailure) -> NeedsAnswer.Rest? {
        let isPolling = membership.role == .polling
        let own = membership.role == .following ? min(max(hooks.need(), 0), 2) : 0
        guard isPolling || own > 0 else { return nil }
        guard let answer = NeedsAnswer(try await run(.needs, [String(own)])) else {
            throw RedisFailure("the script 'needs' answered something else")
        }
        if isPolling, answer.need != toldNeed {
            toldNeed = answer.need
            hooks.setOthersNeed(answer.need)
        }
        return answer.rest
    }

    /// Takes an entry, before it is told whether to poll.
    private func take(_ entry: TurnAnswer.Entry) async {
        guard let id = entry.id, id.second <= wallClock.wallTime.seconds + CardHistory.foresight else {
            absurd = entry.name
            let second = entry.name.prefix { $0 != "-" }.prefix(20)
            return hooks.report(.refusedEntry("it holds from \(second), which is too far ahead"))
        }
        last = max(last, id)
        do throws(CardHistoryRecord.Refusal) {
            let history = try HistoryFormat.decode(
                entry.card, feed: settings.feed, rules: settings.rules, origin: settings.origin)
            hooks.report(await hooks.adopt(history, Second(id.second)) ? .adopted : .passedOver)
        } catch {
            hooks.report(.refusedEntry(error.reason))
        }
    }

    private func lose(_ failure: RedisFailure) {
        isConnected = false
        transport.close()
        failures += 1
        membership.lost(at: start.duration(to: clock.now))
        if toldFailure != failure.reason {
            toldFailure = failure.reason
            hooks.report(.lost(failure.reason))
        } else {
            hooks.report(.stillLost)
        }
        tellRole()
    }

    private func passTime() {
        membership.pass(to: start.duration(to: clock.now))
        tellRole()
    }

    private func tellRole(rest: NeedsAnswer.Rest? = nil) {
        guard membership.role != toldRole else { return }
        toldRole = membership.role
        hooks.report(.role(membership.role))
        hooks.setRole(membership.role, membership.role == .polling ? rest : nil)
        // Who does not poll for all hears no more of what the others lack.
        if membership.role != .polling, toldNeed != 0 {
            toldNeed = 0
            hooks.setOthersNeed(0)
        }
    }

    /// Half a second at first, then doubled up to 8 s, less up to a quarter.
    private func pauseAfterFailure() -> Duration {
        let longest = 500 << min(failures - 1, 4)
        return .milliseconds(longest - random.next(in: 0...longest / 4))
    }

    /// Sleeps, and looks at what time does to the role meanwhile; false when the task was cancelled.
    private func sleep(_ duration: Duration) async -> Bool {
        let end = clock.now.advanced(by: duration)
        while clock.now < end {
            do {
                try await clock.sleep(until: min(end, clock.now.advanced(by: Membership.turn)), tolerance: nil)
            } catch {
                return false
            }
            passTime()
        }
        return true
    }
}

import EventLoop
import Racing
import Synchronization
import TestSupport

@testable import Cluster

/// Redis as the scripts see it, in virtual time, with a network that can be cut.
final class ModelRedis: Sendable {
    private struct State {
        var isUp = true
        /// Who cannot be reached.
        var cut: Set<String> = []
        var lease: (token: String, ends: Duration)?
        var leases = 0
        var rest: (failures: String, ends: Duration)?
        var need: (text: String, ends: Duration)?
        var entries: [(id: EntryID, card: [UInt8])] = []
        /// All that was ever added, for the checks.
        var added: [EntryID] = []
        var random: SplitMix64
    }

    private let clock: ManualClock
    private let state: Mutex<State>

    init(clock: ManualClock, seed: UInt64) {
        self.clock = clock
        state = Mutex(State(random: SplitMix64(seed: seed)))
    }

    func stop(forgetting: Bool) {
        state.withLock { state in
            state.isUp = false
            if forgetting {
                (state.lease, state.leases, state.entries, state.rest, state.need) = (nil, 0, [], nil, nil)
            }
        }
    }

    func forgetNeed() { state.withLock { $0.need = nil } }
    func start() { state.withLock { $0.isUp = true } }
    func cut(_ node: String) { state.withLock { _ = $0.cut.insert(node) } }

    func heal() {
        state.withLock { state in
            state.isUp = true
            state.cut = []
        }
    }

    func reaches(_ node: String) -> Bool { state.withLock { $0.isUp && !$0.cut.contains(node) } }
    var holder: String? { state.withLock { $0.lease?.token.split(separator: ":").first.map(String.init) } }
    var added: [EntryID] { state.withLock { $0.added } }

    /// The way of one message, 1 to 60 ms.
    func travel() async {
        let way = state.withLock { $0.random.next(in: 1...60) }
        try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(way)))
    }

    /// As the scripts do it; `words` from the script's digest on.
    func run(_ script: String, _ words: [[UInt8]]) -> RedisReply {
        let text = words.map { String(decoding: $0, as: UTF8.self) }
        let (now, wall) = (clock.now.offset, clock.wallTime)
        return state.withLock { state in
            if let lease = state.lease, lease.ends <= now { state.lease = nil }
            switch script {
            case ClusterScripts.turn:
                let isOwn = state.lease?.token.hasPrefix(text[0] + ":") ?? false
                let ends = now + .milliseconds(Int(text[2]) ?? 0)
                if isOwn && text[1] == "1" {
                    state.lease?.ends = ends
                } else if isOwn {
                    state.lease = nil
                } else if state.lease == nil && text[1] == "1" {
                    state.leases += 1
                    state.lease = ("\(text[0]):\(state.leases)", ends)
                }
                let newest = state.entries.last.flatMap { entry in
                    EntryID(text[3]).flatMap { $0 <= entry.id ? entry : nil }
                }
                return .list([
                    .bytes("\(wall.seconds)"), .bytes("\(wall.nanoseconds / 1_000)"), .bytes(state.lease?.token ?? ""),
                    .bytes(newest?.id.text ?? ""), .bytes(newest?.card ?? []),
                ])
            case ClusterScripts.rest:
                guard state.lease?.token == text[0] else { return .number(0) }
                state.rest = (text[2], now + .milliseconds(Int(text[1]) ?? 0))
                return .number(1)
            case ClusterScripts.needs: return needs(text[0], at: now, &state)
            case ClusterScripts.publish: return publish(text, words[3], at: wall.seconds, &state)
            default:
                if state.lease?.token.hasPrefix(text[0] + ":") ?? false { state.lease = nil }
                return .bytes("")
            }
        }
    }

    private func needs(_ own: String, at now: Duration, _ state: inout State) -> RedisReply {
        if let rest = state.rest, rest.ends <= now { state.rest = nil }
        if let need = state.need, need.ends <= now { state.need = nil }
        var need = state.need?.text ?? "0"
        if own != "0" && own >= need {
            need = own
            state.need = (own, now + .seconds(2))
        }
        let left = state.rest.map { Int(($0.ends - now) / .milliseconds(1)) } ?? -2
        return .list([.number(left), .bytes(state.rest?.failures ?? "0"), .bytes(need)])
    }

    private func publish(_ text: [String], _ card: [UInt8], at now: Int, _ state: inout State) -> RedisReply {
        guard state.lease?.token == text[0] else { return .list([.bytes("fenced"), .bytes("")]) }
        guard let known = EntryID(text[1]), let from = Int(text[2]) else { return .error("ERR") }
        if from > now + 10 { return .list([.bytes("early"), .bytes("")]) }
        if let last = state.entries.last {
            if last.id.second > now + 10 {
                state.entries = []
            } else if last.id > known {
                return .list([.bytes("behind"), .bytes(last.id.text)])
            }
        }
        if from < known.second { return .list([.bytes("backwards"), .bytes("")]) }
        let id = EntryID(second: from, count: from == known.second ? known.count + 1 : 0)
        state.entries = state.entries.suffix((Int(text[4]) ?? 1) - 1) + [(id, card)]
        state.added.append(id)
        return .list([.bytes("added"), .bytes(id.text)])
    }
}

extension RedisReply {
    static func bytes(_ text: String) -> RedisReply { .bytes(Array(text.utf8)) }
}

/// A connection of one node to the model.
final class ModelTransport: RedisTransport {
    private let node: String
    private let redis: ModelRedis
    private let clock: ManualClock
    private var isOpen = false

    init(node: String, redis: ModelRedis, clock: ManualClock) {
        self.node = node
        self.redis = redis
        self.clock = clock
    }

    func open() throws(RedisFailure) { isOpen = true }
    func close() { isOpen = false }

    func call(_ words: [[UInt8]]) async throws(RedisFailure) -> RedisReply {
        guard isOpen else { throw RedisFailure("there is no connection") }
        await redis.travel()
        try await arrive()
        let reply: RedisReply =
            switch String(decoding: words[0], as: UTF8.self) {
            case "SCRIPT": .bytes(words[2])
            case "EVALSHA": redis.run(String(decoding: words[1], as: UTF8.self), Array(words[8...]))
            default: .bytes("OK")
            }
        // What was done is done, whether its sender hears of it or not.
        await redis.travel()
        try await arrive()
        return reply
    }

    private func arrive() async throws(RedisFailure) {
        guard redis.reaches(node) else {
            try? await clock.sleep(until: clock.now.advanced(by: RedisConnection.patience))
            isOpen = false
            throw RedisFailure("no answer within 1 s")
        }
    }
}

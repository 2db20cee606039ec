import EventLoop
import Foundation
import Synchronization
import Testing

@testable import Cluster

/// Talks to a real Redis as a node does, on a loop of its own.
actor RedisProbe {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private lazy var connection = RedisConnection(address, loop: loop)
    private let address: RedisAddress

    init(port: UInt16, password: String? = nil) throws {
        loop = try EventLoop()
        _ = try loop.runOnThread()
        address = try RedisAddress("redis://127.0.0.1:\(port)")
    }

    /// The connection ends on its loop.
    isolated deinit {}

    /// Connects, again and again while the server comes up.
    func open() async throws {
        let clock = LoopClock(loop: loop)
        for _ in 0..<100 {
            if (try? connection.open()) != nil, (try? await connection.call("PING")) == .bytes(Array("PONG".utf8)) {
                return
            }
            try await clock.sleep(until: clock.now.advanced(by: .milliseconds(50)))
        }
        throw RedisFailure("redis-server did not come up")
    }

    func openOnce() throws { try connection.open() }

    func call(_ words: String...) async throws -> RedisReply {
        try await connection.call(words.map { Array($0.utf8) })
    }

    func call(bytes words: [[UInt8]]) async throws -> RedisReply { try await connection.call(words) }

    /// Several commands at once, with the answer to each.
    nonisolated func echo(_ words: [String]) async throws -> [RedisReply] {
        let calls = words.map { word in
            Task(executorPreference: loop) { try await self.call("ECHO", word) }
        }
        var answers: [RedisReply] = []
        for call in calls { answers.append(try await call.value) }
        return answers
    }

    func close() { connection.close() }

    nonisolated func answerAsItCloses(prefersLoop: Bool) async throws -> RedisReply {
        prefersLoop
            ? try await Task(executorPreference: loop) { try await self.callAsItCloses() }.value
            : try await callAsItCloses()
    }

    /// A command beside which the connection ends: the loop hears of the end as soon as it can.
    func callAsItCloses() async throws -> RedisReply {
        loop.submit { self.assumeIsolated { $0.connection.close() } }
        return try await connection.call("PING")
    }

    /// Seconds of Redis' clock.
    func time() async throws -> Int {
        guard case .list(let parts) = try await call("TIME") else { return 0 }
        return parts[0].integer ?? 0
    }

    static let keys = ClusterScripts.keys(feed: "demo", rules: "60:60", format: 1)

    func reply(_ script: String, _ words: [String]) async throws -> RedisReply {
        try await connection.call(
            (["EVAL", script, String(Self.keys.count)] + Self.keys + words).map { Array($0.utf8) })
    }

    func run(_ script: String, _ words: String...) async throws -> [String] {
        switch try await reply(script, words) {
        case .list(let answers): answers.map { $0.text ?? $0.integer.map(String.init) ?? "?" }
        case let other: ["\(other)"]
        }
    }

    func turn(_ node: String, mayLead: Bool = true, lease: Int = 8_000, after last: String = "0-1") async throws
        -> [String]
    {
        Array(try await run(ClusterScripts.turn, node, mayLead ? "1" : "0", "\(lease)", last).dropFirst(2))
    }

    func publish(_ token: String, after last: String, from second: Int, _ card: String = "card") async throws
        -> [String]
    {
        try await run(ClusterScripts.publish, token, last, "\(second)", card, "4")
    }
}

@Suite(RedisServer.needed) struct `The scripts` {
    private let server: RedisServer
    private let redis: RedisProbe

    init() async throws {
        server = try RedisServer()
        redis = try RedisProbe(port: server.port)
        try await redis.open()
    }

    @Test func `give a free lease to the first who may have it, and keep it for who has it`() async throws {
        #expect(try await redis.turn("n", mayLead: false) == ["", "", ""])
        #expect(try await redis.turn("n") == ["n:1", "", ""])
        #expect(try await redis.turn("m") == ["n:1", "", ""])
        #expect(try await redis.turn("n") == ["n:1", "", ""])
        // A node whose name only begins alike is another.
        #expect(try await redis.turn("") == ["n:1", "", ""])
        // Who may not lead any more gives it up, and the next takes it, under another token.
        #expect(try await redis.turn("n", mayLead: false) == ["", "", ""])
        #expect(try await redis.turn("m") == ["m:2", "", ""])
        _ = try await redis.run(ClusterScripts.leave, "n")
        #expect(try await redis.turn("n") == ["m:2", "", ""])
        _ = try await redis.run(ClusterScripts.leave, "m")
        #expect(try await redis.turn("n") == ["n:3", "", ""])
    }

    @Test func `keep a rest of who holds the lease only, for as long as it lasts`() async throws {
        _ = try await redis.turn("n")
        #expect(try await redis.reply(ClusterScripts.rest, ["n:0", "60000", "3"]) == .number(0))
        #expect(NeedsAnswer(try await redis.reply(ClusterScripts.needs, ["0"]))?.rest == nil)
        #expect(try await redis.reply(ClusterScripts.rest, ["n:1", "60000", "3"]) == .number(1))
        let rest = NeedsAnswer(try await redis.reply(ClusterScripts.needs, ["0"]))?.rest
        #expect(rest?.failures == 3)
        #expect(rest.map { $0.time > .seconds(50) && $0.time <= .seconds(60) } == true)
        _ = try await redis.reply(ClusterScripts.rest, ["n:1", "1", "0"])
        while try await redis.call("EXISTS", RedisProbe.keys[3]) != .number(0) {}
        #expect(NeedsAnswer(try await redis.reply(ClusterScripts.needs, ["0"]))?.rest == nil)
    }

    @Test func `keep the greatest need of all nodes, for two seconds after it was told last`() async throws {
        func need(_ own: String) async throws -> Int? {
            NeedsAnswer(try await redis.reply(ClusterScripts.needs, [own]))?.need
        }
        #expect(try await need("0") == 0)
        #expect(try await need("2") == 2)
        #expect(try await need("1") == 2)
        #expect(try await redis.call("PTTL", RedisProbe.keys[4]).integer.map { (1...2_000).contains($0) } == true)
        _ = try await redis.call("DEL", RedisProbe.keys[4])
        #expect(try await need("1") == 1)
        #expect(try await need("0") == 1)
    }

    @Test func `let a lease run out unless it is renewed`() async throws {
        #expect(try await redis.turn("n", lease: 30_000) == ["n:1", "", ""])
        #expect(try await redis.call("PTTL", RedisProbe.keys[0]).integer ?? 99_999 <= 30_000)
        #expect(try await redis.turn("n", lease: 60_000) == ["n:1", "", ""])
        #expect(try await redis.call("PTTL", RedisProbe.keys[0]).integer ?? 0 > 50_000)
        #expect(try await redis.turn("n", lease: 1) == ["n:1", "", ""])
        while try await redis.call("EXISTS", RedisProbe.keys[0]) != .number(0) {}
        #expect(try await redis.turn("m") == ["m:2", "", ""])
    }

    @Test func `let in only who holds the lease, and only what is newer than all before`() async throws {
        let now = try await redis.time()
        #expect(try await redis.publish("n:1", after: "0-0", from: now) == ["fenced", ""])
        _ = try await redis.turn("n")
        #expect(try await redis.publish("n:0", after: "0-0", from: now) == ["fenced", ""])
        #expect(try await redis.publish("n:1", after: "0-0", from: now, "one") == ["added", "\(now)-0"])
        // Not after something that it has not seen, nor before something that it has.
        #expect(try await redis.publish("n:1", after: "0-0", from: now + 1) == ["behind", "\(now)-0"])
        #expect(try await redis.publish("n:1", after: "\(now)-0", from: now - 1) == ["backwards", ""])
        // A second may be said again, by who has seen it.
        #expect(try await redis.publish("n:1", after: "\(now)-0", from: now, "two") == ["added", "\(now)-1"])
        #expect(try await redis.publish("n:1", after: "\(now)-1", from: now + 2, "three") == ["added", "\(now + 2)-0"])
        // A poller that slept over its lease finds another's.
        _ = try await redis.run(ClusterScripts.leave, "n")
        #expect(try await redis.turn("m", after: "\(now)-2") == ["m:2", "\(now + 2)-0", "three"])
        #expect(try await redis.publish("n:1", after: "\(now + 2)-0", from: now + 3) == ["fenced", ""])
        #expect(try await redis.turn("m", after: "\(now + 2)-1") == ["m:2", "", ""])
    }

    @Test func `keep the last few entries, for an hour`() async throws {
        let now = try await redis.time()
        _ = try await redis.turn("n")
        for second in 0..<9 {
            let last = second == 0 ? "0-0" : "\(now - 10 + second)-0"
            #expect(
                try await redis.publish("n:1", after: last, from: now - 9 + second) == [
                    "added", "\(now - 9 + second)-0",
                ])
        }
        #expect(try await redis.call("XLEN", RedisProbe.keys[2]) == .number(4))
        #expect((3_500...3_600).contains(try await redis.call("TTL", RedisProbe.keys[2]).integer ?? 0))
    }

    @Test func `refuse what lies too far ahead, and clear away what a wrong clock has left`() async throws {
        let now = try await redis.time()
        _ = try await redis.turn("n")
        #expect(try await redis.publish("n:1", after: "0-0", from: now + 100) == ["early", ""])
        _ = try await redis.call("XADD", RedisProbe.keys[2], "\(now + 3_600)-0", "card", "absurd")
        #expect(try await redis.turn("n") == ["n:1", "\(now + 3_600)-0", "absurd"])
        #expect(try await redis.publish("n:1", after: "0-0", from: now + 2, "right") == ["added", "\(now + 2)-0"])
        #expect(try await redis.turn("n") == ["n:1", "\(now + 2)-0", "right"])
    }

    /// Restarted empty within the second of the last entry: its number must not be given to another one.
    @Test func `never name two entries alike, even when Redis has forgotten the first`() async throws {
        let now = try await redis.time()
        _ = try await redis.turn("n")
        #expect(try await redis.publish("n:1", after: "0-0", from: now) == ["added", "\(now)-0"])
        _ = try await redis.call("FLUSHALL")
        #expect(try await redis.turn("n") == ["n:1", "", ""])
        #expect(try await redis.publish("n:1", after: "\(now)-0", from: now) == ["added", "\(now)-1"])
    }
}

@Suite(RedisServer.needed) struct `A connection to Redis` {
    private let server: RedisServer
    private let redis: RedisProbe

    init() async throws {
        server = try RedisServer(password: nil)
        redis = try RedisProbe(port: server.port)
        try await redis.open()
    }

    @Test func `carries every kind of answer, and any bytes`() async throws {
        let all = (0...255).map { UInt8($0) }
        #expect(try await redis.call(bytes: [Array("ECHO".utf8), all]) == .bytes(all))
        #expect(try await redis.call("ECHO", "") == .bytes([]))
        #expect(try await redis.call("GET", "nothing") == .null)
        #expect(try await redis.call("INCR", "n") == .number(1))
        #expect(try await redis.call("SET", "s", "x") == .bytes(Array("OK".utf8)))
        #expect(try await redis.call("MGET", "n", "nothing") == .list([.bytes(Array("1".utf8)), .null]))
        #expect(
            try await redis.call("EVAL", "return {1, {}, {'a'}}", "0")
                == .list([.number(1), .list([]), .list([.bytes([97])])]))
        guard case .error(let words) = try await redis.call("NONSENSE") else { throw RedisFailure("no error") }
        #expect(words.hasPrefix("ERR unknown command"))
        let long = String(repeating: "x", count: 3 << 20)
        #expect(try await redis.call("ECHO", long).text == long)
    }

    @Test func `gives each of many commands its own answer`() async throws {
        let words = (0..<500).map { "word \($0)" }
        #expect(try await redis.echo(words).map(\.text) == words)
    }

    @Test func `gives up after a second without an answer, for all who wait, and can be opened again`() async throws {
        server.signal(SIGSTOP)
        let clock = ContinuousClock()
        let start = clock.now
        await #expect(throws: RedisFailure("no answer within 1 s")) { try await redis.echo(["a", "b", "c"]) }
        #expect(clock.now - start >= .seconds(1))
        await #expect(throws: RedisFailure("no answer within 1 s")) { try await redis.call("PING") }
        server.signal(SIGCONT)
        try await redis.open()
        #expect(try await redis.call("ECHO", "again").text == "again")
    }

    @Test func `says why it ended`() async throws {
        server.signal(SIGKILL)
        await #expect(throws: RedisFailure.self) {
            for _ in 0..<100 { _ = try await redis.call("PING") }
        }
        let gone = try RedisProbe(port: 1)
        await #expect(throws: RedisFailure("Connection refused")) {
            try await gone.openOnce()
            _ = try await gone.call("PING")
        }
    }

    @Test func `can be closed while somebody waits`() async throws {
        server.signal(SIGSTOP)
        let (redis, clock) = (redis, ContinuousClock())
        let answer = Task { try await redis.call("PING") }
        try await clock.sleep(for: .milliseconds(50))
        await redis.close()
        await #expect(throws: RedisFailure("the connection was closed")) { try await answer.value }
        await #expect(throws: RedisFailure("the connection was closed")) { _ = try await redis.call("PING") }
    }

    /// A task that does not prefer the connection's loop, as the engine's that publishes, may pause between any two steps
    /// of a call.
    @Test(arguments: [false, true]) func `can be closed while somebody is about to ask`(prefersLoop: Bool) async throws
    {
        for _ in 0..<20 {
            try await redis.open()
            await #expect(throws: RedisFailure.self) { try await redis.answerAsItCloses(prefersLoop: prefersLoop) }
        }
    }

    @Test func `cannot reach a name that does not exist`() throws {
        let connection = RedisConnection(try RedisAddress("redis://does-not-exist.invalid"), loop: try EventLoop())
        #expect(throws: RedisFailure.self) { try connection.open() }
    }
}

import Foundation
import Glibc
import ServerSentEvents
import Testing

private let needsRedis = ConditionTrait.enabled(if: LiveRedis.isInstalled, "it needs redis-server")

/// What holds for a stream through everything that can happen to a cluster.
private func expectUnbroken(_ stream: CurlStream, sourceLocation: SourceLocation = #_sourceLocation) {
    let seconds = stream.arrivals.filter { $0.event.type == "countdown" }.map(\.now)
    let first = seconds.first ?? 0
    #expect(seconds == Array(first..<first + seconds.count), sourceLocation: sourceLocation)
    // Only the first board may be a reset.
    let boards = stream.arrivals.filter { $0.event.type == "races" }
    #expect(boards.dropFirst().allSatisfy { $0.member("reset") == false }, sourceLocation: sourceLocation)
    // What is told as changed leads from each board to the next.
    for (old, new) in zip(boards, boards.dropFirst()) {
        let (before, after) = (Set(old.raceIDs), Set(new.raceIDs))
        let changed = new.changes.map { $0.split(separator: " ").map(String.init) }
        #expect(
            Set(changed.filter { $0[1] == "added" }.map { $0[0] }) == after.subtracting(before),
            sourceLocation: sourceLocation)
        #expect(
            Set(changed.filter { ["expired", "delisted", "displaced"].contains($0[1]) }.map { $0[0] })
                == before.subtracting(after), sourceLocation: sourceLocation)
    }
    #expect(stream.parser.oddities.isEmpty, sourceLocation: sourceLocation)
}

/// Whether all streams had the same bytes for the same second, of these events.
private func expectSameBytes(
    _ streams: [CurlStream], _ types: Set<String>, from second: Int = 0, atLeast least: Int = 3,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var seen: [String: Set<String>] = [:]
    var shared = 0
    for stream in streams {
        for arrival in stream.arrivals where types.contains(arrival.event.type) && arrival.now >= second {
            let key = "\(arrival.event.type) \(arrival.now)"
            if seen[key] != nil { shared += 1 }
            seen[key, default: []].insert(arrival.event.data)
        }
    }
    #expect(shared >= least, sourceLocation: sourceLocation)
    #expect(seen.filter { $0.value.count > 1 }.keys.sorted() == [], sourceLocation: sourceLocation)
}

@Suite(needsRedis) struct `A cluster` {
    @Test func `polls once for all, and sends the same bytes from every node`() throws {
        let cluster = try LiveCluster(nodes: 3)
        let nodes = try cluster.wait(for: ["polling", "following", "following"], of: cluster.nodes, within: 5)
        let streams = try nodes.map { try CurlStream($0) }
        for stream in streams { #expect(stream.wait(within: 8) { $0.raceIDs.count == 4 } != nil) }
        let polls = cluster.feed.polls
        cluster.answer(["a": 300, "b": 960, "c": 900, "d": 1_200])
        let moves = streams.map { $0.wait(within: 8) { $0.changes == ["b retimed"] } }
        // All nodes switch in the same second.
        #expect(Set(moves.map { $0?.now }).count == 1 && moves[0] != nil)
        #expect(Set(moves.map { $0?.event.lastEventID }).count == 1)
        for stream in streams { #expect(stream.wait(within: 8) { $0.event.type == "announce" } != nil) }
        let seconds = (streams[0].arrivals.last?.now ?? 0) - (streams[0].arrivals.first?.now ?? 0)
        #expect(cluster.feed.polls - polls <= seconds + 4)
        for stream in streams { expectUnbroken(stream) }
        expectSameBytes(streams, ["countdown", "announce"])
        // After the first board, which each got in the second it joined.
        expectSameBytes(streams, ["races"], from: moves[0]?.now ?? 0, atLeast: 2)
    }

    @Test func `lets a client go on at another node, told exactly what has changed and nothing twice`() throws {
        let cluster = try LiveCluster(nodes: 2)
        let nodes = try cluster.wait(for: ["polling", "following"], of: cluster.nodes, within: 5)
        for (here, there) in [(nodes[0], nodes[1]), (nodes[1], nodes[0])] {
            cluster.answer(["a": 300, "b": 600, "c": 900, "d": 1_200])
            let first = try CurlStream(here)
            let board = try #require(
                first.wait(within: 10) { $0.event.type == "races" && $0.raceIDs == ["a", "b", "c", "d"] })
            cluster.answer(["a": 300, "b": 960, "c": 900, "d": 1_200])
            let change = try #require(first.wait(within: 8) { $0.changes == ["b retimed"] })
            let spoken = try #require(first.wait(for: "announce", within: 12))
            first.stop()
            // From before the change it is told of it, from after it of nothing; neither is spoken to again.
            for (id, changes) in [(board.event.lastEventID, ["b retimed"]), (change.event.lastEventID, [])] {
                let second = try CurlStream(there, "/events", "-H", "Last-Event-ID: \(id)")
                let races = try #require(second.wait(for: "races"))
                #expect(races.changes == changes && races.member("reset") == false)
                #expect(races.event.lastEventID == change.event.lastEventID)
                #expect(second.wait(within: 6) { $0.event.type == "announce" } == nil)
                #expect(second.arrivals.last.map { $0.now > spoken.now } == true)
                expectUnbroken(second)
            }
        }
    }

    @Test func `has another poller within 15 s when the one is killed`() throws {
        let cluster = try LiveCluster(nodes: 3)
        let nodes = try cluster.wait(for: ["polling", "following", "following"], of: cluster.nodes, within: 5)
        let streams = try nodes.dropFirst().map { try CurlStream($0) }
        for stream in streams { #expect(stream.wait(within: 8) { $0.raceIDs.count == 4 } != nil) }
        nodes[0].signal(SIGKILL)
        let killed = Date()
        _ = nodes[0].wait()
        cluster.answer(["a": 300, "b": 600, "c": 900, "d": 1_260])
        let moves = streams.map { $0.wait(within: 18) { $0.changes == ["d retimed"] } }
        #expect(moves.allSatisfy { ($0?.at.timeIntervalSince(killed) ?? 99) < 15 })
        #expect(Set(moves.map { $0?.now }).count == 1)
        _ = try cluster.wait(for: ["polling", "following"], of: Array(nodes.dropFirst()), within: 2)
        for stream in streams { expectUnbroken(stream) }
        expectSameBytes(streams, ["countdown", "announce"])
    }

    @Test func `has another poller at once when the one ends in good order`() throws {
        let cluster = try LiveCluster(nodes: 2)
        let nodes = try cluster.wait(for: ["polling", "following"], of: cluster.nodes, within: 5)
        nodes[0].signal(SIGTERM)
        #expect(nodes[0].wait() == 0)
        _ = try cluster.wait(for: ["polling"], of: [nodes[1]], within: 2)
    }

    @Test func `is not overwritten by a poller that slept over its lease`() throws {
        let cluster = try LiveCluster(nodes: 2)
        let nodes = try cluster.wait(for: ["polling", "following"], of: cluster.nodes, within: 5)
        let (sleeper, other) = (nodes[0], nodes[1])
        let stream = try CurlStream(other)
        let sleepersOwn = try CurlStream(sleeper)
        #expect(stream.wait(within: 8) { $0.raceIDs.count == 4 } != nil)
        #expect(sleepersOwn.wait(within: 8) { $0.raceIDs.count == 4 } != nil)
        sleeper.signal(SIGSTOP)
        _ = try cluster.wait(for: ["polling"], of: [other], within: 15)
        cluster.answer(["a": 300, "b": 960, "c": 900, "d": 1_200])
        let move = try #require(stream.wait(within: 8) { $0.changes == ["b retimed"] })
        sleeper.signal(SIGCONT)
        // Its own clients are told the same, late, and at once the seconds are the same again.
        let late = try #require(sleepersOwn.wait(within: 8) { $0.changes == ["b retimed"] })
        #expect(late.event.lastEventID == move.event.lastEventID)
        _ = try cluster.wait(for: ["polling", "following"], of: [other, sleeper], within: 3)
        #expect(try LiveCluster.role(of: other) == "polling")
        let from = late.now + 1
        #expect(sleepersOwn.wait(within: 6) { $0.now >= from + 3 } != nil)
        #expect(stream.wait(within: 6) { $0.now >= from + 3 } != nil)
        expectUnbroken(stream)
        let seconds = sleepersOwn.arrivals.filter { $0.event.type == "countdown" }.map(\.now)
        #expect(seconds == seconds.sorted() && Set(seconds).count == seconds.count)
        expectSameBytes([stream, sleepersOwn], ["countdown", "announce"], from: from)
    }
}

@Suite(needsRedis) struct `A cluster whose Redis fails` {
    /// Two nodes with a stream each, through a fault and its end.
    private func survives(fault: (LiveRedis) throws -> Void, recovery: (LiveRedis) throws -> Void) throws {
        let cluster = try LiveCluster(nodes: 2)
        let nodes = try cluster.wait(for: ["polling", "following"], of: cluster.nodes, within: 5)
        let streams = try nodes.map { try CurlStream($0) }
        for stream in streams { #expect(stream.wait(within: 8) { $0.raceIDs.count == 4 } != nil) }

        try fault(cluster.redis)
        _ = try cluster.wait(for: ["alone", "alone"], of: nodes, within: 16)
        for node in nodes { #expect(node.waitForLog("is away: ", within: 1) != nil) }
        cluster.answer(["a": 300, "b": 600, "c": 900, "d": 1_260, "e": 1_320])
        for stream in streams {
            #expect(stream.wait(within: 8) { $0.changes.contains("e added") || $0.raceIDs.contains("e") } != nil)
        }

        try recovery(cluster.redis)
        _ = try cluster.wait(for: ["polling", "following"], of: nodes, within: 15)
        cluster.answer(["a": 300, "b": 960, "c": 900, "d": 1_260, "e": 1_320])
        let moves = streams.map { $0.wait(within: 12) { $0.changes == ["b retimed"] } }
        #expect(moves[0] != nil && moves[0]?.now == moves[1]?.now)
        #expect(moves[0]?.event.lastEventID == moves[1]?.event.lastEventID)
        let from = (moves[0]?.now ?? 0) + 1
        for stream in streams {
            #expect(stream.wait(within: 8) { $0.now >= from + 3 } != nil)
            expectUnbroken(stream)
        }
        expectSameBytes(streams, ["countdown"], from: from)
        // A node that joins now has what the others have, also of the time before.
        let newcomer = try cluster.addNode()
        let id = try #require(moves[0]?.event.lastEventID)
        _ = try cluster.wait(for: ["polling", "following", "following"], of: cluster.nodes, within: 5)
        usleep(1_500_000)
        let board = try #require(try CurlStream(newcomer, "/events", "-H", "Last-Event-ID: \(id)").wait(for: "races"))
        #expect(board.member("reset") == false && board.event.lastEventID == id)
    }

    @Test func `goes on alone while it is gone, and comes together when it is back, empty`() throws {
        try survives(fault: { $0.stop() }, recovery: { try $0.start() })
    }

    @Test func `goes on alone while it does not answer, and comes together when it does`() throws {
        try survives(fault: { $0.signal(SIGSTOP) }, recovery: { $0.signal(SIGCONT) })
    }

    @Test func `says so when the password is wrong, without saying the password`() throws {
        let redis = try LiveRedis(password: "right")
        let good = try LiveServer(["--threads", "1", "--redis", redis.url])
        #expect(good.waitForLog("cluster: polling for all nodes", within: 5) != nil)
        for url in ["redis://:secret@127.0.0.1:\(redis.port)", "redis://127.0.0.1:\(redis.port)"] {
            let server = try LiveServer(["--threads", "1", "--redis", url])
            let reason = url.contains("secret") ? "it says 'WRONGPASS" : "it says 'NOAUTH"
            #expect(server.waitForLog("cluster: Redis at 127.0.0.1:\(redis.port) is away: \(reason)", within: 5) != nil)
            #expect(server.waitForLog("polling for this node alone", within: 5) != nil)
            #expect(try CurlStream(server).wait(within: 6) { $0.raceIDs.count == 5 } != nil)
            server.signal(SIGTERM)
            #expect(server.wait() == 0)
            #expect(!server.log.contains { $0.contains("secret") })
            #expect(server.log.filter { $0.contains("is away") }.count == 1)
        }
    }

    @Test func `starts alone when it is not there`() throws {
        let redis = try LiveRedis()
        redis.stop()
        let server = try LiveServer(["--threads", "1", "--redis", redis.url])
        #expect(server.waitForLog("is away: Connection refused", within: 5) != nil)
        #expect(try CurlStream(server).wait(within: 6) { $0.raceIDs.count == 5 } != nil)
        try redis.start()
        #expect(server.waitForLog("cluster: polling for all nodes", within: 15) != nil)
        let deadline = Date(timeIntervalSinceNow: 10)
        while try redis.ask("KEYS", "*cards").isEmpty, Date() < deadline { usleep(100_000) }
        #expect(try redis.ask("KEYS", "*cards") == "{nexttogo:1:demo:60:60}:cards")
    }
}

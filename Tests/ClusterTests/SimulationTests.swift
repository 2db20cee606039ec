import Foundation
import Racing
import ServerSentEvents
import TestSupport
import Testing

@testable import Cluster

/// Virtual time: what takes minutes and luck with real processes, here by the hundred and again at will.
@Suite struct `A simulated cluster` {
    private static let seeds: ClosedRange<UInt64> =
        1...(UInt64(
            ProcessInfo.processInfo.environment["NEXTTOGO_CLUSTER_SEEDS"] ?? "") ?? 40)

    private struct Data {
        let object: [String: Any]

        init(_ event: EventStreamParser.Event) {
            object =
                (try? JSONSerialization.jsonObject(with: Foundation.Data(event.data.utf8))) as? [String: Any] ?? [:]
        }

        var now: Int { object["now"] as? Int ?? 0 }
        var races: [[String: Any]] { object["races"] as? [[String: Any]] ?? [] }
        var starts: [String: Int] {
            races.reduce(into: [:]) { starts, race in
                if let id = race["id"] as? String { starts[id] = race["start"] as? Int }
            }
        }
        func changed(_ kinds: String...) -> Set<String> {
            let changes = object["changes"] as? [[String: Any]] ?? []
            return Set(
                changes.filter { kinds.contains($0["change"] as? String ?? "") }.compactMap { $0["id"] as? String })
        }
    }

    /// What must hold for every client, whatever happens to the cluster.
    private func breaches(_ events: [EventStreamParser.Event]) -> [String] {
        var breaches: [String] = []
        var board: [String: Int] = [:]
        var last: Int?
        var isFirst = true
        for event in events {
            let data = Data(event)
            switch event.type {
            case "countdown":
                if let last, data.now != last + 1 { breaches.append("\(last) is followed by \(data.now)") }
                last = data.now
                if Set(data.races.compactMap { $0["id"] as? String }) != Set(board.keys) {
                    breaches.append("\(data.now): the countdown is of another board")
                }
            case "races":
                let (old, new) = (board, data.starts)
                board = new
                if isFirst {
                    isFirst = false
                    continue
                }
                if data.object["reset"] as? Bool != false { breaches.append("\(data.now): reset") }
                if data.changed("added") != Set(new.keys).subtracting(old.keys) {
                    breaches.append("\(data.now): added")
                }
                if data.changed("expired", "delisted", "displaced") != Set(old.keys).subtracting(new.keys) {
                    breaches.append("\(data.now): left")
                }
                let moved = Set(new.keys.filter { old[$0] != nil && old[$0] != new[$0] })
                if data.changed("retimed") != moved { breaches.append("\(data.now): retimed") }
                if let revision = data.object["revision"] as? Int, revision > data.now {
                    breaches.append("\(data.now): the revision \(revision) is yet to come")
                }
            case "announce":
                if !data.now.isMultiple(of: 5) { breaches.append("\(data.now): no slot") }
            default: break
            }
        }
        return breaches
    }

    @Test(arguments: seeds)
    func `goes on through faults without a break, and comes together`(seed: UInt64) {
        let simulation = ClusterSimulation(seed: seed)
        simulation.run(seconds: 10)
        #expect(
            simulation.nodes.map(\.role).sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }
                == [.following, .following, .polling])
        while simulation.second - TestRaces.base < 120 {
            simulation.strike()
            simulation.run(seconds: simulation.chance)
        }
        simulation.heal()
        // A pause of 8 s after failures, a lease of 8 s, a poll after a failure of the feed: all over by then.
        simulation.run(seconds: 60)
        let settled = simulation.second
        simulation.run(seconds: 35)

        let story = Comment(rawValue: simulation.faults.joined(separator: "\n"))
        let roles = simulation.nodes.compactMap(\.role)
        #expect(roles.count { $0 == .polling } == 1 && roles.count { $0 == .following } == 2, story)
        for node in simulation.nodes + simulation.dead { #expect(breaches(node.events) == [], story) }
        var frames: [String: Set<String>] = [:]
        var count = 0
        for node in simulation.nodes {
            for event in node.events where ["countdown", "announce", "races"].contains(event.type) {
                let now = Data(event).now
                guard now > settled.sinceEpoch else { continue }
                frames["\(event.type) \(now)", default: []].insert(event.data)
                count += 1
            }
        }
        #expect(count > 3 * 35, story)
        #expect(frames.filter { $0.value.count > 1 }.keys.sorted() == [], story)
        #expect(simulation.stop(), story)
    }

    /// What the contract promises of a poller's death.
    @Test(arguments: 1...UInt64(20))
    func `has another poller within 15 s`(seed: UInt64) {
        let simulation = ClusterSimulation(seed: seed)
        simulation.run(seconds: simulation.draw(5...25))
        let added = simulation.redis.added.count
        guard let holder = simulation.redis.holder, let poller = simulation.nodes.first(where: { $0.name == holder })
        else { return #expect(Bool(false), "nobody polls") }
        poller.kill()
        simulation.run(seconds: 15)
        #expect(simulation.nodes.contains { $0 !== poller && $0.role == .polling })
        #expect(simulation.redis.added.count > added)
        #expect(simulation.redis.added == simulation.redis.added.sorted())
        #expect(simulation.stop())
    }
}

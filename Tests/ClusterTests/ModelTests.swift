import EventLoop
import Racing
import TestSupport
import Testing

@testable import Cluster

/// The simulation is worth as much as its Redis is like the real one.
@Suite(RedisServer.needed) struct `The model of Redis` {
    @Test(arguments: 1...UInt64(4))
    func `answers as the scripts do in a real one`(seed: UInt64) async throws {
        let server = try RedisServer()
        let redis = try RedisProbe(port: server.port)
        try await redis.open()
        let now = try await redis.time()
        let model = ModelRedis(clock: ManualClock(executor: ManualExecutor(), start: now), seed: 1)
        var random = SplitMix64(seed: seed)
        var outcomes: Set<String> = []
        for step in 0..<400 {
            // Few nodes, seconds and tokens, so that much coincides; no lease runs out meanwhile.
            let node = ["n", "m"][random.next(in: 0...1)]
            let known = "\(now - 50 + random.next(in: 0...20))-\(random.next(in: 0...2))"
            let (script, words): (String, [String]) =
                switch random.next(in: 0...9) {
                case 0: (ClusterScripts.leave, [node])
                case 1 where step % 2 == 0: (ClusterScripts.needs, ["\(random.next(in: 0...2))"])
                case 2 where step % 2 == 0:
                    (ClusterScripts.rest, ["\(node):\(random.next(in: 1...40))", "60000", "\(step)"])
                case 1...4: (ClusterScripts.turn, [node, "\(min(1, random.next(in: 0...4)))", "60000", known])
                default:
                    (
                        ClusterScripts.publish,
                        [
                            "\(node):\(random.next(in: 1...40))", random.next(in: 0...3) == 0 ? "0-0" : known,
                            "\(now - 50 + (random.next(in: 0...9) == 0 ? 300 : random.next(in: 0...20)))",
                            "card \(step)",
                            "3",
                        ]
                    )
                }
            var asked = words
            // The token that holds, now and then: else next to nothing would be let in.
            if [ClusterScripts.publish, ClusterScripts.rest].contains(script), random.next(in: 0...2) > 0 {
                asked[0] = try await redis.call("GET", RedisProbe.keys[0]).text ?? asked[0]
            }
            if script == ClusterScripts.needs {
                // What is kept for two seconds would run out in one of the two only.
                _ = try await redis.call("DEL", RedisProbe.keys[4])
                model.forgetNeed()
            }
            let real = try await redis.reply(script, asked)
            let modelled = model.run(script, asked.map { Array($0.utf8) })
            if script == ClusterScripts.leave { continue }
            if script == ClusterScripts.rest {
                #expect(real == modelled, "step \(step): \(asked)")
                continue
            }
            // The first two of a turn's answer are the time; the first of needs is one that runs.
            let skipped = script == ClusterScripts.turn ? 2 : script == ClusterScripts.needs ? 1 : 0
            guard case .list(let one) = real, case .list(let other) = modelled else {
                Issue.record("\(real) and \(modelled)")
                return
            }
            #expect(one.dropFirst(skipped) == other.dropFirst(skipped), "step \(step): \(asked)")
            if script == ClusterScripts.publish { outcomes.insert(one[0].text ?? "") }
        }
        #expect(outcomes == ["added", "backwards", "behind", "early", "fenced"])
    }
}

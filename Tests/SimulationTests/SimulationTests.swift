import Foundation
import Testing

/// The whole server under a virtual clock: whatever a seed brings about, every byte of every client is held against
/// the contract. A seed that fails does so again: `Scripts/simulate --seed N`.
@Suite struct `A simulated server` {
    /// Seeds `NEXTTOGO_SEEDS`, as in `0-199`.
    private static let seeds: ClosedRange<UInt64> = {
        let parts = (ProcessInfo.processInfo.environment["NEXTTOGO_SEEDS"] ?? "0-199").split(separator: "-")
        let bounds = parts.compactMap { UInt64($0) }
        return (bounds.first ?? 0)...(bounds.last ?? 0)
    }()

    @Test func `keeps its word to every client, whatever happens`() {
        var (connections, events) = (0, 0)
        let started = Date()
        for (index, seed) in Self.seeds.enumerated() {
            let world = SimulatedWorld(seed: seed)
            world.run(seconds: 70, clients: 24)
            #expect(world.faults.isEmpty, "seed \(seed)")
            connections += world.connections
            events += world.eventsHeard
            if (index + 1).isMultiple(of: 1_000) {
                print("\(index + 1) seeds, \(Int(-started.timeIntervalSinceNow)) s")
            }
            if !world.faults.isEmpty && ProcessInfo.processInfo.environment["NEXTTOGO_SEEDS"] != nil { break }
        }
        print("simulated: seeds \(Self.seeds), \(connections) connections, \(events) events")
        #expect(connections > 0 && events > connections)
    }
}

import CAllocations
import EventLoop
import HTTPServer
import Racing
import TestSupport
import Testing

@testable import Broadcasting

/// Sockets that take everything and remember nothing, so that what is counted is the broadcaster's own.
private final class GreedySockets: Sockets {
    private(set) var writes = 0

    func accept(_ listener: Descriptor) -> AcceptOutcome { .none }
    func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome { .wouldBlock }
    func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        writes += 1
        return .wrote(bytes.count)
    }
    func queued(_ descriptor: Descriptor) -> Int? { nil }
    func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits) {}
    func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver) {}
    func unwatch(_ descriptor: Descriptor) {}
    func finishWriting(_ descriptor: Descriptor) {}
    func close(_ descriptor: Descriptor) {}
}

@Suite(.enabled(if: next_to_go_counts_allocations(), "sanitizers bring an allocator of their own"))
struct `The cost of a second` {
    /// Blocks of memory asked for in each of ten seconds, with so many subscribers of each query.
    private func allocations(subscribers: Int, _ queries: [StreamQuery]) -> [UInt] {
        let sockets = GreedySockets()
        let races = (0..<5).map { TestRaces.race("race \($0)", in: 3_000 + $0) }
        let broadcaster = Broadcaster(
            sockets: sockets, closer: PoliteCloser(sockets: sockets) { .zero }, history: TestRaces.history(races),
            second: TestRaces.base + 1, room: SubscriberRoom(limit: .max), seed: 1)
        for index in 0..<subscribers {
            for (place, query) in queries.enumerated() {
                broadcaster.subscribe(
                    Descriptor(index * queries.count + place), query, head: [], lastEventID: nil)
            }
        }
        // In the first second all are new.
        broadcaster.advance(to: TestRaces.base + 2)
        let before = sockets.writes
        let counts = (3...12).map { second in
            let start = next_to_go_allocations()
            broadcaster.advance(to: TestRaces.base + second)
            return next_to_go_allocations() - start
        }
        #expect(sockets.writes - before == 10 * subscribers * queries.count)
        return counts
    }

    private static let queries = [
        StreamQuery(events: .countdown), StreamQuery(events: .countdown, coding: .gzip),
        StreamQuery(announce: .off, format: .lines),
    ]

    @Test(arguments: queries)
    func `asks for no more memory for a thousand subscribers than for one`(query: StreamQuery) {
        let one = allocations(subscribers: 1, [query])
        #expect(allocations(subscribers: 1_000, [query]) == one)
        #expect(one.allSatisfy { $0 > 0 })
    }

    @Test func `grows with the queries, not with who listens`() {
        let few = allocations(subscribers: 1, Self.queries)
        #expect(allocations(subscribers: 300, Self.queries) == few)
    }
}

import Foundation
import Racing
import TestSupport
import Testing

@testable import Feeds

/// Follows boards second by second and complains of whatever breaks a rule.
private struct BoardWatch {
    let queries: [BoardQuery]
    private(set) var seen: Set<String> = []
    private(set) var kinds: Set<BoardChange.Kind> = []
    private var boards: [[Race]]

    init(_ queries: [BoardQuery]) {
        self.queries = queries
        boards = queries.map { _ in [] }
    }

    mutating func look(at history: CardHistory, in second: Second) -> [String] {
        var faults: [String] = []
        for (index, query) in queries.enumerated() {
            let (old, new) = (boards[index], history.races(query, at: second))
            boards[index] = new
            faults += Self.faults(of: new, query, in: second)
            // Where nothing differs there is nothing to explain; that it is not explained is looked at now and then.
            if old == new && !second.sinceEpoch.isMultiple(of: 60) { continue }
            let changes = history.changes(query, since: second - 1, at: second)
            if !Self.explain(changes, old, new) { faults.append("\(second.sinceEpoch): \(changes) do not explain") }
            for change in changes { kinds.insert(change.kind) }
            for race in new { seen.insert(race.id) }
        }
        return faults
    }

    private static func faults(of board: [Race], _ query: BoardQuery, in second: Second) -> [String] {
        var faults: [String] = []
        if board.count > query.count { faults.append("more than wanted") }
        if !zip(board, board.dropFirst()).allSatisfy(Race.precedes) { faults.append("out of order") }
        if board.contains(where: { $0.start - second <= -60 }) { faults.append("a minute past its start") }
        if board.contains(where: { !query.categories.contains($0.category) }) { faults.append("another category") }
        return faults.map { "\(second.sinceEpoch): \($0)" }
    }

    /// Whether the changes are just the difference, one entry a race. Ties that flipped would be a difference.
    private static func explain(_ changes: [BoardChange], _ old: [Race], _ new: [Race]) -> Bool {
        if old == new { return changes.isEmpty }
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let after = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
        let differing = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        guard changes.count == differing.count, Set(changes.map(\.id)) == differing else { return false }
        let stayed = new.filter { before[$0.id] == $0 }.map(\.id)
        guard stayed == old.filter({ after[$0.id] == $0 }).map(\.id) else { return false }
        return changes.allSatisfy { change in
            switch change.kind {
            case .added: before[change.id] == nil
            case .retimed: before[change.id]?.start == change.from && after[change.id]?.start != change.from
            case .updated: before[change.id]?.start == after[change.id]?.start
            case .expired, .delisted, .displaced: after[change.id] == nil
            }
        }
    }
}

private let everything: [BoardQuery] =
    [BoardQuery()] + Category.allCases.map { BoardQuery(categories: CategorySet($0)) }

@Suite struct `A whole race day` {
    @Test func `of demonstration data keeps every rule in every second`() {
        let start = Second(1_768_435_200)
        // A poll every two minutes: decoding five thousand bodies is not what this is about.
        let harness = EngineHarness(DemoSource(), start: start, interval: 120)
        harness.watch([BoardQuery()])
        var watch = BoardWatch(everything)
        var faults: [String] = []
        for _ in 0..<86_400 {
            harness.advance(by: 1)
            faults += watch.look(at: harness.history, in: harness.second)
            if faults.count > 5 { break }
        }
        #expect(faults.isEmpty)
        #expect(watch.seen.count >= 600)
        #expect(watch.kinds.isSuperset(of: [.added, .retimed, .expired, .delisted]))
        #expect(harness.skipped.isEmpty)
        #expect(harness.stop())
    }

    private static let captures = ProcessInfo.processInfo.environment["NEXTTOGO_CAPTURES"]

    @Test(.enabled(if: captures != nil, "NEXTTOGO_CAPTURES is not set: no captured bodies"))
    func `of three real polls brings a race back that was moved by seventeen minutes`() throws {
        let folder = try #require(Self.captures)
        let evening = FileManager.default.temporaryDirectory.appending(path: "evening-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: evening, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: evening) }
        for instant in ["1768521563983", "1768521692164", "1768522365856"] {
            let name = "jdash-\(instant).json"
            try FileManager.default.copyItem(
                at: URL(filePath: folder).appending(path: name), to: evening.appending(path: name))
        }
        let replay = try ReplayFeed(directory: evening.path)
        let harness = EngineHarness(replay, start: replay.firstSecond)
        var watch = BoardWatch(everything)
        var faults: [String] = []
        var retimed: [(Second, BoardChange)] = []
        for _ in 0..<1_800 {
            harness.advance(by: 1)
            let second = harness.second
            faults += watch.look(at: harness.history, in: second)
            let query = BoardQuery(count: 20)
            for change in harness.history.changes(query, since: second - 1, at: second) where change.from != nil {
                retimed.append((second, change))
            }
        }
        #expect(faults.isEmpty)
        // Its first time had run out by then, a minute after its advertised start.
        #expect(retimed.map(\.1.kind) == [.added])
        let (second, change) = try #require(retimed.first)
        let race = harness.history.races(BoardQuery(count: 20), at: second).first { $0.id == change.id }
        #expect(race?.meeting == "Turf Paradise" && race?.number == 8)
        #expect(try #require(race).start - #require(change.from) == 17 * 60)
        #expect((0...16).contains(second.sinceEpoch - 1_768_522_366))
        #expect(!watch.kinds.contains(.delisted))
        #expect(harness.stop())
    }
}

import Foundation
import Racing
import Testing

@testable import Feeds

@Suite struct `What is said of a real evening` {
    private static let captures = ProcessInfo.processInfo.environment["NEXTTOGO_CAPTURES"]

    /// Asked for a hundred races, the feed gave 45 over 87 minutes; five of them are on the board at any time.
    @Test(.enabled(if: captures != nil, "NEXTTOGO_CAPTURES is not set: no captured bodies"))
    func `each race that joins the board is spoken once, in slots, within the budget`() throws {
        let folder = try #require(Self.captures)
        let body = try Data(contentsOf: URL(filePath: folder).appending(path: "appdevguy-100.json"))
        let summaries =
            (try JSONSerialization.jsonObject(with: body) as? [String: Any])
            .flatMap { $0["data"] as? [String: Any] }?["race_summaries"] as? [String: [String: Any]] ?? [:]
        let starts = summaries.values.compactMap { ($0["advertised_start"] as? [String: Any])?["seconds"] as? Int }
        let begin = Second(try #require(starts.min()) - 600)
        let end = Second(try #require(starts.max()) + 120)
        var history = CardHistory(
            startingAt: begin, rules: CardHistory.Rules(hideAfter: 60, staleAfter: 100_000),
            origin: FeedOrigin(source: .url, clock: .system))
        let card = try FeedDecoder.decode([UInt8](body), now: begin).card
        history.merge(card, polledAt: begin, from: begin + 1)
        let query = BoardQuery()

        var said: [Announcement] = []
        var joined: Set<String> = []
        var second = begin + 1
        var board = Set(history.races(query, at: second).map(\.id))
        while second < end {
            second = second + 1
            let now = Set(history.races(query, at: second).map(\.id))
            joined.formUnion(now.subtracting(board))
            board = now
            if let announcement = history.announcement(query, .frequent, at: second) { said.append(announcement) }
        }
        let added = said.flatMap(\.parts).filter { $0.kind == .added }.flatMap(\.races)
        #expect(card.races.count == 45 && joined.count == 40)
        #expect(added.count == joined.count && Set(added) == joined)
        #expect(zip(said, said.dropFirst()).allSatisfy { $1.second - $0.second >= 5 })
        for first in said { #expect(said.count { (0..<60).contains($0.second - first.second) } <= 12) }
        let started = said.flatMap(\.parts).filter { $0.kind == .started }.flatMap(\.races)
        #expect(Set(started) == Set(card.races.map(\.id)) && started.count == 45)
    }
}

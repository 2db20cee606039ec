/// What is said in a slot: a pure function of (history, query, mode, second).
extension CardHistory {
    /// The announcement of `second`; nil when it is not a slot or there is nothing to say.
    package func announcement(
        _ query: BoardQuery, _ mode: Announcement.Mode, at second: Second
    ) -> Announcement? {
        guard mode != .off, second.sinceEpoch.isMultiple(of: Announcement.slot), !wasJustSetBack(at: second) else {
            return nil
        }
        var parts = urgentParts(query, mode, at: second)
        if parts.count < 2 {
            parts += waitingParts(query, at: second, since: lastCalmSlot(query, mode, before: second))
        }
        return parts.isEmpty ? nil : Announcement(second: second, parts: parts)
    }

    /// Whether time was set back within the length of a slot: another one may have been spoken in a moment ago.
    private func wasJustSetBack(at second: Second) -> Bool {
        hasCard && firstCard == nil && second - firstKnown < Announcement.slot
    }

    /// At most two, in the order of their kinds.
    private func urgentParts(
        _ query: BoardQuery, _ mode: Announcement.Mode, at slot: Second
    ) -> [Announcement.Part] {
        let board = racesHeard(query, at: slot)
        func reached(_ instant: Second) -> Bool { slot - Announcement.slot < instant && instant <= slot }
        let started = board.filter { reached($0.start) }
        let minute = board.filter { reached($0.start - 60) }
        let soon = board.filter { (1..<30).contains($0.start - slot) }
        let first = soon.filter { $0.start == soon[0].start }
        let kinds: [(Announcement.Kind, [Race])] = [
            (.started, started), (.soon, mode == .frequent ? first : []), (.minute, minute),
        ]
        return kinds.filter { !$0.1.isEmpty }.prefix(2).map { Announcement.Part($0.0, $0.1, at: slot) }
    }

    /// The board, and before it the races that started within this slot and have left already: those that were on the
    /// board in the second before their start.
    private func racesHeard(_ query: BoardQuery, at slot: Second) -> [Race] {
        let board = races(query, at: slot)
        guard rules.hideAfter < Announcement.slot else { return board }
        let card = version(at: slot)
        let started = card.races[..<firstVisible(in: card.races, at: slot)]
            .filter { slot - Announcement.slot < $0.start && $0.start <= slot }
        let gone = started.filter { race in races(query, at: race.start - 1).contains { $0.id == race.id } }
        return gone + board
    }

    /// The last slot before `slot` in which everything that waited was said; nil when none was within patience.
    private func lastCalmSlot(_ query: BoardQuery, _ mode: Announcement.Mode, before slot: Second) -> Second? {
        var earlier = slot - Announcement.slot
        while slot - earlier < Announcement.patience {
            if earlier < firstKnown { return earlier }
            if !wasJustSetBack(at: earlier) && urgentParts(query, mode, at: earlier).count < 2 { return earlier }
            earlier = earlier - Announcement.slot
        }
        return nil
    }

    /// Everything of the seconds after `calm` that can still be said.
    private func waitingParts(_ query: BoardQuery, at slot: Second, since calm: Second?) -> [Announcement.Part] {
        let oldest = slot - Announcement.patience + 1
        let first = max(calm.map { $0 + 1 } ?? oldest, oldest, firstKnown + 1)
        guard first <= slot else { return [] }
        let board = races(query, at: slot)
        var (retimed, added): (Set<String>, Set<String>) = ([], [])
        var delisted: [Race] = []
        var feed: Announcement.Part?
        for second in (first.sinceEpoch...slot.sinceEpoch).map(Second.init) where second != firstCard {
            let (before, after) = (version(at: second - 1), version(at: second))
            if after.from == second {
                for race in board where before.race(race.id).map({ $0.start != after.race(race.id)?.start }) ?? false {
                    if after.race(race.id) != nil { retimed.insert(race.id) }
                }
            }
            let old = races(query, at: second - 1)
            for race in races(query, at: second) where !old.contains(where: { $0.id == race.id }) {
                added.insert(race.id)
            }
            delisted += delistings.filter { $0.from == second }.map(\.race).filter { race in
                old.contains { $0.id == race.id }
            }
            let wasFresh = feedStatus(at: second - 1).state == .fresh
            let isFresh = feedStatus(at: second).state == .fresh
            if wasFresh != isFresh { feed = Announcement.Part(isFresh: isFresh) }
        }
        let card = version(at: slot)
        let gone = delisted.filter { card.race($0.id) == nil }.sorted(by: Race.precedes)
        let moved = board.filter { retimed.contains($0.id) }
        let joined = board.filter { added.contains($0.id) && !retimed.contains($0.id) }
        let kinds: [(Announcement.Kind, [Race])] = [(.retimed, moved), (.delisted, gone), (.added, joined)]
        let parts = kinds.filter { !$0.1.isEmpty }.map { Announcement.Part($0.0, $0.1, at: slot) }
        return feed.map { parts + [$0] } ?? parts
    }
}

internal import Racing

/// Looks, second by second, what the boards lack that are watched here while another node polls.
struct NeedWatch {
    /// Seconds for which a fall is told: long enough to be heard of by the next turn of any node.
    private static let toldFor = 2

    private var seen: Second?
    private var fellAt: Second?
    private var told = BoardNeed.nothing

    /// What there is to tell in this second; nil when it is what was told before.
    mutating func look(at boards: Set<BoardQuery>, in history: CardHistory, _ second: Second) -> BoardNeed? {
        guard second != seen else { return nil }
        if let seen, PollPlan.fellShort(boards, in: history, after: seen, until: second) { fellAt = second }
        seen = second
        let need = need(of: boards, in: history, second)
        defer { told = need }
        return need == told ? nil : need
    }

    private func need(of boards: Set<BoardQuery>, in history: CardHistory, _ second: Second) -> BoardNeed {
        if let fellAt, (0..<Self.toldFor).contains(second - fellAt) { return .poll }
        return PollPlan.count(for: boards, in: history, at: second) == PollPlan.shortCount ? .races : .nothing
    }
}

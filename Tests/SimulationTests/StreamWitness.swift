import Racing
import ServerSentEvents

/// Hears one client's events, over all its connections, and notes every breach of the contract.
struct StreamWitness {
    let categories: CategorySet
    let count: Int
    private(set) var faults: [String] = []

    /// The board that the client has, and its revision.
    private(set) var board: [SimulatedRace] = []
    private(set) var revision: Int?
    /// The last second of a countdown, over all connections since time last fell.
    private(set) var lastCountdown: Int?
    private var lastSlot: Int?
    /// The `now` of the last event on this connection.
    private var lastNow: Int?
    /// Of this connection.
    private(set) var types: [String] = []
    private(set) var seconds: [Int] = []
    private(set) var hasEnded = false
    private var mayReset = true
    /// Time has fallen, and no reset has told of it yet.
    private var hasTimeFallen = false
    private var fellTo = Int.min / 2
    private var joinedAt = 0

    init(categories: CategorySet, count: Int) {
        self.categories = categories
        self.count = count
    }

    /// What is known of the moment in which an event was read.
    struct Moment {
        /// The wall clock's second.
        var now: Int
        /// The wall clock's second, or the latest that it has shown of late.
        var latest: Int
        var hideAfter: Int
        var feed: SimulatedFeed
    }

    mutating func fault(_ text: String) {
        if faults.count < 5 { faults.append(text) }
    }

    /// A new connection; `mayReset` when what the client has need not be known to the server.
    mutating func connect(mayReset: Bool, at now: Int) {
        self.mayReset = mayReset
        (types, seconds, hasEnded, joinedAt, lastNow) = ([], [], false, now, nil)
        // Each stream begins with the current second, also one that follows another within it. What was heard of a time
        // that has fallen since says nothing: an id of then can be one of now, and so need not mean a reset.
        if hasTimeFallen { (lastCountdown, lastSlot) = (nil, nil) }
        lastCountdown = lastCountdown.map { $0 - 1 }
    }

    /// The wall clock was set back by more than is waited out: everything may begin anew.
    ///
    /// - Parameter second: the first that comes again. News that were on their way at that moment can make everything
    ///   begin anew once more a moment later.
    mutating func timeFell(to second: Int) {
        fellTo = second
        (hasTimeFallen, joinedAt) = (true, 0)
    }

    mutating func hear(_ type: String, id: String, _ data: StreamData, at moment: Moment) {
        if hasEnded { fault("\(type) after bye") }
        types.append(type)
        // Only a reset lets time fall, for those who want to know of it (contract 5).
        if let now = data.now, let lastNow, now < lastNow, revision != nil, data.reset != true {
            fault("\(type) of \(now) after \(lastNow)")
        }
        lastNow = data.now ?? lastNow
        if let now = data.now, now > moment.latest { fault("\(type) of second \(now) came in \(moment.latest)") }
        switch type {
        case "feed": hearFeed(data)
        case "races": hearRaces(id, data, moment)
        case "countdown": hearCountdown(data, moment)
        case "announce": hearAnnouncement(data)
        case "bye": hasEnded = true
        default: fault("an event named \(type)")
        }
    }

    private mutating func hearFeed(_ data: StreamData) {
        if !["starting", "fresh", "stale", "down"].contains(data.state) { fault("feed state \(data.state ?? "none")") }
    }

    private mutating func hearRaces(_ id: String, _ data: StreamData, _ moment: Moment) {
        guard let now = data.now, let rows = data.races, let changes = data.changes, let reset = data.reset else {
            return fault("races without all of its members")
        }
        let races = rows.compactMap(\.simulated)
        if races.count != rows.count { fault("a race without all of its members") }
        if id != data.revision.map(String.init) { fault("id \(id) for revision \(data.revision ?? 0)") }
        if data.revision ?? 0 > now { fault("a revision of the future") }
        if data.wanted != count || races.count > count { fault("\(races.count) races, wanted \(data.wanted ?? 0)") }
        if zip(races, races.dropFirst()).contains(where: { !Self.precedes($0, $1) }) { fault("races out of order") }
        for race in races {
            if !categories.contains(CategorySet(race.category)) { fault("\(race.id) of another category") }
            if race.start - now <= -moment.hideAfter { fault("\(race.id) is over and still shown") }
            if !moment.feed.hasSaid(race) { fault("\(race) was never said by the feed") }
        }
        if reset {
            if !changes.isEmpty { fault("changes with a reset") }
            if !mayReset && !hasTimeFallen && now > fellTo + 3 { fault("a reset in second \(now) for no reason") }
            if let last = lastCountdown, now <= last { (lastCountdown, lastSlot) = (nil, nil) }
            if now <= moment.now { hasTimeFallen = false }
        } else if !hasTimeFallen {
            // An id of the time that was set back can stand for another board by now: ids are seconds.
            check(changes, from: board, to: races, now: now, hideAfter: moment.hideAfter)
        }
        if types.filter({ $0 == "races" }).count == 1, joinedAt > 0 { hasTimeFallen = false }
        mayReset = false
        (board, revision) = (races, data.revision)
    }

    private mutating func check(
        _ changes: [StreamData.Change], from old: [SimulatedRace], to new: [SimulatedRace], now: Int, hideAfter: Int
    ) {
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let after = Set(new.map(\.id))
        var expected: [String] = []
        for race in new where before[race.id] != race {
            let known = before[race.id]
            expected.append("\(race.id) \(known == nil ? "added" : known?.start != race.start ? "retimed" : "updated")")
        }
        let leavers = old.filter { !after.contains($0.id) }
        let said = changes.map { "\($0.id) \($0.change)" }
        if Array(said.prefix(expected.count)) != expected { fault("changes \(said), not \(expected)") }
        let left = changes.dropFirst(expected.count)
        if left.map(\.id) != leavers.map(\.id) { fault("leavers \(left.map(\.id)), not \(leavers.map(\.id))") }
        for (change, race) in zip(left, leavers) {
            guard ["expired", "delisted", "displaced"].contains(change.change) else {
                fault("a leaver that is \(change.change)")
                continue
            }
            // One whose start moved after it was last seen may be over by another start than the client knows.
            let isOver = race.start + hideAfter <= now
            if change.change == "displaced" && isOver && change.from == nil {
                fault("\(race.id) is over, not displaced")
            }
        }
        for change in changes where change.change == "retimed" && before[change.id]?.start != change.from {
            fault("\(change.id) retimed from \(change.from ?? 0)")
        }
    }

    private mutating func hearCountdown(_ data: StreamData, _ moment: Moment) {
        guard let now = data.now, let rows = data.races else { return fault("countdown without all of its members") }
        if let last = lastCountdown, now <= last { fault("countdown of \(now) after that of \(last)") }
        lastCountdown = now
        seconds.append(now)
        guard revision != nil else { return }
        if rows.map(\.id) != board.map(\.id) { fault("countdown of \(rows.map(\.id)) for \(board.map(\.id))") }
        for (row, race) in zip(rows, board) {
            if row.remaining != race.start - now {
                fault("\(race.id) has \(row.remaining ?? 0), not \(race.start - now)")
            }
            if race.start - now <= -moment.hideAfter { fault("\(race.id) is over and counted") }
            if row.frequent != (0..<30).contains(race.start - now) { fault("frequent at \(race.start - now)") }
        }
    }

    private mutating func hearAnnouncement(_ data: StreamData) {
        guard let now = data.now, let parts = data.parts, let text = data.text else {
            return fault("announce without all of its members")
        }
        if now % 5 != 0 { fault("spoken in second \(now)") }
        if let lastSlot, now < lastSlot + 5 { fault("spoken in \(now) and in \(lastSlot)") }
        lastSlot = now
        if now <= joinedAt { fault("spoken in second \(now) to one that joined in \(joinedAt)") }
        if parts.isEmpty || parts.map(\.text).joined(separator: ". ") != text { fault("parts do not make \(text)") }
        if parts.filter({ ["started", "soon", "minute"].contains($0.kind) }).count > 2 { fault("three urgent parts") }
        for id in parts.filter({ $0.kind == "added" }).flatMap(\.races) {
            if !board.contains(where: { $0.id == id }) && revision != nil { fault("\(id) spoken and not on the board") }
        }
    }

    /// The order of a board (contract 2).
    static func precedes(_ left: SimulatedRace, _ right: SimulatedRace) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.meeting != right.meeting { return left.meeting < right.meeting }
        if left.number != right.number { return left.number < right.number }
        return left.id < right.id
    }
}

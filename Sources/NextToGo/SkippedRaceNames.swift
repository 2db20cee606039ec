internal import Feeds

/// Which races that cannot be used are to be named to the operator: each once a reason, as long as it stays bad.
///
/// One that has been named is remembered until it was not bad for ``memory``; beyond ``limit`` at a time races are
/// counted only, so that neither this nor the log grows with what a feed sends.
struct SkippedRaceNames {
    /// Races that are remembered, and so can be named within ``memory``, for each reason.
    static let limit = 1_000
    /// Time without it after which a race that was named, or that there are too many, is forgotten: an hour.
    static let memory = Duration.seconds(3_600)

    /// When each race that was named was bad last, by reason and hash value: the keys themselves are as long as the
    /// feed makes them.
    private var named: [SkippedRace.Reason: [Int: Duration]] = [:]
    /// When each reason last had races that were not named.
    private var overfull: [SkippedRace.Reason: Duration] = [:]

    /// What of an answer is news.
    struct News: Equatable {
        var races: [SkippedRace] = []
        /// By reason, how many races were not named; empty when that is known.
        var unnamed: [(reason: SkippedRace.Reason, count: Int)] = []

        static func == (left: News, right: News) -> Bool {
            left.races == right.races && left.unnamed.elementsEqual(right.unnamed, by: ==)
        }
    }

    /// - Parameters:
    ///   - skipped: the races of one answer, in its order.
    ///   - now: monotonic time of the answer.
    mutating func news(_ skipped: [SkippedRace], at now: Duration) -> News {
        // Those that are still bad first: an answer after a long silence finds them known.
        var unknown: [SkippedRace] = []
        for race in skipped {
            let mark = Self.fingerprint(race)
            if named[race.reason]?[mark] == nil {
                unknown.append(race)
            } else {
                named[race.reason]?[mark] = now
            }
        }
        forget(before: now - Self.memory)
        return name(unknown, at: now)
    }

    private mutating func name(_ unknown: [SkippedRace], at now: Duration) -> News {
        var news = News()
        var left: [SkippedRace.Reason: Int] = [:]
        for race in unknown {
            guard named[race.reason]?.count ?? 0 < Self.limit else {
                left[race.reason, default: 0] += 1
                continue
            }
            // The same race can stand in one answer twice.
            if named[race.reason, default: [:]].updateValue(now, forKey: Self.fingerprint(race)) == nil {
                news.races.append(race)
            }
        }
        let isNews = left.keys.contains { overfull[$0] == nil }
        for reason in left.keys { overfull[reason] = now }
        if isNews {
            news.unnamed = SkippedRace.Reason.allCases.compactMap { reason in left[reason].map { (reason, $0) } }
        }
        return news
    }

    private mutating func forget(before moment: Duration) {
        for reason in named.keys { named[reason] = named[reason]?.filter { $0.value > moment } }
        overfull = overfull.filter { $0.value > moment }
    }

    private static func fingerprint(_ race: SkippedRace) -> Int {
        var hasher = Hasher()
        hasher.combine(race.key)
        return hasher.finalize()
    }
}

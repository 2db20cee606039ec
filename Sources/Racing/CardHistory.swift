/// What was known of the races, and from which second on: the one value that all frames are computed from.
///
/// Everything in it holds from a stated whole second, so that a board, its changes and the state of the feed are
/// functions of (history, query, second), the same on every loop and node. Seconds run from ``firstKnown``; asking
/// about an earlier one answers as of the first.
package struct CardHistory: Sendable {
    /// The rules that do not change while a server runs.
    package let rules: Rules
    package let origin: FeedOrigin
    /// The earliest second that can still be asked about.
    package internal(set) var firstKnown: Second
    /// Cards in the order of the seconds from which they hold; never empty.
    var versions: [Version]
    /// Good polls, newest last.
    var confirmations: [Confirmation] = []
    /// The second from which the first card holds: what it brings is not news. nil until then, and after a set-back.
    var firstCard: Second?
    /// Reasons of failed polls, newest last, each kept once in a row.
    var failures: [Failure] = []
    /// Races taken off the card because the feed no longer lists them.
    var delistings: [Delisting] = []
    /// Races that the last good poll should have named and did not.
    var suspects: Set<String> = []

    /// A history that knows nothing yet, from `start` on.
    package init(startingAt start: Second, rules: Rules = Rules(), origin: FeedOrigin) {
        self.rules = rules
        self.origin = origin
        firstKnown = start
        versions = [Version(from: start, races: RaceList([]), after: nil)]
    }

    package struct Rules: Equatable, Sendable {
        /// Seconds after its advertised start at which a race leaves every board. Default 60.
        package var hideAfter: Int
        /// Age in seconds beyond which the last good poll is stale. Default 60.
        package var staleAfter: Int
        /// The room that a history may take.
        package var limits: Limits

        package init(hideAfter: Int = 60, staleAfter: Int = 60, limits: Limits = Limits()) {
            self.hideAfter = hideAfter
            self.staleAfter = staleAfter
            self.limits = limits
        }

        /// For a source polled every `pollInterval` seconds: stale after four missed polls, at least a minute.
        package init(hideAfter: Int, pollInterval: Int) {
            self.init(hideAfter: hideAfter, staleAfter: max(4 * pollInterval, 60))
        }

        /// The first second in which a race that starts at `start` is no longer shown.
        func expiry(of start: Second) -> Second { start + hideAfter }
    }

    /// One state of the card; `races` are in board order.
    struct Version: Sendable {
        var from: Second
        let races: RaceList
        /// Bytes that it takes beyond those of the one before it.
        let added: Int

        /// - Parameter previous: the card before it; nil when there is none.
        init(from: Second, races: RaceList, after previous: RaceList?) {
            self.from = from
            self.races = races
            added = previous.map(races.weight(beyond:)) ?? races.weight
        }

        func race(_ id: String) -> Race? { races.first { $0.id == id } }
    }

    struct Confirmation: Sendable {
        var from: Second
        var polledAt: Second
        /// From when on the feed has been fresh without a break.
        var freshSince: Second
    }

    struct Failure: Sendable {
        var from: Second
        var reason: String
    }

    struct Delisting: Sendable {
        var from: Second
        var shared: SharedRace
        var race: Race { shared.race }
    }

    /// The last second named by anything in the history: nothing may hold from an earlier one any more.
    package var lastChange: Second {
        max(
            versions[versions.count - 1].from, confirmations.last?.from ?? firstKnown, failures.last?.from ?? firstKnown
        )
    }

    /// Where in `versions` the card of a second stands.
    func versionIndex(at second: Second) -> Int {
        versions.lastIndex { $0.from <= second } ?? 0
    }

    func version(at second: Second) -> Version {
        versions[versionIndex(at: second)]
    }

    /// Whether it knows of seconds after this one, which is the current second under a clock that was set back.
    package func isAhead(of second: Second) -> Bool { lastChange > second || firstKnown > second }

    /// The same knowledge under a clock that was set back: it holds from `second` on, and nothing is known before.
    package func rebased(at second: Second) -> CardHistory {
        var copy = CardHistory(startingAt: second, rules: rules, origin: origin)
        copy.versions = [Version(from: second, races: versions[versions.count - 1].races, after: nil)]
        copy.suspects = suspects
        if let last = confirmations.last {
            let polledAt = min(last.polledAt, second)
            copy.confirmations = [Confirmation(from: second, polledAt: polledAt, freshSince: second)]
        }
        if let last = failures.last, last.from >= confirmations.last?.from ?? last.from {
            copy.failures = [Failure(from: second, reason: last.reason)]
        }
        return copy
    }
}

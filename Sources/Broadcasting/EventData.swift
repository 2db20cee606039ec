internal import JSONText
package import Racing

/// The JSON of each event, in the order of keys that the contract shows (section 5).
package enum EventData {
    /// The data of `races`, which is also the body of `/races`.
    ///
    /// - Parameter known: the revision that the client has; nil, or one that is not known, makes a `reset`.
    package static func races(
        _ history: CardHistory, _ query: BoardQuery, since known: Second?, at second: Second
    ) -> [UInt8] {
        let known = known.flatMap { history.knows($0, at: second) ? $0 : nil }
        return races(
            history, query, changes: known.map { history.changes(query, since: $0, at: second) }, at: second)
    }

    /// - Parameter changes: nil makes a `reset`.
    static func races(
        _ history: CardHistory, _ query: BoardQuery, changes: [BoardChange]?, at second: Second
    ) -> [UInt8] {
        JSONText.object { json in
            json.member("now", second.sinceEpoch)
            json.member("revision", history.revision(query, at: second).sinceEpoch)
            json.member("wanted", query.count)
            json.key("feed")
            write(history.feedStatus(at: second), of: history.origin, to: &json)
            json.key("races")
            json.array(history.races(query, at: second), write)
            json.key("changes")
            json.array(changes ?? [], write)
            json.member("reset", changes == nil)
        }
    }

    /// The data of `countdown`: the races on the board, in order, with the time that remains.
    package static func countdown(_ history: CardHistory, _ query: BoardQuery, at second: Second) -> [UInt8] {
        JSONText.object { json in
            json.member("now", second.sinceEpoch)
            json.key("races")
            json.array(history.races(query, at: second)) { json, race in
                let countdown = Countdown(remaining: race.start - second)
                json.object { json in
                    json.member("id", race.id)
                    json.member("remaining", countdown.remaining)
                    json.member("text", countdown.text)
                    json.member("spoken", countdown.spoken)
                    json.member("frequent", countdown.frequent)
                }
            }
        }
    }

    /// The data of `feed`.
    package static func feed(_ history: CardHistory, at second: Second) -> [UInt8] {
        let status = history.feedStatus(at: second)
        return JSONText.object { json in
            json.member("now", second.sinceEpoch)
            json.member("source", history.origin.source.rawValue)
            json.member("state", status.state.rawValue)
            json.member("ageSeconds", status.ageSeconds)
            json.member("since", status.since.sinceEpoch)
            json.member("reason", status.reason)
            json.member("clock", history.origin.clock.rawValue)
        }
    }

    /// The data of `announce`.
    package static func announce(_ announcement: Announcement) -> [UInt8] {
        JSONText.object { json in
            json.member("now", announcement.second.sinceEpoch)
            json.member("text", announcement.text)
            json.member("politeness", "polite")
            json.member("validForMs", Announcement.slot * 1_000)
            json.key("parts")
            json.array(announcement.parts) { json, part in
                json.object { json in
                    json.member("kind", part.kind.rawValue)
                    json.key("races")
                    json.array(part.races) { $0.value($1) }
                    json.member("text", part.text)
                }
            }
        }
    }

    /// The data of `bye`.
    package static func bye(_ reason: ByeReason, retry: Int) -> [UInt8] {
        JSONText.object { json in
            json.member("reason", reason.rawValue)
            json.member("retry", retry)
        }
    }

    private static func write(_ status: FeedStatus, of origin: FeedOrigin, to json: inout JSONText) {
        json.object { json in
            json.member("source", origin.source.rawValue)
            json.member("state", status.state.rawValue)
            json.member("ageSeconds", status.ageSeconds)
            json.member("clock", origin.clock.rawValue)
        }
    }

    private static func write(to json: inout JSONText, _ race: Race) {
        json.object { json in
            json.member("id", race.id)
            json.member("meeting", race.meeting)
            json.member("number", race.number)
            json.member("name", race.name)
            json.member("category", race.category.slug)
            json.member("categoryName", race.category.name)
            json.key("venue")
            json.object { json in
                json.member("name", race.venue.name)
                json.member("state", race.venue.state)
                json.member("country", race.venue.country)
            }
            json.member("start", race.start.sinceEpoch)
            json.member("startAt", race.start.rfc3339)
            json.member("label", race.label)
        }
    }

    private static func write(to json: inout JSONText, _ change: BoardChange) {
        json.object { json in
            json.member("id", change.id)
            json.member("change", change.kind.rawValue)
            if let from = change.from { json.member("from", from.sinceEpoch) }
        }
    }
}

/// Why the server ends a stream.
package enum ByeReason: String, CaseIterable, Sendable {
    case shutdown, busy, slow
    case maxAge = "max-age"
}

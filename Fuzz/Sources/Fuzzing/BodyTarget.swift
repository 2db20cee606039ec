internal import Broadcasting
internal import Feeds
internal import FoundationEssentials
internal import Racing
internal import ServerSentEvents

/// Bodies of the feed: whatever they are, counts agree, and what is shown of them is text and nothing more.
enum BodyTarget {
    static func run(_ bytes: [UInt8]) {
        for schema in [FeedSchema.nextRaces, .nextRacesByCategory] { run(bytes, schema) }
    }

    private static func run(_ bytes: [UInt8], _ schema: FeedSchema) {
        let now = Second(firstStart(in: bytes) - 600)
        let answer = decoded(bytes, now: now, schema)
        require(answer == decoded(bytes, now: now, schema), "the same body says the same")
        switch answer {
        case .success(let body):
            check(body, now: now)
            show(body.card, now: now)
        case .failure(let error):
            check(error.reason)
            if case .noUsableRace(let count, let skipped) = error {
                require(count > 0 && skipped.count <= count, "no more are skipped than were named")
            }
        }
    }

    private static func decoded(
        _ bytes: [UInt8], now: Second, _ schema: FeedSchema
    ) -> Result<DecodedBody, FeedDecodingError> {
        Result { () throws(FeedDecodingError) in try FeedDecoder.decode(bytes, now: now, schema: schema) }
    }

    /// The first start in the text, so that bodies of any day have races to come.
    private static func firstStart(in bytes: [UInt8]) -> Int {
        guard let mark = bytes.firstRange(of: Array("\"seconds\":".utf8)) else { return 1_764_480_600 }
        let digits = bytes[mark.upperBound...].drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }.prefix(10)
        return max(digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }, 600)
    }

    private static func check(_ body: DecodedBody, now: Second) {
        let races = body.card.races
        require(races.count <= 3 * FeedDecoder.racesPerCategory, "no more races are kept than the limit")
        require(Set(races.map(\.id)).count == races.count, "each race is there once")
        require(zip(races, races.dropFirst()).allSatisfy(Race.precedes), "races are in order")
        let window = FeedDecoder.sanityWindow(around: now)
        for race in races {
            require(!race.id.isEmpty && !race.meeting.isEmpty, "a race has an id and a meeting")
            require(window.contains(race.start), "a start can be meant")
            require(body.card.presentIDs.contains(race.id), "a race is present")
        }
        for skipped in body.skipped {
            require(body.card.presentIDs.contains(skipped.key), "a race that is skipped is present")
        }
    }

    /// Takes the card through the history to a client, a terminal and a reader of lines.
    private static func show(_ card: RaceCard, now: Second) {
        var history = CardHistory(startingAt: now, origin: FeedOrigin(source: .url, clock: .system))
        history.merge(card, polledAt: now, from: now + 1)
        history.fail("no answer", from: now + 2)
        let query = BoardQuery(count: 20)
        let second = now + 575
        let data =
            [
                EventData.races(history, query, since: now, at: second),
                EventData.countdown(history, query, at: second),
                EventData.feed(history, at: second),
            ] + (history.announcement(query, .frequent, at: second).map { [EventData.announce($0)] } ?? [])
        for each in data { check(data: each) }
        for width in [20, 80] {
            check(
                picture: TerminalBoard.picture(
                    history, query, TerminalStyle(width: width, ansi: false), at: second))
        }
    }

    private static func check(data: [UInt8]) {
        EventTarget.checkIsOneLine(data + [10])
        var bytes: [UInt8] = []
        EventStreamEncoding.append(StreamEvent(type: "races", data: data), to: &bytes)
        var parser = EventStreamParser()
        let events = parser.feed(bytes)
        require(parser.oddities.isEmpty && events.count == 1, "an event is one event")
        require(Array(events[0].data.utf8) == data, "its data come out as they went in")
        require((try? JSONDecoder().decode(AnyJSON.self, from: Data(data))) != nil, "data are JSON")
    }

    /// Any object.
    private struct AnyJSON: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self)
        }

        private enum Key: CodingKey {}
    }

    private static func check(picture: [UInt8]) {
        guard let text = String(validating: picture, as: UTF8.self) else {
            fatalError("does not hold: a picture is UTF-8")
        }
        for scalar in text.unicodeScalars where scalar != "\n" { check(scalar) }
    }

    private static func check(_ reason: String) {
        require(!reason.isEmpty && reason.utf8.count < 200, "a reason is short")
        for scalar in reason.unicodeScalars { check(scalar) }
    }

    /// Neither a control nor one of text direction.
    private static func check(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            fatalError("does not hold: a picture has no U+\(String(scalar.value, radix: 16))")
        default: break
        }
        let directions: Set<UInt32> = [0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E]
        require(
            !directions.contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value), "no marks of direction")
    }
}

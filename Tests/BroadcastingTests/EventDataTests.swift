import Racing
import TestSupport
import Testing

@testable import Broadcasting

private let base = TestRaces.base

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct `The data of events` {
    @Test func `races shows every field in the contract's order`() {
        let race = Race(
            id: "r1", meeting: "Randwick", number: 3, name: "Maiden Plate", category: .horse,
            venue: Race.Venue(name: "Randwick", state: "NSW", country: "AUS"), start: Second(1_768_435_295))
        let history = TestRaces.history([race], source: .neds)
        #expect(
            text(EventData.races(history, BoardQuery(), since: nil, at: base + 3)) == #"""
                {"now":1768435203,"revision":1768435201,"wanted":5,"feed":{"source":"neds","state":"fresh",\#
                "ageSeconds":3,"clock":"system"},"races":[{"id":"r1","meeting":"Randwick","number":3,\#
                "name":"Maiden Plate","category":"horse","categoryName":"Horse racing","venue":{"name":"Randwick",\#
                "state":"NSW","country":"AUS"},"start":1768435295,"startAt":"2026-01-15T00:01:35Z",\#
                "label":"Randwick. Horse racing. Race 3."}],"changes":[],"reset":true}
                """#)
    }

    @Test func `absent fields are null`() {
        let race = Race(id: "r1", meeting: "M", number: 1, category: .greyhound, start: base + 60)
        let data = text(EventData.races(TestRaces.history([race]), BoardQuery(), since: nil, at: base + 1))
        #expect(data.contains(#""name":null,"category":"greyhound","categoryName":"Greyhound racing""#))
        #expect(data.contains(#""venue":{"name":null,"state":null,"country":null}"#))
    }

    @Test func `changes are told to those whose revision is known`() {
        var history = TestRaces.history([TestRaces.race("a", in: 300)])
        history.merge(
            RaceCard(races: [TestRaces.race("a", in: 360), TestRaces.race("b", in: 600)]), polledAt: base + 4,
            from: base + 5)
        let data = text(EventData.races(history, BoardQuery(), since: base + 1, at: base + 5))
        #expect(
            data.hasSuffix(
                #""changes":[{"id":"a","change":"retimed","from":1768435500},{"id":"b","change":"added"}],"reset":false}"#
            ))
    }

    @Test(arguments: [base - 1, base + 6, Second(0), Second(999_999_999_999_999)])
    func `a revision that is not known makes a reset without changes`(known: Second) {
        let history = TestRaces.history([TestRaces.race("a", in: 300)])
        let data = text(EventData.races(history, BoardQuery(), since: known, at: base + 5))
        #expect(data.hasSuffix(#""changes":[],"reset":true}"#))
    }

    @Test func `countdown has figures and words for each race on the board, in order`() {
        let history = TestRaces.history([TestRaces.race("b", in: 66), TestRaces.race("a", in: 31)])
        #expect(
            text(EventData.countdown(history, BoardQuery(), at: base + 2)) == #"""
                {"now":1768435202,"races":[{"id":"a","remaining":29,"text":"29s","spoken":"29 seconds",\#
                "frequent":true},{"id":"b","remaining":64,"text":"1m 4s","spoken":"1 minute 4 seconds",\#
                "frequent":false}]}
                """#)
    }

    @Test func `feed names its state, age, since and reason`() {
        var history = TestRaces.history([TestRaces.race("a", in: 3_600)])
        history.fail("the feed answered 500", from: base + 20)
        #expect(
            text(EventData.feed(history, at: base + 61)) == #"""
                {"now":1768435261,"source":"url","state":"stale","ageSeconds":61,"since":1768435261,\#
                "reason":"the feed answered 500","clock":"system"}
                """#)
    }

    @Test(
        arguments: zip(ByeReason.allCases, ["shutdown", "busy", "slow", "max-age"]))
    func `bye names its reason`(reason: ByeReason, word: String) {
        #expect(text(EventData.bye(reason, retry: 2_000)) == #"{"reason":"\#(word)","retry":2000}"#)
    }

    @Test func `nothing in a feed's text can begin a line or end a string`() {
        let evil = "A\r\nevent: x\rdata: y\u{0}\u{2028}\u{2029}\u{1B}[31m\"\\\u{7F}é😀"
        let history = TestRaces.history([TestRaces.race("a\n\nid: 1", in: 300, meeting: evil, name: evil)])
        for data in [
            EventData.races(history, BoardQuery(), since: nil, at: base + 1),
            EventData.countdown(history, BoardQuery(), at: base + 1),
        ] {
            #expect(!data.contains { $0 < 0x20 })
            #expect(!text(data).unicodeScalars.contains { $0.value == 0x2028 || $0.value == 0x2029 })
        }
        let data = text(EventData.races(history, BoardQuery(), since: nil, at: base + 1))
        #expect(data.contains(#""meeting":"A\r\nevent: x\rdata: y\u0000\u2028\u2029\u001b[31m\"\\\u007fé😀""#))
    }
}

import Testing

@testable import Feeds

/// Meetings, places and names of the demonstration.
struct DemoMeetingTests {
    struct Entry {
        let race: DemoRace
        let meeting: DemoMeeting
        var day: Int { DemoLattice.division(of: race.firstStart, by: 86_400).quotient }
        var key: [Int] { [race.lane.category.rawValue, race.lane.number, meeting.sequence] }
    }

    /// Four days of races around New Year 2026.
    private static func entries(seed: UInt64) -> [Entry] {
        let lattice = DemoLattice(draw: DemoDraw(seed: seed))
        return (3_271_960..<(3_271_960 + 640)).flatMap { lattice.races(in: $0) }.map {
            Entry(race: $0, meeting: DemoMeeting(of: $0, in: lattice))
        }
    }

    @Test(arguments: [UInt64(1), 5])
    func `races of a meeting are numbered from one to at most twelve in the order of their starts`(seed: UInt64) {
        let days = Self.entries(seed: seed)
        for entries in Dictionary(grouping: days, by: \.key).values {
            let numbers = entries.map(\.meeting.raceNumber)
            #expect(numbers == Array((numbers.first ?? 0)...(numbers.last ?? 0)))
            #expect(numbers.allSatisfy { (1...12).contains($0) })
            for times in [entries.map(\.race.firstStart), entries.map { $0.race.start(at: .max) }] {
                #expect(zip(times, times.dropFirst()).allSatisfy { $0 + 240 <= $1 })
            }
        }
        #expect(Set(days.map(\.meeting.raceNumber)) == Set(1...12))
    }

    @Test(arguments: [UInt64(1), 5])
    func `a place has one meeting of a category a day, in one region`(seed: UInt64) {
        let days = Self.entries(seed: seed)
        let places = Dictionary(grouping: days) { [$0.race.lane.category.rawValue, $0.meeting.place.key, $0.day] }
        for entries in places.values {
            #expect(Set(entries.map(\.key)).count == 1)
        }
        for entries in Dictionary(grouping: days, by: \.key).values {
            #expect(Set(entries.map(\.meeting.place.name)).count == 1)
        }
    }

    @Test func `one meeting name carries two categories now and then`() {
        let byDay = Dictionary(grouping: Self.entries(seed: 1)) { $0.day }
        let shared = byDay.values.map { entries in
            Dictionary(grouping: entries, by: \.meeting.place.name).values.count { entries in
                Set(entries.map(\.race.lane.category)).count > 1
            }
        }
        #expect(shared.reduce(0, +) > 0)
        #expect(shared.allSatisfy { $0 < 20 })
    }

    @Test func `places have names of their own, states that do not depend on the category, and nothing to escape`() {
        var names: [Int: String] = [:]
        var states: [Int: String] = [:]
        for region in DemoRegion.allCases {
            for category in DemoCategory.allCases {
                for index in 0..<DemoPlace.count {
                    let place = DemoPlace(region: region, category: category, index: index)
                    #expect(DemoText.escaped(place.name) == place.name)
                    #expect(names[place.key, default: place.name] == place.name)
                    #expect(states[place.key, default: place.state] == place.state)
                    names[place.key] = place.name
                    states[place.key] = place.state
                }
            }
        }
        #expect(names.count == 3 * (3 * 60 + 12))
        #expect(Set(names.values).count == names.count)
    }

    @Test(
        arguments: [
            ("", ""), ("Plain Name 1", "Plain Name 1"), ("Café", "Café"),
            (#"The "Blue Gate""#, #"The \"Blue Gate\""#), (#"a\b"#, #"a\\b"#),
            ("Hay & Saddle", #"Hay \u0026 Saddle"#), ("<b>", #"\u003cb\u003e"#),
            ("\u{0}\u{1f} \r\n", #"\u0000\u001f \u000d\u000a"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ])
    func `text is escaped for JSON as the public feed does it`(text: String, expected: String) {
        #expect(DemoText.escaped(text) == expected)
    }

    @Test(arguments: DemoCategory.allCases, DemoRegion.allCases)
    func `names are of many kinds and some are long`(category: DemoCategory, region: DemoRegion) {
        let draw = DemoDraw(seed: 3)
        let names = (0..<2000).map {
            DemoNames.race(number: 7, category: category, region: region, choices: draw.choices(.raceName, $0))
        }
        #expect(Set(names).count > 50)
        #expect(names.allSatisfy { (6..<120).contains($0.count) })
        #expect((10..<250).contains(names.count { $0.count > 60 }))
        #expect(names.contains("Race 7"))
        #expect(names.contains { $0.hasPrefix("Race 7 - ") } == (region == .america))
    }
}

import Racing
import Testing

struct CountdownTests {
    @Test(
        arguments: [
            (90_061, "25h 1m 1s", "25 hours 1 minute 1 second"),
            (86_400, "24h 0m 0s", "24 hours"),
            (7_200, "2h 0m 0s", "2 hours"),
            (3_725, "1h 2m 5s", "1 hour 2 minutes 5 seconds"),
            (3_661, "1h 1m 1s", "1 hour 1 minute 1 second"),
            (3_660, "1h 1m 0s", "1 hour 1 minute"),
            (3_601, "1h 0m 1s", "1 hour 1 second"),
            (3_600, "1h 0m 0s", "1 hour"),
            (3_599, "59m 59s", "59 minutes 59 seconds"),
            (300, "5m 0s", "5 minutes"),
            (120, "2m 0s", "2 minutes"),
            (119, "1m 59s", "1 minute 59 seconds"),
            (61, "1m 1s", "1 minute 1 second"),
            (60, "1m 0s", "1 minute"),
            (59, "59s", "59 seconds"),
            (31, "31s", "31 seconds"),
            (30, "30s", "30 seconds"),
            (29, "29s", "29 seconds"),
            (2, "2s", "2 seconds"),
            (1, "1s", "1 second"),
            (0, "0s", "starting now"),
            (-1, "-1s", "started 1 second ago"),
            (-2, "-2s", "started 2 seconds ago"),
            (-59, "-59s", "started 59 seconds ago"),
            (-60, "-1m 0s", "started 1 minute ago"),
            (-61, "-1m 1s", "started 1 minute 1 second ago"),
            (-3_599, "-59m 59s", "started 59 minutes 59 seconds ago"),
            (-3_600, "-1h 0m 0s", "started 1 hour ago"),
            (-3_725, "-1h 2m 5s", "started 1 hour 2 minutes 5 seconds ago"),
            (-90_061, "-25h 1m 1s", "started 25 hours 1 minute 1 second ago"),
        ] as [(Int, String, String)])
    func `the time that remains in figures and in words`(remaining: Int, text: String, spoken: String) {
        let countdown = Countdown(remaining: remaining)
        #expect(countdown.remaining == remaining)
        #expect(countdown.text == text)
        #expect(countdown.spoken == spoken)
    }

    @Test(
        arguments: [
            (3_600, false), (60, false), (31, false), (30, false), (29, true), (28, true), (1, true), (0, true),
            (-1, false), (-2, false), (-29, false), (-30, false), (-60, false), (-3_600, false),
        ])
    func `announcements are frequent from 29 seconds down to the start`(remaining: Int, frequent: Bool) {
        #expect(Countdown(remaining: remaining).frequent == frequent)
    }

    @Test func `figures never show sixty of anything nor a negative nothing, and say the exact time`() {
        let mistakes = (-7_300...7_300).filter { remaining in
            let text = Countdown(remaining: remaining).text
            let parts = text.drop { $0 == "-" }.split(separator: " ")
            let values = parts.compactMap { Int($0.dropLast()) }
            let units = String(parts.compactMap(\.last))
            let total = values.reduce(0) { $0 * 60 + $1 }
            return (text.hasPrefix("-") ? -total : total) != remaining || text == "-0s"
                || values.contains { $0 >= 60 } || values.first == 0 && values.count > 1
                || !["s", "ms", "hms"].contains(units) || values.count != parts.count
        }
        #expect(mistakes == [])
    }

    @Test func `words leave out what is nothing and use the singular for one alone`() {
        let seconds = ["second": 1, "seconds": 1, "minute": 60, "minutes": 60, "hour": 3_600, "hours": 3_600]
        let mistakes = (-7_300...7_300).filter { remaining in
            guard remaining != 0 else { return false }
            var words = Countdown(remaining: remaining).spoken.split(separator: " ").map(String.init)
            if remaining < 0 {
                guard words.first == "started", words.last == "ago" else { return true }
                words = Array(words.dropFirst().dropLast())
            }
            var total = 0
            for index in stride(from: 0, to: words.count - 1, by: 2) {
                guard let value = Int(words[index]), value > 0 else { return true }
                guard let unit = seconds[words[index + 1]] else { return true }
                if words[index + 1].hasSuffix("s") == (value == 1) { return true }
                total += value * unit
            }
            return total != abs(remaining) || !words.count.isMultiple(of: 2)
        }
        #expect(mistakes == [])
    }
}

import Racing
import Testing

struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (1, "1970-01-01T00:00:01Z"),
            (86_399, "1970-01-01T23:59:59Z"),
            (86_400, "1970-01-02T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (978_220_800, "2000-12-31T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_740_700_800, "2025-02-28T00:00:00Z"),
            (1_740_787_200, "2025-03-01T00:00:00Z"),
            (1_764_480_030, "2025-11-30T05:20:30Z"),
            (1_764_480_095, "2025-11-30T05:21:35Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (-62_162_035_201, "0000-02-29T23:59:59Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ])
    func `a second is written and read as a timestamp`(seconds: Int, text: String) {
        #expect(Second(seconds).rfc3339 == text)
        #expect(Second(rfc3339: text) == Second(seconds))
        #expect(Second(seconds).timeOfDay == text.dropFirst(11).dropLast())
    }

    @Test(
        arguments: [
            "2025-11-30T05:21:35Z", "2025-11-30t05:21:35z", "2025-11-30 05:21:35Z",
            "2025-11-30T05:21:35+00:00", "2025-11-30T05:21:35-00:00",
            "2025-11-30T15:21:35+10:00", "2025-11-30T15:51:35+10:30", "2025-11-29T23:51:35-05:30",
            "2025-12-01T05:20:35+23:59", "2025-11-29T05:22:35-23:59",
            "2025-11-30T05:21:35.0Z", "2025-11-30T05:21:35.5Z", "2025-11-30T05:21:35.999999999999Z",
            "2025-11-30T15:21:35.123+10:00",
        ])
    func `every form of RFC 3339 is read, and a fraction is cut off`(text: String) {
        #expect(Second(rfc3339: text) == Second(1_764_480_095))
    }

    @Test func `a fraction before 1970 is cut off towards the past as well`() {
        #expect(Second(rfc3339: "1969-12-31T23:59:59.9Z") == Second(-1))
    }

    @Test(
        arguments: [
            "", "2025", "2025-11-30", "2025-11-30T", "2025-11-30T05:21Z", "2025-11-30T05:21:35",
            "2025-11-30T05:21:35.Z", "2025-11-30T05:21:35,5Z", "2025-11-30T05:21:35.5", "2025-11-30T05:21:35.5.5Z",
            "2025-11-30T05:21:35ZZ", "2025-11-30T05:21:35Z ", " 2025-11-30T05:21:35Z", "2025-11-30T05:21:35Z\n",
            "2025-11-30_05:21:35Z", "2025-11-30  05:21:35Z", "2025/11/30T05:21:35Z", "20251130T052135Z",
            "25-11-30T05:21:35Z", "+2025-11-30T05:21:35Z", "-025-11-30T05:21:35Z", "12025-11-30T05:21:35Z",
            "2025-1-30T05:21:35Z", "2025-11-3T05:21:35Z", "2025-11-30T5:21:35Z", "2025-11-30T05:21:5Z",
            "2025-00-30T05:21:35Z", "2025-13-30T05:21:35Z", "2025-11-00T05:21:35Z", "2025-11-31T05:21:35Z",
            "2025-01-32T05:21:35Z", "2025-04-31T05:21:35Z", "2025-06-31T05:21:35Z", "2025-09-31T05:21:35Z",
            "2025-02-29T05:21:35Z", "2024-02-30T05:21:35Z", "1900-02-29T05:21:35Z", "2100-02-29T05:21:35Z",
            "2000-02-30T05:21:35Z", "2025-11-30T24:00:00Z", "2025-11-30T05:60:35Z", "2016-12-31T23:59:60Z",
            "2025-11-30T05:21:35+10", "2025-11-30T05:21:35+1000", "2025-11-30T05:21:35+24:00",
            "2025-11-30T05:21:35-10:60", "2025-11-30T05:21:35+1:00", "2025-11-30T05:21:35*10:00",
            "2025-11-30T05:21:35+10:00Z", "2025-11-30T05:21:35+", "2025-11-30T05-21-35Z", "２０２５-11-30T05:21:35Z",
            "2025-11-3/T05:21:35Z", "2025-0:-30T05:21:35Z", "2025-11-30T05:21:35.:Z",
        ])
    func `anything else is refused`(text: String) {
        #expect(Second(rfc3339: text) == nil)
    }

    @Test(arguments: ["2025-01-31", "2025-03-31", "2025-05-31", "2025-07-31", "2025-08-31", "2025-10-31", "2025-12-31"])
    func `months of thirty-one days have them all`(day: String) {
        #expect(Second(rfc3339: day + "T00:00:00Z").map { ($0 + 86_400).rfc3339.dropFirst(8).prefix(2) } == "01")
    }

    @Test func `every day of four centuries is written as the day after the one before`() throws {
        var (year, month, day) = (1_900, 1, 1)
        var second = try #require(Second(rfc3339: "1900-01-01T12:34:56Z"))
        var mistakes: [String] = []
        for _ in 0..<146_097 {
            let text = second.rfc3339
            let fields = text.utf8.prefix(10).split(separator: UInt8(ascii: "-")).map { Int(Substring($0)) }
            if fields != [year, month, day] { mistakes.append(text) }
            let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day += 1
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            second = second + 86_400
        }
        #expect(mistakes == [])
        #expect(second.rfc3339 == "2300-01-01T12:34:56Z")
    }

    @Test func `what is written is read back as the same second`() {
        var generator = SplitMix64(seed: 3_339)
        let seconds = (0..<5_000).map { _ in Second(generator.next(in: -62_167_219_200...253_402_300_799)) }
        #expect(seconds.filter { Second(rfc3339: $0.rfc3339) != $0 } == [])
        #expect(seconds.filter { $0.rfc3339.utf8.count != 20 } == [])
        let sorted = seconds.sorted()
        #expect(sorted.map(\.rfc3339) == seconds.map(\.rfc3339).sorted())
    }

    @Test func `seconds are counted and compared`() {
        #expect(at(60) - at(0) == 60)
        #expect(at(0) - at(60) == -60)
        #expect(at(10) + 5 == at(15))
        #expect(at(10) + -15 == at(-5))
        #expect(at(10) - 15 == at(-5))
        #expect(at(-1) < at(0) && !(at(0) < at(0)) && at(1) > at(0))
        #expect(zero.sinceEpoch == 1_764_480_000)
    }
}

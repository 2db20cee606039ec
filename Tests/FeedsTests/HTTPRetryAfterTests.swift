import Feeds
import Racing
import Testing

@Suite("Retry-After")
struct HTTPRetryAfterTests {
    /// 1994-11-06T08:49:37Z, the example of RFC 9110 5.6.7.
    static let example = Second(784_111_777)

    @Test(arguments: [
        ("0", 0), ("1", 1), ("007", 7), ("899", 899), ("900", 900), ("901", 900), ("99999999999999999999999", 900),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Sun, 06 Nov 1994 08:49:38 GMT", 1),
        ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
        ("Sun, 06 Nov 1994 09:04:36 GMT", 899),
        ("Sun, 06 Nov 1994 09:04:37 GMT", 900),
        ("Sun, 06 Nov 1994 09:04:38 GMT", 900),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 900),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
        ("Sun Nov  6 08:49:47 1994", 10),
    ])
    func `a time to wait counts from the second of the answer, up to the limit`(value: String, seconds: Int) {
        #expect(RetryAfter.seconds(value, now: Self.example) == seconds)
    }

    @Test(arguments: ["", "-1", "+1", "1.5", "1e3", "0x10", "soon", "1 ", " 1", "1, 2", "١"])
    func `anything else is no time to wait`(value: String) {
        #expect(RetryAfter.seconds(value, now: Self.example) == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Mon, 06 Nov 1994 08:49:37 GMT",
    ])
    func `a date is read in all three forms`(text: String) {
        #expect(Second(httpDate: text, now: Self.example) == Self.example)
    }

    @Test(arguments: [
        ("Sun Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"),
        ("Thu, 29 Feb 2024 23:59:60 GMT", "2024-02-29T23:59:59Z"),
        ("Tue, 01 Jan 2030 00:00:00 GMT", "2030-01-01T00:00:00Z"),
        ("Wed, 31 Dec 2031 00:00:00 GMT", "2031-12-31T00:00:00Z"),
        ("Sat Sep 30 00:00:00 2034", "2034-09-30T00:00:00Z"),
        ("Sun Oct  1 00:00:00 2034", "2034-10-01T00:00:00Z"),
    ])
    func `days and months are those of the calendar`(text: String, expected: String) throws {
        #expect(try #require(Second(httpDate: text, now: Self.example)).rfc3339 == expected)
    }

    @Test(arguments: [
        // At most 50 years from now, to the second.
        ("2025-11-30T05:20:30Z", "Saturday, 30-Nov-75 05:20:30 GMT", "2075-11-30T05:20:30Z"),
        ("2025-11-30T05:20:30Z", "Saturday, 30-Nov-75 05:20:31 GMT", "1975-11-30T05:20:31Z"),
        ("2025-11-30T05:20:30Z", "Wednesday, 01-Jan-76 00:00:00 GMT", "1976-01-01T00:00:00Z"),
        ("2025-11-30T05:20:30Z", "Sunday, 30-Nov-25 05:20:31 GMT", "2025-11-30T05:20:31Z"),
        ("2025-11-30T05:20:30Z", "Monday, 01-Jan-24 00:00:00 GMT", "2024-01-01T00:00:00Z"),
        ("2099-12-31T23:59:59Z", "Friday, 01-Jan-00 00:00:00 GMT", "2100-01-01T00:00:00Z"),
        ("1999-12-31T23:59:59Z", "Saturday, 01-Jan-00 00:00:00 GMT", "2000-01-01T00:00:00Z"),
    ])
    func `a year of two digits is at most fifty years away`(now: String, text: String, expected: String) throws {
        let now = try #require(Second(rfc3339: now))
        #expect(try #require(Second(httpDate: text, now: now)).rfc3339 == expected)
    }

    @Test(arguments: [
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun 06 Nov 1994 08:49:37 GMT",
        "sun, 06 nov 1994 08:49:37 gmt", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Brumaire 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-+4 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 UTC", "Sunday, 06 Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT", "Thursday, 29-Feb-23 00:00:00 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov  16 08:49:37 1994", "Sun Nov 06 08:49:37 94", "Sunday Nov  6 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov   08:49:37 1994", "Sun  Nov 6 08:49:37 1994", "1994-11-06T08:49:37Z",
        "Sun,  06 Nov 1994 08:49:37 GMT", "Sun Nov +6 08:49:37 1994",
    ])
    func `anything else is no date`(text: String) {
        #expect(Second(httpDate: text, now: Self.example) == nil)
    }
}

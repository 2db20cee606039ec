package import Racing

extension Second {
    /// Reads a date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two obsolete forms that must be accepted,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994` (RFC 9110 5.6.7).
    ///
    /// The name of the weekday is not compared with the date. A leap second counts as the one before it.
    /// - Parameter now: decides the century of a year of two digits: at most 50 years from now.
    /// - Returns: nil for anything else, or a day that the calendar does not have.
    package init?(httpDate text: String, now: Second) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let parts: DateParts? =
            switch words.count {
            case 6 where words[2].isEmpty: DateParts(asctime: words.filter { !$0.isEmpty }, dayDigits: 1)
            case 6: DateParts(fixed: words)
            case 5: DateParts(asctime: words, dayDigits: 2)
            case 4: DateParts(obsolete: words, now: now)
            default: nil
            }
        guard let parts, let date = Second(rfc3339: parts.timestamp) else { return nil }
        self = date
    }
}

/// The parts of a date as RFC 3339 writes them, which checks the calendar.
private struct DateParts {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longWeekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    var year: String
    private let month: String
    private let day: String
    private let time: String

    var timestamp: String { "\(year)-\(month)-\(day)T\(time)Z" }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    init?(fixed words: [String]) {
        guard words[0].hasSuffix(","), Self.weekdays.contains(String(words[0].dropLast())), words[5] == "GMT" else {
            return nil
        }
        self.init(year: words[3], month: words[2], day: words[1], time: words[4])
    }

    /// `Sun Nov  6 08:49:37 1994`, where a day of one digit has one blank more before it.
    init?(asctime words: [String], dayDigits: Int) {
        guard words.count == 5, Self.weekdays.contains(words[0]), words[2].utf8.count == dayDigits else { return nil }
        self.init(year: words[4], month: words[1], day: dayDigits == 1 ? "0" + words[2] : words[2], time: words[3])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    init?(obsolete words: [String], now: Second) {
        let date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard words[0].hasSuffix(","), Self.longWeekdays.contains(String(words[0].dropLast())), words[3] == "GMT",
            date.count == 3, date[2].utf8.count == 2, date[2].first != "+", let digits = UInt8(date[2])
        else { return nil }
        let today = now.rfc3339
        let latest = (Int(today.prefix(4)) ?? 0) + 50
        let year = latest - (latest - Int(digits)) % 100
        self.init(year: String(year), month: date[1], day: date[0], time: words[2])
        // In the last year of the 50, what comes later than now belongs to the century before.
        if timestamp > "\(latest)\(today.dropFirst(4))" { self.year = String(year - 100) }
    }

    private init?(year: String, month: String, day: String, time: String) {
        guard let index = Self.months.firstIndex(of: month), time.utf8.count == 8 else { return nil }
        self.year = year
        self.month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
        self.day = day
        self.time = time.hasSuffix(":60") ? time.dropLast(2) + "59" : time
    }
}

/// RFC 3339 timestamps, written and read without a calendar library: the proleptic Gregorian calendar in UTC.
extension Second {
    /// The timestamp as `2025-11-30T05:21:35Z`: UTC, whole seconds (RFC 3339 section 5.6).
    package var rfc3339: String {
        let days = floorDivide(sinceEpoch, by: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        let time = sinceEpoch - days * 86_400
        return padded(date.year, to: 4) + "-" + padded(date.month, to: 2) + "-" + padded(date.day, to: 2)
            + "T" + clockTime(secondsOfDay: time) + "Z"
    }

    /// The time of day in UTC as `05:21:35`.
    package var timeOfDay: String {
        clockTime(secondsOfDay: sinceEpoch - floorDivide(sinceEpoch, by: 86_400) * 86_400)
    }

    /// Reads an RFC 3339 timestamp; a fraction is cut off, an offset is applied, `24:00` and leap seconds are refused.
    ///
    /// - Returns: nil when `text` is not a timestamp of RFC 3339 section 5.6.
    package init?(rfc3339 text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T", "t", " "),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2), reader.skipFraction(),
            let offset = reader.offset(), reader.isAtEnd,
            (1...12).contains(month), (1...CivilDate.daysIn(month: month, year: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        self.init(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    }
}

/// A day of the proleptic Gregorian calendar.
private struct CivilDate {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Counts in years that begin in March, so that the leap day is the last one; 146,097 days are 400 years.
    init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func daysIn(month: Int, year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}

private struct DigitReader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func number(digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + digits] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        index += digits
        return value
    }

    mutating func skip(_ choices: Unicode.Scalar...) -> Bool {
        guard index < bytes.count, choices.contains(where: { UInt8(ascii: $0) == bytes[index] }) else { return false }
        index += 1
        return true
    }

    /// An optional `.` with at least one digit.
    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        guard number(digits: 1) != nil else { return false }
        while number(digits: 1) != nil {}
        return true
    }

    /// `Z` or `+hh:mm` or `-hh:mm`, in seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Z", "z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2), hours < 24,
            minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

private func floorDivide(_ value: Int, by divisor: Int) -> Int {
    value >= 0 ? value / divisor : (value + 1) / divisor - 1
}

private func clockTime(secondsOfDay time: Int) -> String {
    padded(time / 3_600, to: 2) + ":" + padded(time / 60 % 60, to: 2) + ":" + padded(time % 60, to: 2)
}

private func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

// Dates of FoundationEssentials, by every spelling. A trailing comment names what the line must be reported for.
import FoundationEssentials

typealias Moment = Date
typealias Alias<T> = T

enum EssentialDates {
    static func called() -> Date { Date() }  // clock: Date()
    static func initialised() -> Date { Date.init() }  // clock: Date()
    static func qualified() -> Date { FoundationEssentials.Date() }  // clock: Date()
    static func aliased() -> Date { Moment() }  // clock: Date()
    static func aliasedTwice() -> Alias<Moment> { Alias<Moment>() }  // clock: Date()
    static func inferred() -> Date { .init() }  // clock: Date()
    static func current() -> Date { Date.now }  // clock: Date.now
    static func aliasedNow() -> Date { Moment.now }  // clock: Date.now
    static func inferredNow() -> Date { .now }  // clock: Date.now
    static func inferredOptional() -> Date? { .now }  // clock: Date.now
    static func later() -> Date { Date(timeIntervalSinceNow: 60) }  // clock: Date(timeIntervalSinceNow:)
    static func inferredLater() -> Date { .init(timeIntervalSinceNow: 60) }  // clock: Date(timeIntervalSinceNow:)
    static func age(of date: Date) -> Double { date.timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
    static func reference() -> Double {
        Date.timeIntervalSinceReferenceDate  // clock: Date.timeIntervalSinceReferenceDate
    }
    static func broken() -> Date {
        Date
            .now  // clock: Date.now
            .addingTimeInterval(
                Date().timeIntervalSince1970  // clock: Date()
            )
    }
    static func metatype() -> Date {
        let type = Date.self
        return type.init()  // clock: Date()
    }
    static func value() -> () -> Date { Date.init }  // clock: Date()
    static func values() -> [Date] { (0..<3).map { _ in Date() } }  // clock: Date()
    static func passed() -> [Date] {
        [1.0].map(Date.init(timeIntervalSinceNow:))  // clock: Date(timeIntervalSinceNow:)
    }
    static func interval() -> DateInterval { DateInterval() }  // clock: DateInterval()
    static func today(_ date: Date, in calendar: Calendar) -> Bool {
        calendar.isDateInToday(date)  // clock: Calendar.isDateInToday(_:)
            || calendar.isDateInTomorrow(date)  // clock: Calendar.isDateInTomorrow(_:)
            || calendar.isDateInYesterday(date)  // clock: Calendar.isDateInYesterday(_:)
    }
    static func offset(of zone: TimeZone) -> Int { zone.secondsFromGMT() }  // clock: TimeZone.secondsFromGMT(for:)
    static func summer(in zone: TimeZone) -> Bool {
        zone.isDaylightSavingTime()  // clock: TimeZone.isDaylightSavingTime(for:)
    }
    static func summerOffset(in zone: TimeZone) -> Double {
        zone.daylightSavingTimeOffset()  // clock: TimeZone.daylightSavingTimeOffset(for:)
    }
    static func letters(of zone: TimeZone) -> String? { zone.abbreviation() }  // clock: TimeZone.abbreviation(for:)
    static func change(in zone: TimeZone) -> Date? {
        zone.nextDaylightSavingTimeTransition  // clock: TimeZone.nextDaylightSavingTimeTransition
    }
    static func uptime() -> Double { ProcessInfo.processInfo.systemUptime }  // clock: ProcessInfo.systemUptime
    static func words() -> String { "Ünïcödé 🏇 \(Date()) and \(Moment.now)" }  // clock: Date(), Date.now
    static func text() -> String {
        """
        Date() in a text is no clock, but
        \(Date()) is.  // clock: Date()
        """
    }
}

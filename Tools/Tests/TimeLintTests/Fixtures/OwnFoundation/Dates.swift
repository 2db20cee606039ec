// Compiled as a module named Foundation: one that declares its dates itself.

public struct Date {
    public init() {}
    public init(timeIntervalSinceNow interval: Double) {}
    public init(timeIntervalSince1970 seconds: Double) {}
    public static var now: Date { Date(timeIntervalSince1970: 0) }
    public static var timeIntervalSinceReferenceDate: Double { 0 }
    public var timeIntervalSinceNow: Double { 0 }
    public var timeIntervalSinceReferenceDate: Double { 0 }
}

public class ProcessInfo {
    public init() {}
    public var systemUptime: Double { 0 }
}

enum OwnDates {
    static func made() -> Date { .init() }  // clock: Date()
    static func now() -> Date { .now }  // clock: Date.now
    static func later() -> Date { .init(timeIntervalSinceNow: 1) }  // clock: Date(timeIntervalSinceNow:)
    static func age(of date: Date) -> Double { date.timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
    static func reference() -> Double {
        Date.timeIntervalSinceReferenceDate  // clock: Date.timeIntervalSinceReferenceDate
    }
    static func given() -> Double { Date(timeIntervalSince1970: 1).timeIntervalSinceReferenceDate }
    static func uptime() -> Double { ProcessInfo().systemUptime }  // clock: ProcessInfo.systemUptime
}

// What Foundation and Dispatch add: the same Date by another import, timers, threads, queues.
import Dispatch
import Foundation

enum FoundationClocks {
    static func date() -> Date { Foundation.Date() }  // clock: Date()
    static func now() -> Date { Foundation.Date.now }  // clock: Date.now
    static func object() -> NSDate { NSDate() }  // clock: NSDate()
    static func laterObject() -> NSDate { NSDate(timeIntervalSinceNow: 1) }  // clock: NSDate(timeIntervalSinceNow:)
    static func age(of date: NSDate) -> Double { date.timeIntervalSinceNow }  // clock: NSDate.timeIntervalSinceNow
    static func reference() -> Double {
        NSDate.timeIntervalSinceReferenceDate  // clock: NSDate.timeIntervalSinceReferenceDate
    }
    static func uptime() -> Double {
        Foundation.ProcessInfo.processInfo.systemUptime  // clock: ProcessInfo.systemUptime
    }
    static func relative(_ date: Date) -> String {
        date.formatted(.relative(presentation: .named))  // clock: FormatStyle.relative(presentation:unitsStyle:)
    }
    static func style() -> Date.RelativeFormatStyle {
        .init(presentation: .named)  // clock: Date.RelativeFormatStyle(presentation:…)
    }
    static func zone(_ zone: NSTimeZone) -> Int {
        _ = zone.abbreviation  // clock: NSTimeZone.abbreviation
        _ = zone.isDaylightSavingTime  // clock: NSTimeZone.isDaylightSavingTime
        _ = zone.daylightSavingTimeOffset  // clock: NSTimeZone.daylightSavingTimeOffset
        _ = zone.nextDaylightSavingTimeTransition  // clock: NSTimeZone.nextDaylightSavingTimeTransition
        return zone.secondsFromGMT  // clock: NSTimeZone.secondsFromGMT
    }
    static func days(_ calendar: NSCalendar, _ date: Date) -> Bool {
        calendar.isDateInToday(date)  // clock: NSCalendar.isDateInToday(_:)
            || calendar.isDateInTomorrow(date)  // clock: NSCalendar.isDateInTomorrow(_:)
            || calendar.isDateInYesterday(date)  // clock: NSCalendar.isDateInYesterday(_:)
    }
    static func interval() -> NSDateInterval { NSDateInterval() }  // clock: NSDateInterval()
    static func rest() {
        Thread.sleep(forTimeInterval: 1)  // clock: Thread.sleep(forTimeInterval:)
        Thread.sleep(until: .distantPast)  // clock: Thread.sleep(until:)
    }
    static func timers() {
        _ = Timer(timeInterval: 1, repeats: false) { _ in }  // clock: Timer(timeInterval:repeats:block:)
        _ = Timer(  // clock: Timer(fire:interval:repeats:block:)
            fire: .distantPast, interval: 1, repeats: true
        ) { _ in }
        _ = Timer.scheduledTimer(  // clock: Timer.scheduledTimer(withTimeInterval:repeats:block:)
            withTimeInterval: 1, repeats: false
        ) { _ in }
    }
}

enum Queues {
    static func now() -> DispatchTime { .now() }  // clock: DispatchTime.now()
    static func later() -> DispatchTime { .now() + 5 }  // clock: DispatchTime.now()
    static func wall() -> DispatchWallTime { DispatchWallTime.now() }  // clock: DispatchWallTime.now()
    static func value() -> () -> DispatchTime { DispatchTime.now }  // clock: DispatchTime.now()
    static func after(_ queue: DispatchQueue, _ deadline: DispatchTime, _ wall: DispatchWallTime) {
        let item = DispatchWorkItem {}
        queue.asyncAfter(deadline: deadline) {}  // clock: DispatchQueue.asyncAfter(deadline:qos:flags:execute:)
        queue.asyncAfter(wallDeadline: wall) {}  // clock: DispatchQueue.asyncAfter(wallDeadline:qos:flags:execute:)
        queue.asyncAfter(deadline: deadline, execute: item)  // clock: DispatchQueue.asyncAfter(deadline:execute:)
        queue.asyncAfter(wallDeadline: wall, execute: item)  // clock: DispatchQueue.asyncAfter(wallDeadline:execute:)
        queue.asyncAfter(  // clock: DispatchQueue.asyncAfter(deadline:qos:flags:execute:)
            deadline: .now() + 5  // clock: DispatchTime.now()
        ) {}
    }
    static func source() -> any DispatchSourceTimer {
        DispatchSource.makeTimerSource()  // clock: DispatchSource.makeTimerSource(flags:queue:)
    }
    static func source(on queue: DispatchQueue) -> any DispatchSourceTimer {
        DispatchSource.makeTimerSource(  // clock: DispatchSource.makeTimerSource(flags:queue:)
            flags: .strict, queue: queue
        )
    }
}

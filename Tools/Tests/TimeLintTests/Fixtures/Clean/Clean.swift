// What is no clock, however much it looks like one: nothing in this file may be reported.
import CFixture
import FoundationEssentials
import Glibc

/// Date(), Date.now, time(nil), clock_gettime, Task.sleep(for: .seconds(1)) in a comment.
struct Second {
    var value: Int
    static var now: Second { Second(value: 0) }
    static func sleep(for seconds: Int) {}
    var timeIntervalSinceNow: Int { value }
    init(value: Int) { self.value = value }
    init() { value = 0 }
}

func time(_ place: Int?) -> Int { place ?? 7 }

struct Task<Value> {
    static func sleep(nanoseconds: UInt64) {}
}

struct Timer {
    var continuous: Timer? { nil }
    static func scheduledTimer() -> Timer { Timer() }
}

struct ManualClock: Clock {
    struct Instant: InstantProtocol {
        var seconds: Int
        func advanced(by duration: Duration) -> Instant { Instant(seconds: seconds + Int(duration.components.seconds)) }
        func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.seconds < rhs.seconds }
    }
    var now: Instant { Instant(seconds: 0) }
    var minimumResolution: Duration { .seconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

extension Clock where Self == ManualClock {
    static var manual: ManualClock { ManualClock() }
}

struct Row {
    subscript(column: Int, default value: Int? = nil, scale: Double = -1.5, name: String = "a") -> Int { column }
    subscript(flag: Bool = true, list: [Int] = [], map: [Int: Int] = [:]) -> Int { 0 }
    subscript<Key: Hashable>(key: Key, test: (Key) -> Bool) -> Bool { key == key && test(key) }
}

@propertyWrapper struct Plain {
    var wrappedValue: Int
}

func wrapped(@Plain value: Int, _ body: @convention(c) (Int) -> Int) -> Int { body(value) }

enum Clean {
    static func time() -> Int { 7 }
    static func gettimeofday(_ value: Int) -> Int { value }
    static func usleep(_ value: Int) -> Int { value }
    static func shadowing() -> Int { CleanFixtures.time(nil) }
    static func own() -> Int { time() + gettimeofday(1) + usleep(2) }
    static func inferred() -> Second { .now }
    static func initialised() -> Second { .init() }
    static func rest() {
        Second.sleep(for: 5)
        Task<Never>.sleep(nanoseconds: 5)
        _ = Timer.scheduledTimer()
    }
    static func path() -> KeyPath<Second, Int> { \.timeIntervalSinceNow }
    static func given(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    static func inferredGiven(_ seconds: Double) -> Date { .init(timeIntervalSince1970: seconds) }
    static func reference(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    static func since(_ date: Date) -> Date { Date(timeInterval: 5, since: date) }
    static func past() -> [Date] { [.distantPast, Date.distantFuture] }
    static func between(_ one: Date, _ other: Date) -> Double { one.timeIntervalSince(other) }
    static func referenceOf(_ date: Date) -> Double { date.timeIntervalSinceReferenceDate + date.timeIntervalSince1970 }
    static func offset(of zone: TimeZone, at date: Date) -> Int { zone.secondsFromGMT(for: date) }
    static func summer(in zone: TimeZone, at date: Date) -> Bool { zone.isDaylightSavingTime(for: date) }
    static func words() -> String { "Date() and time(nil) and \(Clean.time()) and .now" }
    static func raw() -> String { #"clock_gettime(CLOCK_REALTIME, \(Date()))"# }
    static func lines() -> String {
        """
        Task.sleep(nanoseconds: 5)
        """
    }
    static func parts(_ when: Int) -> Int32 {
        var (when, parts) = (when, tm())
        localtime_r(&when, &parts)
        gmtime_r(&when, &parts)
        return parts.tm_hour + Int32(mktime(&parts))
    }
    static func header(_ text: UnsafeMutablePointer<CChar>, _ parts: tm) {
        var parts = parts
        evutil_date_rfc1123(text, 30, &parts)
        withUnsafePointer(to: parts) { _ = evutil_date_rfc1123(text, 30, $0) }
    }
    static func constants() -> Int32 { CLOCK_REALTIME + CLOCK_MONOTONIC }
    static func resolution(_ step: inout timespec) { clock_getres(CLOCK_REALTIME, &step) }
    static func memory() -> UInt {
        var machine = sysinfo()
        sysinfo(&machine)
        return machine.totalram
    }
    static func injected<C: Clock>(_ clock: C) async throws where C.Duration == Duration {
        let start = clock.now
        try await clock.sleep(until: start.advanced(by: .seconds(1)), tolerance: nil)
        try await clock.sleep(for: .seconds(1))
        _ = clock.measure {}
    }
    static func existential(_ clock: any Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1)) }
    static func manual() -> ManualClock.Instant { ManualClock().now }
    static func named() -> any Clock<Duration> { .manual }
    static func later(_ instant: ContinuousClock.Instant) -> ContinuousClock.Instant { instant.advanced(by: .zero) }
}

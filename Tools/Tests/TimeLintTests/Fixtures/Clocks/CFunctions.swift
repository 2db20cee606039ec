// C's clocks, called, named, stored, passed and qualified.
import CFixture
import Glibc

let stored = clock_gettime  // clock: clock_gettime
nonisolated(unsafe) let typed: (UnsafeMutablePointer<time_t>?) -> time_t = time  // clock: time

enum CFunctions {
    static func seconds() -> Int { time(nil) }  // clock: time
    static func qualified() -> Int { Glibc.time(nil) }  // clock: time
    static func named(_ now: inout timespec) {
        clock_gettime(CLOCK_REALTIME, &now)  // clock: clock_gettime
        timespec_get(&now, TIME_UTC)  // clock: timespec_get
        nanosleep(&now, nil)  // clock: nanosleep
        clock_nanosleep(CLOCK_MONOTONIC, 0, &now, nil)  // clock: clock_nanosleep
        thrd_sleep(&now, nil)  // clock: thrd_sleep
    }
    static func timeval(_ now: inout timeval) {
        gettimeofday(&now, nil)  // clock: gettimeofday
        Glibc.gettimeofday(&now, nil)  // clock: gettimeofday
    }
    static func processor() -> Int { clock() }  // clock: clock
    static func spent(_ spent: inout tms) -> Int { times(&spent) }  // clock: times
    static func rest() {
        usleep(1)  // clock: usleep
        sleep(1)  // clock: sleep
        _ = Glibc.sleep(1)  // clock: sleep
    }
    static func alarms(_ timer: inout itimerval) {
        alarm(1)  // clock: alarm
        ualarm(1, 0)  // clock: ualarm
        setitimer(0, &timer, nil)  // clock: setitimer
        getitimer(0, &timer)  // clock: getitimer
    }
    static func posix(_ timer: inout timer_t?, _ spec: inout itimerspec) {
        timer_create(CLOCK_REALTIME, nil, &timer)  // clock: timer_create
        timer_settime(timer, 0, &spec, nil)  // clock: timer_settime
        timer_gettime(timer, &spec)  // clock: timer_gettime
    }
    static func kernel(_ values: inout timex, _ ntp: inout ntptimeval) {
        adjtimex(&values)  // clock: adjtimex
        ntp_adjtime(&values)  // clock: ntp_adjtime
        ntp_gettimex(&ntp)  // clock: ntp_gettimex
    }
    static func uptime() -> Int {
        var machine = sysinfo()
        sysinfo(&machine)
        return machine.uptime  // clock: sysinfo.uptime
    }
    static func closure() -> () -> Int { { time(nil) } }  // clock: time
    static func chosen() -> (UInt32) -> UInt32 { sleep }  // clock: sleep
    static func passed() -> Int { defaulted(time) }  // clock: time
    static func defaulted(_ read: (UnsafeMutablePointer<time_t>?) -> time_t = time) -> Int { read(nil) }  // clock: time
    static func looked() -> UnsafeMutableRawPointer? { dlsym(nil, "time") }  // clock: dlsym
    static func absolute() -> Double { CFAbsoluteTimeGetCurrent() }  // clock: CFAbsoluteTimeGetCurrent
    static func words() -> String { "it is \(time(nil))" }  // clock: time
}

enum Libevent {
    static func cached(_ base: OpaquePointer, _ now: inout timeval) {
        event_base_gettimeofday_cached(base, &now)  // clock: event_base_gettimeofday_cached
    }
    static func monotonic(_ timer: OpaquePointer, _ now: inout timeval) {
        evutil_gettime_monotonic(timer, &now)  // clock: evutil_gettime_monotonic
    }
    static func header(_ text: UnsafeMutablePointer<CChar>) {
        evutil_date_rfc1123(text, 30, nil)  // clock: evutil_date_rfc1123
    }
    static func header(_ text: UnsafeMutablePointer<CChar>, _ parts: UnsafePointer<tm>?) {
        evutil_date_rfc1123(text, 30, parts)  // clock: evutil_date_rfc1123
        let write = evutil_date_rfc1123  // clock: evutil_date_rfc1123
        _ = write(text, 30, parts)
    }
    static func header(_ text: UnsafeMutablePointer<CChar>, at parts: inout tm) {
        parts.tm_sec = Int32(time(nil))  // clock: time
        evutil_date_rfc1123(text, time(nil), &parts)  // clock: time
    }
}

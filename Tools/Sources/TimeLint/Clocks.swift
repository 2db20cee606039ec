/// A type (or protocol) of a library, and its members that read a clock of the system or wait on one.
struct ClockType: Sendable {
    /// The type as a program spells it, e.g. `Date`.
    let name: String
    /// The type's part of its members' USRs: what follows `s:` in each of them.
    let mangling: String
    /// The members by declared name, e.g. `init()`, `now`, `sleep(until:tolerance:)`.
    let members: [Member]

    struct Member: Sendable {
        let name: String
        /// What follows the type's part in the USR.
        let mangling: String
    }

    /// `members` maps each declared name to the rest of its USR.
    init(_ name: String, _ mangling: String, _ members: KeyValuePairs<String, String>) {
        self.name = name
        self.mangling = mangling
        self.members = members.map { Member(name: $0.key, mangling: $0.value) }
    }

    func usr(of member: Member) -> String { "s:" + mangling + member.mangling }

    /// `Date()` for `init()`, `Date.now` for `now`.
    func spelling(of member: Member) -> String {
        member.name.hasPrefix("init(") ? name + member.name.dropFirst("init".count) : name + "." + member.name
    }
}

/// Every declaration that lets code have the time, or wait for it, without being given it. Declarations are known by
/// their USR, the compiler's name for exactly one declaration, so neither aliases nor inference can hide one.
package enum Clocks {
    static let types: [ClockType] = languageTypes + dispatchTypes + foundationTypes + ownFoundationTypes

    /// Uncontrolled declarations: USR to spelling.
    static let spellings: [String: String] = {
        var spellings: [String: String] = [:]
        for type in types {
            for member in type.members { spellings[type.usr(of: member)] = type.spelling(of: member) }
        }
        for name in functions { spellings["c:@F@" + name] = name }
        for field in fields { spellings["c:@S@\(field.structure)@FI@\(field.name)"] = field.spelling }
        return spellings
    }()

    /// Functions that are harmless when given a date and read the clock when they are not: USR to spelling.
    static let readingByDefault: [String: String] = {
        var spellings: [String: String] = [:]
        for type in defaultingTypes {
            for member in type.members { spellings[type.usr(of: member)] = type.spelling(of: member) }
        }
        return spellings
    }()

    /// C functions that read the clock only when an argument is NULL: USR to the argument's index.
    static let readingWithoutArgument = ["c:@F@evutil_date_rfc1123": 2]

    /// The spelling of everything the lint knows by name; its tests must exercise each one.
    package static var allSpellings: Set<String> {
        Set(spellings.values).union(readingByDefault.values)
    }
}

extension Clocks {
    /// A field of a C structure that holds a time.
    struct Field: Sendable {
        let structure: String
        let name: String
        var spelling: String { structure + "." + name }
    }

    static let fields = [Field(structure: "sysinfo", name: "uptime")]

    /// C functions, as Swift and C call them alike. Functions that only convert or format a given time (`localtime_r`,
    /// `mktime`) and those that tell a clock's resolution are no clocks.
    static let functions: Set<String> = [
        // The time of day, and time since some start.
        "time", "clock_gettime", "gettimeofday", "timespec_get", "ftime", "CFAbsoluteTimeGetCurrent",
        // The process's own time.
        "clock", "times",
        // NTP's view of the clock.
        "adjtimex", "clock_adjtime", "ntp_adjtime", "ntp_gettime", "ntp_gettimex",
        // Sleeps.
        "clock_nanosleep", "nanosleep", "usleep", "sleep", "thrd_sleep",
        // Timers that are not the event loop's.
        "alarm", "ualarm", "setitimer", "getitimer", "timer_create", "timer_settime", "timer_gettime",
        // libevent's own readings; the last takes one where it is given no time.
        "event_base_gettimeofday_cached", "evutil_gettimeofday", "evutil_gettime_monotonic", "evutil_date_rfc1123",
        // The processor's counter.
        "__builtin_readcyclecounter", "__rdtsc",
        // Ways to call any function without naming it to the compiler.
        "dlsym", "dlvsym", "syscall",
    ]
}

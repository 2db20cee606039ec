// The clocks and sleeps of the language's own library.
typealias Ticker = ContinuousClock
typealias Background = SuspendingClock

struct Given<C: Clock> {
    let clock: C
    init(_ clock: C) { self.clock = clock }
    init() where C == ContinuousClock { clock = .continuous }  // clock: Clock.continuous
    static func now() -> C.Instant where C == ContinuousClock { C.now }  // clock: ContinuousClock.now
    static func made() -> C where C == SuspendingClock { C() }  // clock: SuspendingClock()
}

enum SwiftClocks {
    static func made() -> ContinuousClock { ContinuousClock() }  // clock: ContinuousClock()
    static func initialised() -> ContinuousClock { .init() }  // clock: ContinuousClock()
    static func aliased() -> Ticker { Ticker() }  // clock: ContinuousClock()
    static func qualified() -> ContinuousClock { _Concurrency.ContinuousClock() }  // clock: ContinuousClock()
    static func named() -> ContinuousClock { .continuous }  // clock: Clock.continuous
    static func erased() -> any Clock<Duration> { .continuous }  // clock: Clock.continuous
    static func spelled() -> ContinuousClock { ContinuousClock.continuous }  // clock: Clock.continuous
    static func instant() -> ContinuousClock.Instant { ContinuousClock.now }  // clock: ContinuousClock.now
    static func inferred() -> ContinuousClock.Instant { .now }  // clock: ContinuousClock.Instant.now
    static func full() -> ContinuousClock.Instant { ContinuousClock.Instant.now }  // clock: ContinuousClock.Instant.now
    static func instance(_ clock: ContinuousClock) { _ = clock.now }  // clock: ContinuousClock.now
    static func passed() { _ = Given(ContinuousClock()) }  // clock: ContinuousClock()
    static func value() -> () -> ContinuousClock { ContinuousClock.init }  // clock: ContinuousClock()
    static func timed() -> Duration { ContinuousClock().measure {} }  // clock: ContinuousClock()
    static func slept(_ clock: ContinuousClock, _ deadline: ContinuousClock.Instant) async throws {
        try await clock.sleep(until: deadline, tolerance: nil)  // clock: ContinuousClock.sleep(until:tolerance:)
    }

    static func suspendingMade() -> SuspendingClock { SuspendingClock() }  // clock: SuspendingClock()
    static func suspendingAliased() -> Background { .init() }  // clock: SuspendingClock()
    static func suspendingNamed() -> any Clock<Duration> { .suspending }  // clock: Clock.suspending
    static func suspendingInstant() -> SuspendingClock.Instant { SuspendingClock.now }  // clock: SuspendingClock.now
    static func suspendingInferred() -> SuspendingClock.Instant { .now }  // clock: SuspendingClock.Instant.now
    static func suspendingInstance(_ clock: SuspendingClock) { _ = clock.now }  // clock: SuspendingClock.now
    static func suspendingSlept(_ clock: SuspendingClock, _ deadline: SuspendingClock.Instant) async throws {
        try await clock.sleep(until: deadline, tolerance: nil)  // clock: SuspendingClock.sleep(until:tolerance:)
    }
}

enum Sleeps {
    typealias Nap = Task<Never, Never>

    static func all(_ deadline: ContinuousClock.Instant) async throws {
        await Task.sleep(5)  // clock: Task.sleep(_:)
        try await Task.sleep(nanoseconds: 5)  // clock: Task.sleep(nanoseconds:)
        try await Task<Never, Never>.sleep(nanoseconds: 5)  // clock: Task.sleep(nanoseconds:)
        try await Task.sleep(for: .seconds(1))  // clock: Task.sleep(for:tolerance:clock:)
        try await Task.sleep(for: .seconds(1), tolerance: .seconds(1))  // clock: Task.sleep(for:tolerance:clock:)
        try await Task.sleep(  // clock: Task.sleep(for:tolerance:clock:)
            for: .seconds(1), clock: .suspending  // clock: Clock.suspending
        )
        try await Task.sleep(until: deadline)  // clock: Task.sleep(until:tolerance:clock:)
        try await Task.sleep(  // clock: Task.sleep(until:tolerance:clock:)
            until: deadline, clock: .continuous  // clock: Clock.continuous
        )
        try await Nap.sleep(for: .seconds(1))  // clock: Task.sleep(for:tolerance:clock:)
        try await _Concurrency.Task.sleep(nanoseconds: 5)  // clock: Task.sleep(nanoseconds:)
        try await Task
            .sleep(  // clock: Task.sleep(nanoseconds:)
                nanoseconds: 5
            )
    }

    static func value() async throws {
        let nap: @concurrent (UInt64) async throws -> Void
        nap = Task.sleep(nanoseconds:)  // clock: Task.sleep(nanoseconds:)
        try await nap(5)
    }
}

// Clocks reached around a corner: defaults, initial values, wrappers, closures, key paths, generics, witnesses.
import FoundationEssentials

protocol Makes { init() }
protocol Tells { static var now: Self { get } }
protocol Rests: Tells { var timeIntervalSinceNow: Double { get } }
protocol Describes { func told() -> String }

extension Date: Makes {}  // clock: Date as Makes
extension Date: Rests {}  // clock: Date as Tells, Date as Rests
extension ContinuousClock: Makes {}  // clock: ContinuousClock as Makes
extension Date: Describes { func told() -> String { "told" } }

func made<T: Makes>() -> T { T() }
func measured<C: Clock>(_ clock: C) -> C.Instant { clock.now }
func rested<C: Clock>(_ clock: C, until deadline: C.Instant) async throws {
    try await clock.sleep(until: deadline, tolerance: nil)
}
func erased(_ clock: any Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1)) }

struct Defaults {
    var made = Date()  // clock: Date()
    var typed: Date = .now  // clock: Date.now
    let once: Date = { .init() }()  // clock: Date()
    lazy var late = Date.now  // clock: Date.now
    static let shared = Date.now  // clock: Date.now
    var computed: Date { .now }  // clock: Date.now
    var watched = 0 {
        didSet { typed = .now }  // clock: Date.now
    }

    init(at date: Date = .now) { made = date }  // clock: Date.now
    static func told(at date: Date = Date(), _ rest: () -> Date = Date.init) {}  // clock: Date()
}

@propertyWrapper struct Stamped<Value> {
    var wrappedValue: Value { didSet { stamp = .now } }  // clock: Date.now
    var stamp = Date(timeIntervalSince1970: 0)
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct Wrapped {
    @Stamped var date = Date()  // clock: Date()
}

@dynamicMemberLookup struct Lens<Value> {
    var value: Value
    subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { value[keyPath: path] }
}

enum Paths {
    static func age() -> KeyPath<Date, Double> { \Date.timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
    static func short(_ dates: [Date]) -> [Double] {
        dates.map(\.timeIntervalSinceNow)  // clock: Date.timeIntervalSinceNow
    }
    static func now() -> KeyPath<Date.Type, Date> { \Date.Type.now }  // clock: Date.now
    static func clock() -> KeyPath<ContinuousClock, ContinuousClock.Instant> {
        \.now  // clock: ContinuousClock.now
    }
    static func looked(at lens: Lens<Date>) -> Double { lens.timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
}

enum Generic<Element> {
    static func stamped(_ element: Element) -> (Element, Date) { (element, .now) }  // clock: Date.now
    static func nested() -> [String: [Date?]] { ["a": [.now, nil]] }  // clock: Date.now
    static func either(_ flag: Bool) -> Date { flag ? .now : Date(timeIntervalSince1970: 0) }  // clock: Date.now
    static func fallback(_ date: Date?) -> Date { date ?? .now }  // clock: Date.now
    static func guarded(_ date: Date) -> Bool {
        guard date < .now else { return false }  // clock: Date.now
        switch date {
        case let late where late > Date(): return true  // clock: Date()
        default: return false
        }
    }
}

extension Date {
    var age: Double { timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
    init(hours: Double) {
        self.init()  // clock: Date()
        self += hours * 3600
    }
    static var mine: Date { now }  // clock: Date.now
}

actor Holder {
    var last = Date()  // clock: Date()
    func touch() { Task { last = .now } }  // clock: Date.now
    func local() -> Date {
        func inner() -> Date { Moment() }  // clock: Date()
        return inner()
    }
}

@_silgen_name("time") func borrowed(_ place: UnsafeMutableRawPointer?) -> Int  // clock: @_silgen_name
@_silgen_name("exported") func exported() -> Int { 5 }

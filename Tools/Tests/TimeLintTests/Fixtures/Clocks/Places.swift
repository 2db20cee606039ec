// Every place in the grammar where an expression may stand.
import FoundationEssentials
import Observation
import Synchronization

enum Event {
    case at(Date = .now)  // clock: Date.now
    indirect case after(Event, by: Date = Date())  // clock: Date()
}

@propertyWrapper struct Noted<Value: Sendable>: Sendable {
    var wrappedValue: Value
    var projectedValue: Date
    init(wrappedValue: Value, at date: Date) {
        self.wrappedValue = wrappedValue
        projectedValue = date
    }
}

@resultBuilder enum Dates {
    static func buildBlock(_ dates: Date...) -> [Date] { dates }
    static func buildOptional(_ dates: [Date]?) -> Date { dates?.first ?? .distantPast }
}

struct Places {  // clock: Date()
    // The line above stands for the copy that the macro makes of this initial value.
    @TaskLocal static var local = [
        Date()  // clock: Date()
    ]
    @Noted(at: .now) var noted = 1  // clock: Date.now
    @Noted(wrappedValue: 1, at: Date()) var given  // clock: Date()
    static let locked = Mutex(Date())  // clock: Date()
    subscript(at date: Date = .now) -> Date { date }  // clock: default argument of a subscript
    static subscript(date: Date = Date()) -> Date {  // clock: default argument of a subscript
        get { date }
        set { _ = Date() }  // clock: Date()
    }
    var read: Date {
        _read { yield Date() }  // clock: Date()
        _modify {
            var date = Date()  // clock: Date()
            yield &date
        }
    }
    var waited: Date {
        get async throws { Date() }  // clock: Date()
    }
    var seen = 0 {
        willSet { print(Date()) }  // clock: Date()
        didSet { print(Date()) }  // clock: Date()
    }
}

final class Lives {
    var date: Date
    init() { date = .now }  // clock: Date.now
    convenience init(_ flag: Bool = Date() < .distantPast) { self.init() }  // clock: Date()
    deinit { print(Date.now) }  // clock: Date.now
}

protocol Defaults2 { var date: Date { get } }
extension Defaults2 {
    var date: Date { .now }  // clock: Date.now
    static func + (left: Self, right: Date) -> Date { .now }  // clock: Date.now
}

// The line below stands for the copy that the macro makes of the initial value.
@Observable final class Model {  // clock: Date()
    var date = Date()  // clock: Date()
    func touch() { date = .now }  // clock: Date.now
}

struct Callable {
    func callAsFunction(_ date: Date = .now) -> Date { date }  // clock: Date.now
    init?(_ date: Date = .now) { return nil }  // clock: Date.now
}

func packed<each T>(_ item: repeat each T) -> (repeat (each T, Date)) {
    (repeat (each item, Date()))  // clock: Date()
}

func built(@Dates _ dates: () -> [Date]) -> [Date] { dates() }
func lazily(_ date: @autoclosure () -> Date = .now) -> Date { date() }  // clock: Date.now
func pair(_ one: Date, _ other: (Date) -> Date) -> Date { other(one) }
func stream() -> AsyncStream<Date> { AsyncStream { $0.yield(Date()) } }  // clock: Date()
func fail(_ date: Date) throws -> Date { date }

func statements(_ dates: [Date], _ event: Event?) async throws -> Date? {
    defer { print(Date()) }  // clock: Date()
    if let date = dates.first, date < Date() { return nil }  // clock: Date()
    guard case .at(let date)? = event, date < .now else { return .now }  // clock: Date.now
    while Date() < date { break }  // clock: Date()
    repeat { continue } while Date() < date  // clock: Date()
    for one in dates where one < Date() { print(one) }  // clock: Date()
    for await one in stream() where one < .now { print(one) }  // clock: Date.now
    switch date {
    case Date.now: return nil  // clock: Date.now
    case let one where one < .now: return nil  // clock: Date.now
    default: break
    }
    do { _ = try fail(.now) } catch is CancellationError where Date() < date { print(1) }  // clock: Date.now, Date()
    let chosen = if date < .distantPast { Date() } else { Date.now }  // clock: Date(), Date.now
    let switched =
        switch event {
        case nil: Date()  // clock: Date()
        default: chosen
        }
    async let later = Date()  // clock: Date()
    let captured = { [now = Date()] in now }  // clock: Date()
    let nested = pair(.now) { pair($0) { _ in Date() } }  // clock: Date.now, Date()
    let built = built {
        Date()  // clock: Date()
        if date < switched { Date.now }  // clock: Date.now
    }
    func inner(_ date: Date = Date()) -> Date { date }  // clock: Date()
    struct Inner { var date = Date() }  // clock: Date()
    @Noted(at: Date()) var local = 1  // clock: Date()
    lazy var late = Date()  // clock: Date()
    var sum = 0.0
    sum += Date.now.timeIntervalSince1970  // clock: Date.now
    for case .at(let one)? in [event] { print(one, Date()) }  // clock: Date()
    let path = \[Date: Int].[Date()]  // clock: Date()
    let cast = Date() as Any as? Date  // clock: Date()
    let tuple = (a: Date(), b: [Date.now: Date?.some(.now)])  // clock: Date(), Date.now
    let forced = try? fail(Date())  // clock: Date()
    let chain = Optional(Date())?.addingTimeInterval(1)  // clock: Date()
    let interpolated = "a\("b\(Date())")"  // clock: Date()
    print(await later, captured(), nested, built, inner(), Inner(), path as Any, cast as Any, tuple, forced as Any)
    print(chain as Any, interpolated, local, late, sum)
    throw Thrown(date: .now)  // clock: Date.now
}

struct Thrown: Error { var date: Date }

class Base {
    var date: Date { Date(timeIntervalSince1970: 0) }
}

final class Derived: Base {
    override var date: Date { .now }  // clock: Date.now
}

struct Initialised {
    var seconds: Double
    var date: Date {
        @storageRestrictions(initializes: seconds)
        init(date) { seconds = date.timeIntervalSinceNow }  // clock: Date.timeIntervalSinceNow
        get { .now }  // clock: Date.now
    }
}

var everywhere: Date { .now }  // clock: Date.now

func more(@Noted(at: .now) item: Int) -> [Date] {  // clock: argument of a parameter's wrapper
    var local: Date { .now }  // clock: Date.now
    var watched = 0 { didSet { print(Date()) } }  // clock: Date()
    watched += 1
    let (one, two) = (Date(), 2)  // clock: Date()
    let many = { (count: Int) -> Date in
        print(count)
        return .now  // clock: Date.now
    }
    outer: while true {
        if #available(macOS 26, *) { print(Date()) }  // clock: Date()
        break outer
    }
    return [local, one, many(two)]
}

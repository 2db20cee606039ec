import Broadcasting
import EventLoop
import HTTPServer
import Racing
import TestSupport
import Testing

@testable import NextToGo

/// One loop's service over simulated sockets and clocks that are moved by hand; it begins at `TestRaces.base + 1`.
final class LoopHarness {
    let sockets = SimulatedSockets()
    let clock: ManualClock
    let room: SubscriberRoom
    let pulse: LoopPulse
    let metrics = Metrics(loops: 1)
    let service: LoopService
    private(set) var exhaustions = 0
    /// What the service told, in order.
    private(set) var watched: [Set<BoardQuery>] = []
    private(set) var setBacks: [Second] = []

    /// What differs from one test to the next.
    struct Setup {
        var races = [TestRaces.race("a", in: 300), TestRaces.race("b", in: 600, category: .greyhound)]
        /// Instead of one with these races.
        var history: CardHistory?
        var allowOrigins = ["*"]
        var count = 5
        var room = 100
        var perAddress = 0
        var streaming = StreamSettings()
        var shift = 0
        var files: [String: [UInt8]] = ["index.html": Array("<p>".utf8)]
        /// Pulses of other loops.
        var others: [LoopPulse] = []
    }

    init(_ setup: Setup = Setup()) {
        let clock = ManualClock(executor: ManualExecutor(), start: TestRaces.base.sinceEpoch + 1)
        self.clock = clock
        room = SubscriberRoom(limit: setup.room, limitPerAddress: setup.perAddress)
        pulse = LoopPulse(name: "serving 1", now: clock.now.offset)
        final class Box {
            var exhausted: () -> Void = {}
        }
        let box = Box()
        service = LoopService(
            LoopService.Parts(
                sockets: sockets, wallClock: clock, shift: setup.shift, now: { clock.now.offset },
                history: setup.history ?? TestRaces.history(setup.races), room: room,
                settings: RouteSettings(count: setup.count, allowOrigins: setup.allowOrigins),
                streaming: setup.streaming,
                files: StaticFiles(setup.files), index: 0, pulses: [pulse] + setup.others, metrics: metrics, seed: 1,
                onExhaustion: { box.exhausted() }))
        box.exhausted = { [unowned self] in exhaustions += 1 }
        service.onWatched = { [unowned self] in watched.append($0) }
        service.onSetBack = { [unowned self] in setBacks.append($0) }
        service.accept(on: SimulatedSockets.listener)
    }

    /// Lets time pass, and the ticker and the sweeper do their work at its end.
    func advance(by duration: Duration = .seconds(1)) {
        clock.advance(by: duration)
        service.tick(at: clock.wallTime)
        service.sweep()
        sockets.deliver()
    }

    /// A connection that has sent a request.
    func send(
        _ target: String, method: String = "GET", version: String = "1.1", fields: [String] = [],
        from address: PeerAddress = PeerAddress(high: 0, low: 1)
    ) -> SimulatedSockets.Peer {
        let peer = sockets.connect(from: address)
        let lines = ["\(method) \(target) HTTP/\(version)", "Host: a"] + fields + ["", ""]
        peer.send(lines.joined(separator: "\r\n"))
        sockets.deliver()
        return peer
    }

    /// The answer to a request.
    func ask(_ target: String, method: String = "GET", fields: String...) throws -> TextAnswer {
        try TextAnswer(send(target, method: method, fields: fields).text)
    }
}

/// An answer as text.
struct TextAnswer {
    let status: Int
    private let lines: [String]
    let body: String

    init(_ text: String) throws {
        let end = try #require(text.firstRange(of: "\r\n\r\n"))
        lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
        status = try #require(Int(lines[0].dropFirst("HTTP/1.1 ".count).prefix(3)))
        body = String(text[end.upperBound...])
    }

    /// The value of a field that may be there once.
    func field(_ name: String) -> String? {
        let values = lines.filter { $0.lowercased().hasPrefix(name + ": ") }.map {
            String($0.dropFirst(name.count + 2))
        }
        return values.count > 1 ? "repeated: \(values)" : values.first
    }

    /// The names of all fields but those that every answer has, in order.
    var names: [String] {
        lines.dropFirst().map { String($0.prefix { $0 != ":" }) }.filter { $0 != "Date" && $0 != "Content-Length" }
    }
}

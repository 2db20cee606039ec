internal import Broadcasting
internal import EventLoop
internal import HTTPServer
internal import Racing

/// Everything that serves clients on one loop. Made and used on that loop only.
final class LoopService {
    private let sockets: any Sockets
    private let closer: PoliteCloser
    private let server: HTTPServer
    private let routes: Routes
    private let broadcaster: Broadcaster
    private let wallClock: any WallClock
    private let pulse: LoopPulse
    private let now: () -> Duration
    private let metrics: Metrics
    private let index: Int
    private var lateness = LatenessHistogram()
    private var sequence = SecondSequence()
    private var watched: Set<BoardQuery> = []
    /// Told when the boards that somebody watches have become others.
    var onWatched: (Set<BoardQuery>) -> Void = { _ in }
    /// Told when the wall clock was set back.
    var onSetBack: (Second) -> Void = { _ in }
    /// The seconds by which the clock is shifted, so that `Date` stays true (RFC 9110 6.6.1).
    private let shift: Int

    init(_ parts: Parts) {
        sockets = parts.sockets
        now = parts.now
        wallClock = parts.wallClock
        shift = parts.shift
        pulse = parts.pulses[parts.index]
        metrics = parts.metrics
        index = parts.index
        closer = PoliteCloser(sockets: parts.sockets, now: parts.now)
        routes = Routes(
            settings: parts.settings, files: parts.files, pulses: parts.pulses, metrics: parts.metrics, now: parts.now)
        server = HTTPServer(
            sockets: parts.sockets, closer: closer, handler: routes, proxies: parts.streaming.proxies, now: parts.now)
        let second = Second(parts.wallClock.wallTime.seconds)
        broadcaster = Broadcaster(
            sockets: parts.sockets, closer: closer, history: parts.history, second: second, room: parts.room,
            limits: parts.streaming.limits, compresses: parts.streaming.compresses, seed: parts.seed)
        server.onExhaustion = parts.onExhaustion
        routes.broadcaster = { [unowned self] in
            turn(at: wallClock.wallTime)
            return broadcaster
        }
        turn(at: parts.wallClock.wallTime)
    }

    /// What a service is made of.
    struct Parts {
        var sockets: any Sockets
        var wallClock: any WallClock
        var shift: Int
        var now: () -> Duration
        var history: CardHistory
        var room: SubscriberRoom
        var settings: RouteSettings
        var streaming = StreamSettings()
        var files: StaticFiles
        /// Which of the serving loops this is.
        var index: Int
        var pulses: [LoopPulse]
        var metrics: Metrics
        var seed: UInt64
        var onExhaustion: () -> Void
    }

    func accept(on listener: Descriptor) { server.accept(on: listener) }

    func publish(_ history: CardHistory) { broadcaster.publish(history) }

    func replaceFiles(_ files: StaticFiles) { routes.files = files }

    /// A new second may have begun; called by the ticker, and before anybody joins.
    func tick(at time: WallTime) {
        pulse.beat(at: now())
        let last = sequence.last
        turn(at: time)
        if sequence.last != last { lateness.note(.nanoseconds(time.nanoseconds)) }
        metrics.put(
            Metrics.LoopFigures(
                broadcast: broadcaster.counts, http: server.counts,
                subscribers: broadcaster.subscribersByFormat.reduce(into: [:]) { sum, entry in
                    sum[entry.key.label, default: 0] += entry.value
                },
                lateness: lateness), of: index)
        let boards = broadcaster.watchedBoards
        if boards != watched {
            watched = boards
            onWatched(boards)
        }
    }

    private func turn(at time: WallTime) {
        switch sequence.step(to: time.seconds) {
        case .wait: return
        case .tick(let second):
            broadcaster.advance(to: Second(second))
        case .setBack(let second):
            broadcaster.setBack(to: Second(second))
            onSetBack(Second(second))
        }
        server.date = HTTPDate.text(secondsSinceEpoch: time.seconds - shift)
    }

    /// Keeps the time limits of connections; a few times a second, as long as there are any.
    func sweep() {
        server.sweep()
        closer.sweep()
    }

    /// Whether a connection has a time limit now: one that is not, or no longer, a stream.
    var hasDeadlines: Bool { server.hasDeadlines || !closer.isEmpty }

    func shutDown() {
        server.stopAccepting()
        broadcaster.shutDown()
    }

    /// Whether every goodbye has reached its reader.
    var isDrained: Bool { closer.isEmpty && server.isIdle }
}

/// The options that streams need.
struct StreamSettings: Sendable {
    var limits = BroadcastLimits()
    /// Whether a client that accepts gzip gets it.
    var compresses = true
    var proxies = TrustedProxies()

    init() {}

    init(_ options: Options) {
        limits.maxAge = options.maxAge
        compresses = options.compresses
        proxies = TrustedProxies(options.trustedProxies)
    }
}

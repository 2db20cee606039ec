import EventLoop
import HTTPServer
import Synchronization

/// A small HTTP server on a thread of its own that answers every poll with what the test has set.
final class LiveFeed: Sendable {
    struct Race: Sendable {
        var id: String
        var start: Int
        var name = "Maiden Plate"
        var meeting = "Randwick"
    }

    enum Reply: Sendable {
        case races([Race])
        case status(Int)
        case text(String)
    }

    private struct State {
        var answer: Reply
        var polls = 0
        var targets: [String] = []
    }

    private let state: Mutex<State>
    private let loop: EventLoop
    private let thread: LoopThread
    let port: UInt16

    init(_ answer: Reply) throws {
        state = Mutex(State(answer: answer))
        loop = try EventLoop()
        thread = try loop.runOnThread()
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        port = listening.port
        let loop = loop
        loop.submit { [self] in
            let sockets = SystemSockets(loop: loop)
            let handler = Handler(feed: self)
            let server = HTTPServer(
                sockets: sockets, closer: PoliteCloser(sockets: sockets) { .zero }, handler: handler
            ) { .zero }
            handler.server = server
            server.accept(on: listening.descriptors[0])
            // Lives as long as the process: a test's feed is small.
            _ = Unmanaged.passRetained(handler)
        }
    }

    var url: String { "http://127.0.0.1:\(port)/racing?method=nextraces" }
    var polls: Int { state.withLock { $0.polls } }

    func answer(_ answer: Reply) { state.withLock { $0.answer = answer } }

    fileprivate func next() -> Reply {
        state.withLock { state in
            state.polls += 1
            return state.answer
        }
    }

    private final class Handler: RequestHandler {
        let feed: LiveFeed
        var server: HTTPServer?

        init(feed: LiveFeed) {
            self.feed = feed
        }

        func answer(_ request: Request) -> Answer {
            let type = ResponseField("Content-Type", "application/json")
            switch feed.next() {
            case .races(let races): return .response(Response(status: 200, fields: [type], body: LiveFeed.body(races)))
            case .status(let status): return .response(Response(status: status))
            case .text(let text): return .response(Response(status: 200, fields: [type], body: Array(text.utf8)))
            }
        }

        func refuse(_ problem: Problem) -> Response { problem.response() }
    }

    private static func body(_ races: [Race]) -> [UInt8] {
        let summaries = races.map { race in
            """
            "\(race.id)":{"race_id":"\(race.id)","race_name":"\(race.name)","race_number":1,\
            "meeting_name":"\(race.meeting)","category_id":"4a2788f8-e825-4d36-9894-efd4baf1cfae",\
            "advertised_start":{"seconds":\(race.start)}}
            """
        }
        return Array(
            #"{"status":200,"data":{"next_to_go_ids":[],"race_summaries":{\#(summaries.joined(separator: ","))}}}"#.utf8
        )
    }
}

internal import Broadcasting
internal import EventLoop
internal import HTTPServer
internal import JSONText
internal import Racing

/// What each path answers (contract 4), on one loop.
final class Routes: RequestHandler {
    private let settings: RouteSettings
    let pulses: [LoopPulse]
    let metrics: Metrics
    let now: () -> Duration
    /// Brings the loop to the current second and tells its broadcaster; set once it exists.
    var broadcaster: () -> Broadcaster? = { nil }
    /// The page; replaced when the folder is read again.
    var files: StaticFiles

    init(
        settings: RouteSettings, files: StaticFiles, pulses: [LoopPulse], metrics: Metrics,
        now: @escaping () -> Duration
    ) {
        self.settings = settings
        self.files = files
        self.pulses = pulses
        self.metrics = metrics
        self.now = now
    }

    func answer(_ request: Request) -> Answer {
        if request.method == .options { return .response(preflight(request)) }
        do throws(Problem) {
            switch request.path {
            case "/events": return try stream(request, format: .eventStream)
            case "/events.ndjson": return try stream(request, format: .lines)
            case "/board": return try terminal(request)
            case "/board.txt": return .response(try terminalOnce(request))
            case "/races": return .response(try races(request))
            case "/healthz": return .response(try health(request))
            case "/readyz": return .response(try readiness(request))
            case "/metrics": return .response(try metricsPage(request))
            case "/help", "/openapi.json", "/asyncapi.json": return .response(try description(request))
            default: return .response(try file(request))
            }
        } catch {
            return .response(error.response(fields: cors(request.origin)))
        }
    }

    func refuse(_ problem: Problem) -> Response {
        var fields = cors(nil)
        if problem.status == 405 { fields.append(Self.allow) }
        return problem.response(fields: fields)
    }

    private static let allow = ResponseField("Allow", "GET, HEAD, OPTIONS")

    private func stream(_ request: Request, format: StreamFormat) throws(Problem) -> Answer {
        let parameters = try read(request, allowed: RequestParameters.stream)
        let query = StreamQuery(
            board: parameters.board, events: parameters.events, announce: parameters.announce, format: format)
        let lastEventID = (request.lastEventID ?? parameters.lastEventID).flatMap(Second.init(lastEventID:))
        return try subscribe(request, query, lastEventID: lastEventID)
    }

    private func terminal(_ request: Request) throws(Problem) -> Answer {
        let parameters = try read(request, allowed: RequestParameters.terminal)
        let query = StreamQuery(
            board: parameters.board, events: .countdown, announce: .off, format: .terminal(parameters.style))
        return try subscribe(request, query, lastEventID: nil)
    }

    private func subscribe(
        _ request: Request, _ query: StreamQuery, lastEventID: Second?
    ) throws(Problem) -> Answer {
        guard let broadcaster = broadcaster() else { throw Problem(status: 503, detail: "The server is starting.") }
        if query.format != .eventStream, let shortage = broadcaster.room.shortage(for: request.client) {
            broadcaster.note(shortage)
            return .response(busy(request, shortage))
        }
        var query = query
        query.framing = request.takesChunks ? .chunked : .untilClose
        query.coding = broadcaster.compresses && request.acceptsGzip ? .gzip : .identity
        var fields = [
            ResponseField("Content-Type", query.format.mediaType),
            ResponseField("Cache-Control", "no-cache, no-transform"), ResponseField("X-Accel-Buffering", "no"),
        ]
        if query.coding == .gzip { fields.append(ResponseField("Content-Encoding", "gzip")) }
        fields += cors(request.origin, varyingBy: broadcaster.compresses ? ["Accept-Encoding"] : [])
        return .stream(fields: fields) { descriptor, head in
            broadcaster.subscribe(descriptor, query, for: request.client, head: head, lastEventID: lastEventID)
        }
    }

    func read(
        _ request: Request, allowed: [RequestParameters.Name]
    ) throws(Problem) -> RequestParameters {
        if let fault = request.queryFault { throw fault }
        return try RequestParameters(request.parameters, allowed: allowed, defaultCount: settings.count)
    }

    private func busy(_ request: Request, _ shortage: SubscriberRoom.Shortage) -> Response {
        let places = shortage == .address ? "All places for streams from this address" : "All places for streams"
        let problem = Problem(status: 503, detail: "\(places) are taken; try again later.")
        return problem.response(fields: [ResponseField("Retry-After", "20")] + cors(request.origin))
    }

    private func races(_ request: Request) throws(Problem) -> Response {
        let parameters = try read(request, allowed: RequestParameters.board)
        guard let broadcaster = broadcaster() else { throw Problem(status: 503, detail: "The server is starting.") }
        let (history, second) = (broadcaster.history, broadcaster.second)
        let revision = history.revision(parameters.board, at: second).sinceEpoch
        let state = history.feedStatus(at: second).state.rawValue
        let tag = "W/\"\(revision)-\(state)\""
        let fields = [ResponseField("ETag", tag), ResponseField("Cache-Control", "no-cache")] + cors(request.origin)
        if let known = request.ifNoneMatch, EntityTags.matches(known, tag) {
            return Response(status: 304, fields: fields)
        }
        let body = EventData.races(history, parameters.board, since: nil, at: second)
        return Response(
            status: 200, fields: [ResponseField("Content-Type", "application/json")] + fields, body: body + [0x0A])
    }

    private func file(_ request: Request) throws(Problem) -> Response {
        let fields = cors(request.origin)
        if let response = files.response(for: request.path, ifNoneMatch: request.ifNoneMatch, fields: fields) {
            return response
        }
        if files.isEmpty && request.path == "/" {
            throw Problem(status: 404, detail: "This server was started without a page; try /help.")
        }
        throw Problem(
            status: 404,
            detail: "Nothing is at this path; try / or /help.")
    }

    /// The answer to a browser that asks whether it may ask (Fetch, CORS-preflight).
    private func preflight(_ request: Request) -> Response {
        var fields = cors(request.origin)
        if request.origin == nil || request.path == "*" { return Response(status: 204, fields: fields + [Self.allow]) }
        fields.append(ResponseField("Access-Control-Allow-Methods", "GET, HEAD"))
        fields.append(ResponseField("Access-Control-Allow-Headers", "Last-Event-ID"))
        fields.append(ResponseField("Access-Control-Max-Age", "86400"))
        return Response(status: 204, fields: fields + [Self.allow])
    }

    /// Which pages may read the answer (Fetch, CORS protocol), and what it varied by (RFC 9110 12.5.5).
    ///
    /// - Parameter others: request fields besides `Origin`.
    func cors(_ origin: String?, varyingBy others: [String] = []) -> [ResponseField] {
        let isOpen = settings.allowOrigins.contains("*")
        let names = (isOpen ? [] : ["Origin"]) + others
        let vary = names.isEmpty ? [] : [ResponseField("Vary", names.joined(separator: ", "))]
        if isOpen { return [ResponseField("Access-Control-Allow-Origin", "*")] + vary }
        guard let origin, settings.allowOrigins.contains(origin) else { return vary }
        return [ResponseField("Access-Control-Allow-Origin", origin)] + vary
    }
}

/// The options that routes need.
struct RouteSettings: Sendable {
    var count: Int
    var allowOrigins: [String]
}

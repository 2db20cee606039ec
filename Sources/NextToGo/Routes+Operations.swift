internal import Broadcasting
internal import HTTPServer
internal import JSONText
internal import Racing

/// What operators and their tools ask.
extension Routes {
    func health(_ request: Request) throws(Problem) -> Response {
        _ = try read(request, allowed: [])
        if let stuck = pulses.first(where: { !$0.hasTurned(within: .seconds(3), before: now()) }) {
            throw Problem(status: 503, detail: "The loop '\(stuck.name)' has not turned for 3 s.")
        }
        let body = JSONText.object { json in
            json.member("status", "ok")
            json.member("loops", pulses.count)
        }
        return Response(
            status: 200, fields: Self.uncached("application/json") + cors(request.origin), body: body + [0x0A])
    }

    /// Whether to send clients here: a fresh card, and room for one more stream.
    func readiness(_ request: Request) throws(Problem) -> Response {
        _ = try read(request, allowed: [])
        guard let broadcaster = broadcaster() else { throw Problem(status: 503, detail: "The server is starting.") }
        let status = broadcaster.history.feedStatus(at: broadcaster.second)
        guard status.state == .fresh else {
            let reason = status.reason.map { ": \($0)" } ?? ""
            throw Problem(status: 503, detail: "The feed is \(status.state.rawValue)\(reason).")
        }
        if let fault = metrics.cluster.figures?.clockFault {
            throw Problem(status: 503, detail: "The clock is \(fault) s off that of Redis.")
        }
        guard !broadcaster.room.isFull else {
            throw Problem(status: 503, detail: "All \(broadcaster.room.limit) places for streams are taken.")
        }
        let body = JSONText.object { $0.member("status", "ready") }
        return Response(
            status: 200, fields: Self.uncached("application/json") + cors(request.origin), body: body + [0x0A])
    }

    func metricsPage(_ request: Request) throws(Problem) -> Response {
        _ = try read(request, allowed: [])
        guard let broadcaster = broadcaster() else { throw Problem(status: 503, detail: "The server is starting.") }
        let text = MetricsPage.text(
            metrics, history: MetricsPage.HistoryFigures(broadcaster.history, at: broadcaster.second),
            limit: broadcaster.room.limit, now: now())
        return Response(
            status: 200, fields: Self.uncached(MetricsPage.mediaType) + cors(request.origin), body: Array(text.utf8))
    }

    static func uncached(_ mediaType: String) -> [ResponseField] {
        [ResponseField("Content-Type", mediaType), ResponseField("Cache-Control", "no-store")]
    }
}

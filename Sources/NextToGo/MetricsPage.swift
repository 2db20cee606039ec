internal import Broadcasting
internal import EventLoop
internal import Feeds
internal import HTTPServer
internal import Racing

/// `/metrics`: figures in Prometheus' text format, version 0.0.4.
struct MetricsPage {
    private var text = ""

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The history in the current second.
    struct HistoryFigures {
        var status: FeedStatus
        var bytes: Int
        var limit: Int
        /// Seconds that it reaches back.
        var reach: Int

        init(status: FeedStatus, bytes: Int = 0, limit: Int = 0, reach: Int = 0) {
            self.status = status
            self.bytes = bytes
            self.limit = limit
            self.reach = reach
        }

        init(_ history: CardHistory, at second: Second) {
            self.init(
                status: history.feedStatus(at: second), bytes: history.weight, limit: history.rules.limits.history,
                reach: max(0, second - history.firstKnown))
        }
    }

    /// - Parameters:
    ///   - history: its figures in the current second.
    ///   - limit: streams that may be held at once.
    ///   - now: monotonic time.
    static func text(_ metrics: Metrics, history: HistoryFigures, limit: Int, now: Duration) -> String {
        var page = MetricsPage()
        page.write(metrics.loopFigures, limit: limit)
        page.write(metrics.pollFigures, history.status)
        page.write(history, metrics.pollFigures)
        page.write(metrics.state.figures, at: now)
        page.write(metrics.cluster.figures)
        let labels = [
            ("version", Version.number), ("libevent", EventLoop.libraryVersion), ("libcurl", HTTPClient.libraryVersion),
        ]
        page.family("nexttogo_info", "gauge", "The version and the libraries in use.", [(labels, 1)])
        return page.text
    }

    private mutating func write(_ loops: [Metrics.LoopFigures], limit: Int) {
        func total(_ figure: (Metrics.LoopFigures) -> Int) -> Int { loops.reduce(0) { $0 + figure($1) } }
        let formats = ["sse", "ndjson", "board"].map { format in
            ([("format", format)], total { $0.subscribers[format] ?? 0 })
        }
        family("nexttogo_subscribers", "gauge", "Streams that are open, by format.", formats)
        value("nexttogo_subscribers_limit", "gauge", "Streams that may be open at once.", limit)
        value("nexttogo_loops", "gauge", "Event loops that serve.", loops.count)
        value("nexttogo_frames_total", "counter", "Seconds turned, over all loops.", total { $0.broadcast.frames })
        value(
            "nexttogo_deliveries_total", "counter", "Frames that a subscriber took whole.",
            total { $0.broadcast.deliveries })
        value("nexttogo_sent_bytes_total", "counter", "Bytes written to streams.", total { $0.broadcast.bytes })
        value(
            "nexttogo_conflated_total", "counter", "Frames that a slow reader did not get, for a newer one.",
            total { $0.broadcast.conflated })
        value("nexttogo_streams_opened_total", "counter", "Streams begun.", total { $0.broadcast.opened })
        family(
            "nexttogo_streams_closed_total", "counter", "Streams ended, by reason.",
            [
                ([("reason", "peer")], total { $0.broadcast.closedByPeer }),
                ([("reason", "slow")], total { $0.broadcast.closedSlow }),
                ([("reason", "shutdown")], total { $0.broadcast.closedShutdown }),
                ([("reason", "max-age")], total { $0.broadcast.closedMaxAge }),
            ])
        family(
            "nexttogo_streams_refused_total", "counter", "Streams refused, by reason.",
            [
                ([("reason", "busy")], total { $0.broadcast.refusedBusy }),
                ([("reason", "address")], total { $0.broadcast.refusedAddress }),
            ])
        writeHTTP(loops)
        writeLateness(loops)
    }

    private mutating func writeHTTP(_ loops: [Metrics.LoopFigures]) {
        func total(_ figure: (Metrics.LoopFigures) -> Int) -> Int { loops.reduce(0) { $0 + figure($1) } }
        value("nexttogo_connections_total", "counter", "Connections accepted.", total { $0.http.accepted })
        value("nexttogo_requests_total", "counter", "Requests understood.", total { $0.http.requests })
        let refusals = loops.reduce(into: [Int: Int]()) { sum, loop in
            sum.merge(loop.http.refusals) { $0 + $1 }
        }
        family(
            "nexttogo_requests_refused_total", "counter", "Request heads refused, by status.",
            refusals.sorted { $0.key < $1.key }.map { ([("status", String($0.key))], $0.value) })
        value("nexttogo_timeouts_total", "counter", "Connections that took too long.", total { $0.http.timeouts })
        value(
            "nexttogo_accept_pauses_total", "counter", "Times that accepting paused for want of descriptors.",
            total { $0.http.pauses })
    }

    private mutating func writeLateness(_ loops: [Metrics.LoopFigures]) {
        var histogram = LatenessHistogram()
        for loop in loops { histogram.add(loop.lateness) }
        let name = "nexttogo_tick_lateness_seconds"
        head(name, "histogram", "How late a loop noticed that a second had begun.")
        var sum = 0
        for (bound, count) in zip(LatenessHistogram.bounds, histogram.counts) {
            sum += count
            text += "\(name)_bucket{le=\"\(Double(bound) / 1_000)\"} \(sum)\n"
        }
        sum += histogram.counts[LatenessHistogram.bounds.count]
        text += "\(name)_bucket{le=\"+Inf\"} \(sum)\n"
        text += "\(name)_sum \(histogram.sum / .seconds(1))\n\(name)_count \(sum)\n"
    }

    private mutating func write(_ polls: Metrics.PollFigures, _ status: FeedStatus) {
        family(
            "nexttogo_polls_total", "counter", "Polls of the feed, by outcome.",
            [
                ([("outcome", "changed")], polls.changed), ([("outcome", "unchanged")], polls.unchanged),
                ([("outcome", "failed")], polls.failed),
            ])
        family(
            "nexttogo_races_skipped_total", "counter", "Races of the feed that could not be used, by reason.",
            SkippedRace.Reason.allCases.map { ([("reason", $0.rawValue)], polls.skipped[$0] ?? 0) })
        if let age = status.ageSeconds {
            value("nexttogo_card_age_seconds", "gauge", "Seconds since the last good poll.", age)
        }
        let states: [FeedStatus.State] = [.starting, .fresh, .stale, .down]
        family(
            "nexttogo_feed_state", "gauge", "1 for the state that the feed is in.",
            states.map { ([("state", $0.rawValue)], $0 == status.state ? 1 : 0) })
    }

    private mutating func write(_ history: HistoryFigures, _ polls: Metrics.PollFigures) {
        value("nexttogo_history_bytes", "gauge", "Bytes that the history takes, by its own count.", history.bytes)
        value(
            "nexttogo_history_limit_bytes", "gauge", "Bytes beyond which the history forgets its oldest cards.",
            history.limit)
        value("nexttogo_history_seconds", "gauge", "Seconds that the history reaches back.", history.reach)
        family(
            "nexttogo_history_forgotten_total", "counter",
            "Cards of the last hour, and races that the feed names no more, forgotten for want of room.",
            [([("what", "card")], polls.cardsForgotten), ([("what", "race")], polls.racesForgotten)])
    }

    mutating func value(_ name: String, _ type: String, _ help: String, _ value: Int) {
        family(name, type, help, [([], value)])
    }

    mutating func family(
        _ name: String, _ type: String, _ help: String, _ samples: [([(String, String)], Int)]
    ) {
        head(name, type, help)
        for (labels, value) in samples {
            let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
            text += name + (labels.isEmpty ? "" : "{\(list)}") + " \(value)\n"
        }
    }

    private mutating func head(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}

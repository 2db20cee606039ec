internal import CommandLineOptions

/// The options of `swarm`, in the order of `--help`.
enum SwarmOption: String, CommandLineOption {
    case url, subscribers, rate, sources, header, gzip, seconds, settle, verify, herd, pid, json, quiet, help

    var argument: String? {
        switch self {
        case .url: "URL"
        case .subscribers, .rate, .sources, .verify, .herd: "N"
        case .seconds, .settle: "SECONDS"
        case .header: "LINE"
        case .pid: "PID"
        case .gzip, .json, .quiet, .help: nil
        }
    }

    var meaning: String {
        switch self {
        case .url: "the stream, http://ADDR:PORT/PATH?QUERY, ADDR in figures (default \(SwarmPlan.usualURL))"
        case .subscribers: "streams to open (default 1000)"
        case .rate: "connections begun in a second (default 2000)"
        case .sources: "addresses 127.0.0.2 and up that connections come from, 0-250 (default 1 for 4000 streams)"
        case .header: "a line to add to every request, as in 'Last-Event-ID: 7', repeatable"
        case .gzip: "accept gzip; what is not verified is then timed by arrival alone, as one frame a second"
        case .seconds: "whole seconds that are measured, 1-86400 (default 10)"
        case .settle: "time between the last connection and the measuring, 1-3600 (default 2)"
        case .verify: "streams of which every byte is parsed (default 200)"
        case .herd: "after the measuring, drop that many streams at once and let them come back at once"
        case .pid: "a process of the server, whose processor time and memory are reported, repeatable"
        case .json: "print one JSON object instead of text"
        case .quiet: "no progress on stderr"
        case .help: "this text"
        }
    }

    static var helpText: String {
        """
        Usage: swarm [options]

        Opens many streams of a server of Next To Go (or of any that sends `event: countdown` with `now` in its
        data) and measures how late each second's countdown arrives, what is missing, and what that costs.

        \(table(of: allCases))

        Lateness is counted from the beginning of the second that a frame speaks of, by the clock of this machine.
        Ends with 0 when every stream came and was without fault, with 1 when not, and with 64 after a mistake in
        the options.

        """
    }

    static let hint = "Try 'swarm --help'."
}

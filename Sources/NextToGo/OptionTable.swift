internal import CommandLineOptions

/// The command line's options, in the order of `--help`: the one place that names them.
package enum OptionKey: String, CommandLineOption {
    case host, port, feed, now, poll
    case hideAfter = "hide-after"
    case count
    case publicFolder = "public"
    case threads
    case maxSubscribers = "max-subscribers"
    case maxPerAddress = "max-per-address"
    case maxAge = "max-age"
    case compression
    case allowOrigin = "allow-origin"
    case trustedProxy = "trusted-proxy"
    case drain, log, check, help, version
    case state, redis

    /// The environment variable of the same meaning, as in `NEXTTOGO_HIDE_AFTER`.
    package var variable: String {
        "NEXTTOGO_" + rawValue.uppercased().replacing("-", with: "_")
    }

    package var environmentVariable: String? { variable }
    package var isList: Bool { self == .allowOrigin || self == .trustedProxy }

    /// What stands for the value in `--help`; nil for an option that takes none.
    package var argument: String? {
        switch self {
        case .host: "ADDR"
        case .port, .count, .threads, .maxSubscribers, .maxPerAddress: "N"
        case .feed: "SOURCE"
        case .now: "RFC3339"
        case .poll, .hideAfter, .drain, .maxAge: "SECONDS"
        case .publicFolder, .state: "DIR"
        case .allowOrigin: "ORIGIN"
        case .log: "text|json"
        case .check, .redis: "URL"
        case .compression: "on|off"
        case .trustedProxy: "CIDR"
        case .help, .version: nil
        }
    }

    package var meaning: String {
        switch self {
        case .host: "address to listen on in figures; :: is IPv6 alone (default 127.0.0.1)"
        case .port: "port to listen on; 0 takes a free one (default 8080)"
        case .feed: "where races come from (default demo), see below"
        case .now: "start the server's clock at this instant, as in 2026-01-15T23:59:24Z"
        case .poll: "time between polls of a healthy feed, 1-3600 (default 15)"
        case .hideAfter: "a race leaves the board this long after its start, 0-86400 (default 60)"
        case .count: "races on a board when the client names no count, 1-20 (default 5)"
        case .publicFolder: "the page's static files (default: found beside the binary or here)"
        case .threads: "event loops, 1-64 (default: one a core)"
        case .maxSubscribers: "streams held at once (default: what the descriptor limit allows)"
        case .maxPerAddress: "streams per client address, of IPv6 per /64; 0 for any number (default 0)"
        case .maxAge: "streams end politely after this time, give or take a tenth; 0 for never (default 0)"
        case .compression: "gzip streams for clients that accept it (default on)"
        case .trustedProxy: "a proxy whose X-Forwarded-For is believed, as in 10.0.0.0/8, repeatable"
        case .allowOrigin: "pages that may read the answers (CORS), repeatable (default *)"
        case .drain: "time that SIGTERM gives to say goodbye, 0-3600 (default 5)"
        case .log: "format of the log on stderr (default text)"
        case .check: "ask the server at this base URL whether it is well, exit 0 or 1"
        case .help: "this text"
        case .version: "the version, and the libraries in use"
        case .state: "keep the card and its last hour here across restarts"
        case .redis: "share one board between nodes: redis://[:password@]host[:port][/db]"
        }
    }
}

package enum HelpText {
    /// What `--help` prints.
    package static var full: String {
        let table = OptionKey.table(of: OptionKey.allCases)
        return """
            Usage: nexttogo [options]

            Reads when the next races start and broadcasts a board of the next ones, with a countdown every
            second, to browsers and to `curl -N http://127.0.0.1:8080/events`.

            \(table)

            SOURCE is one of
              demo          invented races, no network
              neds          the public feed of neds.com.au
              neds-v2       the same from its second version, which answers category by category
              ladbrokes     the public feed of ladbrokes.com.au
              http(s)://…   any address that answers in the same schema; count=50 is added to its query
              file:PATH     a body in the same schema, read again when it changes
              replay:DIR    captured bodies named *<milliseconds>.json, played back in their own time:
                            without --now the clock starts at the first

            Each option can come as an environment variable: --hide-after is NEXTTOGO_HIDE_AFTER; repeatable
            ones are separated by commas. An option beats a variable.

            """
    }

    /// The line after a usage error.
    package static let hint = "Try 'nexttogo --help'."
}

package import Cluster
package import CommandLineOptions
internal import EventLoop
package import Feeds
package import HTTPServer
package import Racing

/// What the command line asks for.
package enum Command: Equatable, Sendable {
    case serve(Options)
    /// Ask the server at this base URL whether it is well.
    case check(String)
    case help
    case version

    /// - Parameter arguments: with the program's name first.
    package init(arguments: [String], environment: [String: String], cores: Int) throws(UsageError) {
        let values = try OptionValues<OptionKey>(arguments: arguments, environment: environment)
        if values.has(.help) {
            self = .help
        } else if values.has(.version) {
            self = .version
        } else if let url = values.text(.check) {
            self = .check(url)
        } else {
            self = .serve(try Options(values, cores: cores))
        }
    }
}

/// How to serve.
package struct Options: Equatable, Sendable {
    package var host: String
    package var port: UInt16
    package var feed: FeedChoice
    /// Which feed that is, for kept histories.
    package var feedIdentity: String
    package var now: Second?
    package var poll: Int
    package var hideAfter: Int
    package var count: Int
    package var publicFolder: String?
    package var threads: Int
    package var maxSubscribers: Int?
    /// Streams for each client address; 0 for any number.
    package var maxPerAddress: Int
    /// Seconds after which a stream ends; 0 for never.
    package var maxAge: Int
    package var compresses: Bool
    package var trustedProxies: [AddressBlock]
    package var allowOrigins: [String]
    package var drain: Int
    package var stateFolder: String?
    package var redis: RedisAddress?
    package var logFormat: LogFormat

    init(_ values: OptionValues<OptionKey>, cores: Int) throws(UsageError) {
        host = values.text(.host) ?? "127.0.0.1"
        guard ListeningSockets.isNumericAddress(host) else {
            throw UsageError("--host must be an IPv4 or IPv6 address in figures, not '\(host)'")
        }
        port = UInt16(try values.number(.port, in: 0...65_535, default: 8_080))
        feed = try FeedChoice(values.text(.feed) ?? "demo")
        feedIdentity = FeedIdentity.text(of: feed, written: values.text(.feed) ?? "demo")
        if let text = values.text(.now) {
            guard let instant = Second(rfc3339: text) else {
                throw UsageError("--now must be an RFC 3339 instant such as 2026-01-15T23:59:24Z, not '\(text)'")
            }
            // Ids of events are the digits of a second, and years have four.
            guard (0...253_402_300_799).contains(instant.sinceEpoch) else {
                throw UsageError("--now must be an RFC 3339 instant from 1970 to 9999, not '\(text)'")
            }
            now = instant
        }
        poll = try values.number(.poll, in: 1...3_600, default: 15)
        hideAfter = try values.number(.hideAfter, in: 0...86_400, default: 60)
        count = try values.number(.count, in: 1...20, default: 5)
        publicFolder = values.text(.publicFolder)
        threads = try values.number(.threads, in: 1...64, default: min(max(cores, 1), 64))
        if values.has(.maxSubscribers) {
            maxSubscribers = try values.number(.maxSubscribers, in: 1...10_000_000, default: 1)
        }
        maxPerAddress = try values.number(.maxPerAddress, in: 0...10_000_000, default: 0)
        maxAge = try values.number(.maxAge, in: 0...31_536_000, default: 0)
        compresses = try Self.isOn(values.text(.compression) ?? "on")
        trustedProxies = try Self.blocks(values.list(.trustedProxy) ?? [])
        allowOrigins = try Self.origins(values.list(.allowOrigin) ?? ["*"])
        drain = try values.number(.drain, in: 0...3_600, default: 5)
        stateFolder = values.text(.state)
        if stateFolder == "" { throw UsageError("--state must be a folder, not ''") }
        redis = try Self.redis(values, feed: feed)
        let format = values.text(.log) ?? LogFormat.text.rawValue
        guard let logFormat = LogFormat(rawValue: format) else {
            throw UsageError("--log must be text or json, not '\(format)'")
        }
        self.logFormat = logFormat
    }

    private static func isOn(_ text: String) throws(UsageError) -> Bool {
        guard text == "on" || text == "off" else { throw UsageError("--compression must be on or off, not '\(text)'") }
        return text == "on"
    }

    private static func blocks(_ texts: [String]) throws(UsageError) -> [AddressBlock] {
        var blocks: [AddressBlock] = []
        for text in texts {
            guard let block = AddressBlock(text) else {
                throw UsageError("--trusted-proxy must be a block of addresses such as 10.0.0.0/8, not '\(text)'")
            }
            blocks.append(block)
        }
        return blocks
    }

    private static func redis(_ values: OptionValues<OptionKey>, feed: FeedChoice) throws(UsageError) -> RedisAddress? {
        guard let text = values.text(.redis) else { return nil }
        // Nodes share seconds: one that lives in another time has none to share.
        if values.has(.now) { throw UsageError("--redis cannot go with --now: nodes share the system's time") }
        if case .replay = feed {
            throw UsageError("--redis cannot go with --feed replay: nodes share the system's time")
        }
        do throws(RedisAddress.Mistake) {
            return try RedisAddress(text)
        } catch {
            throw UsageError("--redis \(error.clause)")
        }
    }

    private static func origins(_ texts: [String]) throws(UsageError) -> [String] {
        for text in texts where text != "*" && text != "null" {
            let host = ["http://", "https://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
            guard let host, !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !host.contains("/") else {
                throw UsageError("--allow-origin must be * or an origin such as https://example.org, not '\(text)'")
            }
        }
        return texts
    }
}

/// The source that `--feed` names.
package enum FeedChoice: Equatable, Sendable {
    case demo, neds, nedsV2, ladbrokes
    case url(FeedAddress)
    case file(String)
    case replay(String)

    package init(_ text: String) throws(UsageError) {
        switch text {
        case "demo": self = .demo
        case "neds": self = .neds
        case "neds-v2": self = .nedsV2
        case "ladbrokes": self = .ladbrokes
        case _ where text.hasPrefix("file:") && text.utf8.count > 5: self = .file(String(text.dropFirst(5)))
        case _ where text.hasPrefix("replay:") && text.utf8.count > 7: self = .replay(String(text.dropFirst(7)))
        default:
            guard let address = FeedAddress(text) else {
                throw UsageError(
                    "--feed must be demo, neds, neds-v2, ladbrokes, an http(s) address, file:PATH or replay:DIR, not '\(text)'"
                )
            }
            self = .url(address)
        }
    }

    /// The word for it in the stream.
    package var source: FeedOrigin.Source {
        switch self {
        case .demo: .demo
        case .neds: .neds
        case .nedsV2: .nedsV2
        case .ladbrokes: .ladbrokes
        case .url: .url
        case .file: .file
        case .replay: .replay
        }
    }
}

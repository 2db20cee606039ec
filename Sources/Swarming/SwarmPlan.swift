internal import CommandLineOptions
internal import EventLoop

/// What to do, as the command line says it.
struct SwarmPlan: Sendable {
    static let usualURL = "http://127.0.0.1:8080/events?events=countdown"
    /// Descriptors for anything but streams.
    static let reserve = 24
    private static let streamsForASource = 4_000

    var url = ""
    var address: SocketAddress
    /// Where connections come from, in turn; empty leaves it to the system.
    var sources: [SocketAddress] = []
    var request: [UInt8] = []
    var subscribers = 1_000
    var rate = 2_000
    var seconds = 10
    var settle = 2
    var verified = 200
    var herd = 0
    var processes: [Int] = []
    /// Streams have to be compressed.
    var isGzip = false
    var isJSON = false
    var isQuiet = false

    /// - Parameter descriptors: how many the process may hold.
    init(_ values: OptionValues<SwarmOption>, descriptors: Int) throws(UsageError) {
        let url = values.text(.url) ?? Self.usualURL
        guard let target = StreamTarget(url), let address = SocketAddress(host: target.host, port: target.port) else {
            throw UsageError("--url must be http://ADDR:PORT/PATH with an address in figures, not '\(url)'")
        }
        self.url = url
        self.address = address
        subscribers = try values.number(.subscribers, in: 1...10_000_000, default: 1_000)
        guard subscribers + Self.reserve <= descriptors else {
            throw UsageError(
                "--subscribers \(subscribers) is too many: \(descriptors) descriptors are allowed here (ulimit -Hn), "
                    + "which is enough for \(max(descriptors - Self.reserve, 0))")
        }
        rate = try values.number(.rate, in: 1...1_000_000, default: 2_000)
        seconds = try values.number(.seconds, in: 1...86_400, default: 10)
        settle = try values.number(.settle, in: 1...3_600, default: 2)
        verified = try values.number(.verify, in: 0...10_000_000, default: 200)
        herd = try values.number(.herd, in: 0...subscribers, default: 0)
        let isLocal = target.host.hasPrefix("127.")
        let usual = isLocal ? (subscribers - 1) / Self.streamsForASource + 1 : 0
        let count = try values.number(.sources, in: 0...250, default: min(usual, 250))
        guard isLocal || count == 0 else { throw UsageError("--sources is for servers on 127.0.0.0/8") }
        sources = (0..<count).compactMap { SocketAddress(host: "127.0.0.\($0 + 2)", port: 0) }
        processes = try (values.list(.pid) ?? []).map { text throws(UsageError) in
            guard let process = Int(text), process > 0 else {
                throw UsageError("--pid must be a number, not '\(text)'")
            }
            return process
        }
        isGzip = values.has(.gzip)
        request = try target.request(
            with: (isGzip ? ["Accept-Encoding: gzip"] : []) + (values.list(.header) ?? []))
        isJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }

    /// Every how many streams one is verified; nil when none is.
    var verifiedStride: Int? {
        verified == 0 ? nil : max(subscribers / verified, 1)
    }
}

/// The parts of a stream's address.
struct StreamTarget: Equatable {
    var host: String
    var port: UInt16
    var path: String
    private var authority: String

    init?(_ url: String) {
        guard url.hasPrefix("http://") else { return nil }
        let rest = url.dropFirst(7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...])
        else { return nil }
        let host = authority[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = String(isBracketed ? host.dropFirst().dropLast() : host)
        self.port = port
        self.authority = String(authority)
        let path = rest.dropFirst(authority.count)
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// - Parameter lines: header lines to add.
    func request(with lines: [String]) throws(UsageError) -> [UInt8] {
        for line in lines {
            let name = line.prefix { $0 != ":" }
            guard !name.isEmpty, name.count < line.count, line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw UsageError("--header must be one line such as 'Last-Event-ID: 7', not '\(line)'")
            }
        }
        let fields = ["Host: \(authority)", "Accept: text/event-stream"] + lines
        return Array("GET \(path) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8)
    }
}

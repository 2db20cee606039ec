import Cluster
import CommandLineOptions
import Feeds
import HTTPServer
import Racing
import Testing

@testable import NextToGo

@Suite struct `The options` {
    private func options(
        _ words: [String] = [], _ environment: [String: String] = [:], cores: Int = 2
    ) throws -> Options {
        let command = try Command(arguments: ["nexttogo"] + words, environment: environment, cores: cores)
        guard case .serve(let options) = command else { throw UsageError("it does not serve") }
        return options
    }

    @Test func `have defaults`() throws {
        let options = try options()
        #expect(options.host == "127.0.0.1")
        #expect(options.port == 8_080)
        #expect(options.feed == .demo)
        #expect(options.now == nil)
        #expect(options.poll == 15)
        #expect(options.hideAfter == 60)
        #expect(options.count == 5)
        #expect(options.publicFolder == nil)
        #expect(options.threads == 2)
        #expect(options.maxSubscribers == nil)
        #expect(options.maxPerAddress == 0)
        #expect(options.maxAge == 0)
        #expect(options.compresses)
        #expect(options.trustedProxies.isEmpty)
        #expect(options.allowOrigins == ["*"])
        #expect(options.drain == 5)
        #expect(options.logFormat == .text)
        #expect(options.stateFolder == nil)
    }

    @Test func `name a folder for the state, which cannot be nothing`() throws {
        #expect(try options(["--state", "/s"]).stateFolder == "/s")
        #expect(try options([], ["NEXTTOGO_STATE": "/v"]).stateFolder == "/v")
        #expect(complaint(["--state="]) == "--state must be a folder, not ''")
    }

    @Test func `tell feeds apart without telling their addresses`() throws {
        #expect(try options().feedIdentity == "demo")
        let addresses = ["http://a.example/?key=secret", "http://b.example/", "file:/a", "file:/b"]
        let identities = try addresses.map { try options(["--feed", $0]).feedIdentity }
        #expect(Set(identities).count == 4)
        #expect(identities.map { $0.split(separator: " ")[0] } == ["url", "url", "file", "file"])
        #expect(!identities[0].contains("secret") && !identities[0].contains("example"))
        // The same in every process and version: the state outlives both.
        #expect(try options(["--feed", "file:/a"]).feedIdentity == "file 6529a400a1b84987")
    }

    @Test func `are taken from their words`() throws {
        let options = try options([
            "--host", "::1", "--port=0", "--feed", "neds", "--now=2026-01-15T00:00:00Z", "--poll=1", "--hide-after=0",
            "--count=20", "--public", "/p", "--threads", "64", "--max-subscribers=7",
            "--max-per-address=3", "--max-age", "3600", "--compression=off", "--trusted-proxy=10.0.0.0/8",
            "--trusted-proxy", "::1", "--allow-origin",
            "https://a.example",
            "--allow-origin=null", "--drain", "0", "--log", "json",
        ])
        #expect(options.host == "::1")
        #expect(options.port == 0)
        #expect(options.feed == .neds)
        #expect(options.now == Second(1_768_435_200))
        #expect(options.poll == 1)
        #expect(options.hideAfter == 0)
        #expect(options.count == 20)
        #expect(options.publicFolder == "/p")
        #expect(options.threads == 64)
        #expect(options.maxSubscribers == 7)
        #expect(options.maxPerAddress == 3)
        #expect(options.maxAge == 3_600)
        #expect(!options.compresses)
        #expect(options.trustedProxies == [AddressBlock("10.0.0.0/8"), AddressBlock("::1")])
        #expect(options.allowOrigins == ["https://a.example", "null"])
        #expect(options.drain == 0)
        #expect(options.logFormat == .json)
    }

    @Test func `given twice count as said last`() throws {
        #expect(try options(["--count=1", "--count=2"]).count == 2)
    }

    struct Number: Sendable, CustomTestStringConvertible {
        var key: OptionKey
        var range: ClosedRange<Int>
        var read: @Sendable (Options) -> Int?

        var testDescription: String { key.rawValue }
    }

    private static let numbers = [
        Number(key: .port, range: 0...65_535) { Int($0.port) }, Number(key: .poll, range: 1...3_600) { $0.poll },
        Number(key: .hideAfter, range: 0...86_400) { $0.hideAfter }, Number(key: .count, range: 1...20) { $0.count },
        Number(key: .threads, range: 1...64) { $0.threads }, Number(key: .drain, range: 0...3_600) { $0.drain },
        Number(key: .maxPerAddress, range: 0...10_000_000) { $0.maxPerAddress },
        Number(key: .maxAge, range: 0...31_536_000) { $0.maxAge },
        Number(key: .maxSubscribers, range: 1...10_000_000) { $0.maxSubscribers },
    ]

    @Test(arguments: numbers)
    func `hold numbers within their ranges`(number: Number) throws {
        for value in [number.range.lowerBound, number.range.upperBound] {
            #expect(try number.read(options(["--\(number.key.rawValue)=\(value)"])) == value)
            #expect(try number.read(options([], [number.key.variable: "\(value)"])) == value)
        }
        let (low, high) = (number.range.lowerBound, number.range.upperBound)
        for text in [
            "\(low - 1)", "\(high + 1)", "", "+5", " 5", "5 ", "5.0", "0x5", "five", "٥", "99999999999999999999",
        ] {
            #expect(
                complaint(["--\(number.key.rawValue)", text])
                    == "--\(number.key.rawValue) must be \(low) to \(high), not '\(text)'")
        }
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (64, 64), (65, 64), (256, 64)])
    func `make a thread for each core`(cores: Int, threads: Int) throws {
        #expect(try options(cores: cores).threads == threads)
        #expect(try options(["--threads=3"], cores: cores).threads == 3)
    }

    @Test(arguments: ["2026-01-15", "today", "", "1768435200", "2026-01-15T00:00:00", "2026-02-30T00:00:00Z"])
    func `take no other form of an instant`(text: String) {
        #expect(complaint(["--now", text])?.hasPrefix("--now must be an RFC 3339 instant such as ") == true)
        #expect(complaint(["--now", text])?.hasSuffix("not '\(text)'") == true)
    }

    /// Ids of events are the digits of a second.
    @Test func `take no time outside the years from 1970 to 9999 in UTC`() throws {
        #expect(
            complaint(["--now", "1969-12-31T23:59:59Z"])
                == "--now must be an RFC 3339 instant from 1970 to 9999, not '1969-12-31T23:59:59Z'")
        #expect(complaint(["--now", "9999-12-31T23:59:59-00:01"]) != nil)
        #expect(complaint(["--now", "1970-01-01T00:00:00Z"]) == nil)
    }

    @Test(arguments: ["ON", "", "gzip", "yes", "0"])
    func `have compression on or off`(text: String) {
        #expect(complaint(["--compression", text]) == "--compression must be on or off, not '\(text)'")
    }

    @Test(arguments: ["", "10.0.0.1/8", "10.0.0.0/33", "proxy.example", "10.0.0.0/8,::1", "*"])
    func `trust no proxy that is not a block of addresses`(text: String) {
        let message = "--trusted-proxy must be a block of addresses such as 10.0.0.0/8, not '\(text)'"
        #expect(complaint(["--trusted-proxy", text]) == message)
        #expect(complaint(["--trusted-proxy=::1", "--trusted-proxy", text]) == message)
    }

    @Test func `take several proxies from the environment`() throws {
        let options = try options([], ["NEXTTOGO_TRUSTED_PROXY": "10.0.0.0/8, ::1"])
        #expect(options.trustedProxies == [AddressBlock("10.0.0.0/8"), AddressBlock("::1")])
    }

    @Test(arguments: ["TEXT", "", "xml"])
    func `know two formats of the log`(text: String) {
        #expect(complaint(["--log", text]) == "--log must be text or json, not '\(text)'")
    }

    @Test(arguments: ["*", "null", "http://a", "https://a.example", "https://a.example:8443", "http://[::1]:80"])
    func `allow origins`(text: String) throws {
        #expect(try options(["--allow-origin", text]).allowOrigins == [text])
    }

    @Test(arguments: [
        "", "a.example", "https://", "http://", "https:///", "https://a.example/", "https://a.example/page", "ftp://a",
        "https://a b", "https://ä", "HTTPS://a", "https:/a", "//a", "https://a,https://b",
    ])
    func `allow nothing that is no origin`(text: String) {
        let message = "--allow-origin must be * or an origin such as https://example.org, not '\(text)'"
        #expect(complaint(["--allow-origin", text]) == message)
        #expect(complaint(["--allow-origin=*", "--allow-origin", text]) == message)
    }

    @Test(arguments: [
        ("demo", FeedChoice.demo), ("neds", .neds), ("neds-v2", .nedsV2), ("ladbrokes", .ladbrokes),
        ("file:/a b", .file("/a b")),
        ("file:f", .file("f")), ("file:file:f", .file("file:f")), ("replay:/d", .replay("/d")),
    ])
    func `name a feed`(text: String, feed: FeedChoice) throws {
        #expect(try options(["--feed", text]).feed == feed)
    }

    @Test(arguments: ["http://127.0.0.1:9/feed", "https://feed.example/?x=1"])
    func `name a feed by its address`(text: String) throws {
        let address = try #require(FeedAddress(text))
        #expect(try options(["--feed", text]).feed == .url(address))
    }

    @Test(arguments: ["", "Demo", "demo ", "file:", "replay:", "ftp://a", "https://", "feed.json", "FILE:/a"])
    func `name no other feed`(text: String) {
        #expect(
            complaint(["--feed", text])
                == "--feed must be demo, neds, neds-v2, ladbrokes, an http(s) address, file:PATH or replay:DIR, not '\(text)'"
        )
    }

    @Test(arguments: [
        (FeedChoice.demo, FeedOrigin.Source.demo), (.neds, .neds), (.nedsV2, .nedsV2), (.ladbrokes, .ladbrokes),
        (.file("f"), .file),
        (.replay("d"), .replay),
    ])
    func `call a feed by one word`(feed: FeedChoice, source: FeedOrigin.Source) {
        #expect(feed.source == source)
    }

    @Test func `name a Redis, which needs the system's time`() throws {
        let redis = try #require(try options(["--redis", "redis://:p@h:7/2"]).redis)
        #expect(redis.shown == "h:7" && redis.password == "p" && redis.database == 2)
        #expect(try options([], ["NEXTTOGO_REDIS": "redis://v"]).redis?.host == "v")
        #expect(try options().redis == nil)
        #expect(complaint(["--redis=x"]) == "--redis must be an address such as redis://:password@host:6379/0")
        #expect(complaint(["--redis", "rediss://h"])?.hasPrefix("--redis cannot be rediss://: ") == true)
        #expect(
            complaint(["--redis", "redis://h", "--now", "2026-01-15T00:00:00Z"])
                == "--redis cannot go with --now: nodes share the system's time")
        #expect(
            complaint(["--redis", "redis://h", "--feed", "replay:d"])
                == "--redis cannot go with --feed replay: nodes share the system's time")
    }
}

@Suite struct `A command` {
    private func command(_ words: String..., environment: [String: String] = [:]) throws -> Command {
        try Command(arguments: ["nexttogo"] + words, environment: environment, cores: 1)
    }

    @Test func `serves, asks, or explains`() throws {
        #expect(try command("--help") == .help)
        #expect(try command("--version") == .version)
        #expect(try command("--check", "http://a") == .check("http://a"))
        #expect(try command("--check=http://a", "--check", "http://b") == .check("http://b"))
        guard case .serve = try command() else { throw UsageError("it does not serve") }
    }

    @Test func `explains first, whatever else is wrong with the values`() throws {
        #expect(try command("--version", "--port=x", "--help", "--check=http://a") == .help)
        #expect(try command("--check=http://a", "--version", "--redis=x") == .version)
        #expect(try command("--port=x", "--check=http://a") == .check("http://a"))
        #expect(try command("--help", environment: ["NEXTTOGO_PORT": "x"]) == .help)
    }

    @Test func `can be a check by its environment`() throws {
        #expect(try command(environment: ["NEXTTOGO_CHECK": "http://a"]) == .check("http://a"))
    }
}

import EventLoop
import Foundation
import Glibc
import Testing

/// A real redis-server on a port of its own that keeps nothing.
final class LiveRedis {
    static let binary = URL(filePath: "/usr/bin/redis-server")
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: binary.path) }

    let port: UInt16
    private let password: String?
    private var process: Process?
    private let folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UUID().uuidString)")

    init(password: String? = nil) throws {
        self.password = password
        // A port that was free a moment ago.
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        port = listening.port
        for descriptor in listening.descriptors { close(descriptor) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var url: String { "redis://\(password.map { ":\($0)@" } ?? "")127.0.0.1:\(port)" }

    /// Starts it, empty, and waits until it answers.
    func start() throws {
        let process = Process()
        process.executableURL = Self.binary
        process.arguments =
            ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.path]
            + (password.map { ["--requirepass", $0] } ?? [])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        let deadline = Date(timeIntervalSinceNow: 5)
        while try ask("PING") != "PONG" {
            try #require(Date() < deadline, "redis-server did not come up")
            usleep(20_000)
        }
    }

    /// Kills it, whatever it does.
    func stop() {
        signal(SIGKILL)
        process?.waitUntilExit()
        process = nil
    }

    func signal(_ number: Int32) {
        if let process, process.isRunning { kill(process.processIdentifier, number) }
    }

    /// What redis-cli prints for a command.
    func ask(_ words: String...) throws -> String {
        let options = ["-h", "127.0.0.1", "-p", "\(port)", "--no-auth-warning"] + (password.map { ["-a", $0] } ?? [])
        return try run(URL(filePath: "/usr/bin/redis-cli"), options + words).1
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Nodes of one cluster over one feed and one Redis.
final class LiveCluster {
    let redis: LiveRedis
    let feed: LiveFeed
    private(set) var nodes: [LiveServer] = []
    private let base = Int(Date().timeIntervalSince1970) / 60 * 60

    init(nodes count: Int, races: [String: Int] = ["a": 300, "b": 600, "c": 900, "d": 1_200]) throws {
        redis = try LiveRedis()
        feed = try LiveFeed(.races([]))
        answer(races)
        for _ in 0..<count { try addNode() }
    }

    /// What the feed says from now on: races and the seconds from the full minute before the test to their starts.
    func answer(_ races: [String: Int]) {
        feed.answer(
            .races(races.sorted { $0.key < $1.key }.map { LiveFeed.Race(id: $0, start: base + $1) }))
    }

    @discardableResult
    func addNode(_ options: String...) throws -> LiveServer {
        let node = try LiveServer(
            ["--feed", feed.url, "--poll", "1", "--threads", "1", "--redis", redis.url] + options)
        nodes.append(node)
        return node
    }

    static func role(of node: LiveServer) throws -> String? {
        let line = try get(node, "/metrics").split(separator: "\n").first {
            $0.hasPrefix("nexttogo_cluster_role{") && $0.hasSuffix(" 1")
        }
        return line?.split(separator: "\"")[1].description
    }

    /// Waits until the nodes have these roles, in any order; the poller comes first in what it returns.
    func wait(
        for roles: [String], of nodes: [LiveServer], within seconds: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [LiveServer] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var seen: [String] = []
        repeat {
            seen = try nodes.map { try Self.role(of: $0) ?? "none" }
            if seen.sorted() == roles.sorted() {
                return zip(nodes, seen).sorted { $0.1 == "polling" && $1.1 != "polling" }.map(\.0)
            }
            usleep(100_000)
        } while Date() < deadline
        Issue.record("the roles are \(seen) after \(seconds) s", sourceLocation: sourceLocation)
        return nodes
    }

    /// A sample of a node's metrics.
    static func sample(_ name: String, of node: LiveServer) throws -> Int {
        let line = try get(node, "/metrics").split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? -1
    }
}

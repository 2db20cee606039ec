import Foundation
import Glibc
import Testing

/// What a second costs, as ratios and counts only: these hold on any machine.
@Suite(.serialized) struct `The cost of a second` {
    private static let strace = URL(filePath: "/usr/bin/strace")

    /// Processor time for a delivery in nanoseconds, the least of some runs: what disturbs a run makes it dearer.
    private func cost(_ server: LiveServer, subscribers: Int) throws -> Int {
        let costs = try (0..<2).map { _ in
            let (_, report) = try LiveSwarm.run(
                server, "--subscribers", "\(subscribers)", "--seconds", "3", "--settle", "1", "--verify", "0", "--pid",
                "\(server.processID)")
            #expect(report.deliveries == subscribers * 3)
            return try #require(report.processorNanosecondsPerDelivery)
        }
        return costs.min() ?? 0
    }

    @Test func `is the same for each of many subscribers as for each of a few`() throws {
        let server = try LiveServer(["--threads", "1"])
        let few = try cost(server, subscribers: 500)
        let many = try cost(server, subscribers: 2_000)
        // About 1 by measurement; a search through all subscribers for each would make it 4.
        #expect(few > 0 && Double(many) / Double(few) <= 2, "\(few) ns among 500, \(many) ns among 2000")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace.path), "needs strace"))
    func `is one system call for each subscriber, and a few for all`() throws {
        let subscribers = 400
        let server = try LiveServer(["--threads", "1"])
        let swarm = Process()
        swarm.executableURL = LiveSwarm.binary
        swarm.arguments = [
            "--url", server.address + "/events?events=countdown", "--subscribers", "\(subscribers)", "--seconds", "600",
        ]
        swarm.environment = LiveServer.environment([:])
        swarm.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        swarm.standardError = errors
        try swarm.run()
        defer {
            kill(swarm.processIdentifier, SIGINT)
            swarm.waitUntilExit()
        }
        let reader = PipeReader(errors.fileHandleForReading)
        let deadline = Date(timeIntervalSinceNow: 20)
        while let line = reader.line(until: deadline), !line.contains("measuring") {}
        #expect(Date() < deadline)

        let strace = Process()
        let output = Pipe()
        strace.executableURL = Self.strace
        strace.arguments = ["-f", "-c", "-p", "\(server.processID)"]
        strace.standardError = output
        try strace.run()
        try output.fileHandleForWriting.close()
        Thread.sleep(forTimeInterval: 4)
        // It counts until its server is gone, and one that is killed does nothing more.
        server.signal(SIGKILL)
        let table = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        strace.waitUntilExit()
        let counts = Self.counts(table)
        let sends = counts["sendto", default: 0] + counts["write", default: 0] + counts["writev", default: 0]
        let others = counts.values.reduce(0, +) - sends
        // About four seconds begin meanwhile; it may start late, and end within one.
        #expect((2 * subscribers...5 * subscribers + 50).contains(sends), "\(table)")
        #expect(others <= sends / 10, "\(table)")
    }

    /// Calls by name, of the table that `strace -c` prints: the name comes last, the calls are in the fourth column.
    private static func counts(_ table: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: " ")
            guard columns.count >= 5, let name = columns.last, name != "total", let calls = Int(columns[3]) else {
                continue
            }
            counts[String(name)] = calls
        }
        return counts
    }
}

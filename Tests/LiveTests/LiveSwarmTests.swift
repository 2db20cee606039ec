import Foundation
import Glibc
import Testing

/// The load generator's own binary, beside the test binary.
enum LiveSwarm {
    static let binary = LiveServer.binary.deletingLastPathComponent().appending(path: "swarm")

    struct Report: Decodable {
        struct Faults: Decodable {
            var gaps, doubles, disorder, early: Int
        }
        struct Lateness: Decodable {
            var p50, p99, max: Int?
        }
        struct Herd: Decodable {
            var dropped, returned, ended: Int
            var returnMicroseconds: Lateness
        }
        var sound: Bool
        var live, deliveries, expected, checkedEvents: Int
        var latenessMicroseconds: Lateness
        var faults: Faults
        var processorNanosecondsPerDelivery, residentBytesPerStream: Int?
        var herd: Herd?
    }

    /// Runs it against a server; its exit status and report.
    static func run(_ server: LiveServer, _ words: String...) throws -> (Int32, Report) {
        let words = ["--url", server.address + "/events?events=countdown", "--json", "--quiet"] + words
        let (status, output, _) = try LiveTests.run(binary, words)
        return (status, try JSONDecoder().decode(Report.self, from: Data(output.utf8)))
    }
}

@Suite struct `The real swarm` {
    @Test func `finds nothing to say against the real server, whose herd comes back`() throws {
        let server = try LiveServer(["--threads", "2"])
        let (status, report) = try LiveSwarm.run(
            server, "--subscribers", "300", "--seconds", "2", "--herd", "200", "--pid", "\(server.processID)")
        #expect(status == 0 && report.sound)
        #expect(report.live == 300 && report.deliveries == 600 && report.checkedEvents >= 600)
        #expect(report.faults.gaps + report.faults.doubles + report.faults.disorder + report.faults.early == 0)
        #expect(report.processorNanosecondsPerDelivery ?? 0 > 0 && report.residentBytesPerStream != nil)
        #expect(report.herd?.returned == 200 && report.herd?.ended == 0)
    }

    @Test func `reads compressed streams, each to its own trailer`() throws {
        let server = try LiveServer(["--threads", "1"])
        let (status, report) = try LiveSwarm.run(
            server, "--gzip", "--subscribers", "100", "--verify", "50", "--seconds", "2")
        #expect(status == 0 && report.sound && report.deliveries == 200 && report.checkedEvents >= 150)
    }

    @Test func `says what it sees in words, and ends early when told to`() throws {
        let server = try LiveServer(["--threads", "1"])
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = LiveSwarm.binary
        process.arguments = ["--url", server.address + "/events", "--subscribers", "20", "--seconds", "600"]
        process.environment = LiveServer.environment([:])
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let reader = PipeReader(errors.fileHandleForReading)
        let deadline = Date(timeIntervalSinceNow: 20)
        var line = reader.line(until: deadline)
        while let seen = line, !seen.contains("measuring for 600 s") { line = reader.line(until: deadline) }
        #expect(line != nil)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 1)
        #expect(text.hasPrefix("streams   20 of 20 at " + server.address))
        #expect(text.contains("ended before its time"))
    }

    @Test func `names a mistake, and a server that is not there`() throws {
        let help = try LiveTests.run(LiveSwarm.binary, ["--help"])
        #expect(help.0 == 0 && help.1.hasPrefix("Usage: swarm"))
        let usage = try LiveTests.run(LiveSwarm.binary, ["--subscribers", "none"])
        #expect(usage.0 == 64)
        #expect(usage.2 == "swarm: --subscribers must be 1 to 10000000, not 'none'\nTry 'swarm --help'.\n")
        let nobody = try LiveTests.run(LiveSwarm.binary, ["--pid", "2000000000"])
        #expect(nobody.0 == 1 && nobody.2 == "swarm: no process has the id given with --pid\n")
        // Port 1 is no user's.
        let refused = try LiveTests.run(LiveSwarm.binary, ["--url", "http://127.0.0.1:1/", "--subscribers", "3"])
        #expect(refused.0 == 1 && refused.1.contains("; 3 failed: Connection refused (3)"))
        #expect(refused.1.hasSuffix("NOT SOUND\n"))
    }
}

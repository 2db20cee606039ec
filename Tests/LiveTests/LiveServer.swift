import Foundation
import Glibc
import Testing

/// The real binary as a process, on a free port.
final class LiveServer {
    private let process = Process()
    private let errors: PipeReader
    /// `http://127.0.0.1:PORT`
    private(set) var address = ""
    /// What stderr has said so far, line by line.
    private(set) var log: [String] = []

    /// Beside the test binary.
    static let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "nexttogo")

    /// Starts the server and waits for its line.
    ///
    /// - Parameters:
    ///   - wrapper: a program with arguments that turns into the server, whose words follow.
    ///   - input: its standard input.
    init(
        _ arguments: [String], environment: [String: String] = [:], through wrapper: [String] = [],
        input: FileHandle = .nullDevice
    ) throws {
        let pipe = Pipe()
        errors = PipeReader(pipe.fileHandleForReading)
        process.executableURL = wrapper.first.map { URL(filePath: $0) } ?? Self.binary
        process.arguments =
            (wrapper.isEmpty ? [] : wrapper.dropFirst() + [Self.binary.path])
            + ["--port", "0"] + arguments
        process.environment = Self.environment(environment)
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        try pipe.fileHandleForWriting.close()
        let line = try #require(waitForLog("listening on ", within: 10), "it did not come up: \(log)")
        address = "http://" + (line.components(separatedBy: "http://").last ?? "").prefix { !"\"}".contains($0) }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Keeps proxies away, and collects coverage beside that of the tests.
    static func environment(_ more: [String: String]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.lowercased().hasSuffix("_proxy") && !name.hasPrefix("NEXTTOGO_")
        }
        environment["LLVM_PROFILE_FILE"] = environment["LLVM_PROFILE_FILE_LIVE"] ?? "/dev/null"
        return environment.merging(more) { $1 }
    }

    /// The first line, also of those that have come, which contains `text`; nil when none comes in time.
    func waitForLog(_ text: String, within seconds: Double) -> String? {
        if let line = log.last(where: { $0.contains(text) }) { return line }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while let line = errors.line(until: deadline) {
            log.append(line)
            if line.contains(text) { return line }
        }
        return nil
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end, at most two minutes; the exit status, or 128 and the signal's number.
    func wait() -> Int32 {
        // First to the end of what it says: a full pipe would keep it from ending.
        let deadline = Date(timeIntervalSinceNow: 120)
        while let line = errors.line(until: deadline) { log.append(line) }
        if Date() >= deadline { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    var processID: Int32 { process.processIdentifier }
}

/// Runs a program to its end.
func run(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws -> (Int32, String, String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.environment = LiveServer.environment(environment)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
        process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self)
    )
}

let curl = URL(filePath: "/usr/bin/curl")

/// What `curl -s` prints for a path, with more options in front.
func get(_ server: LiveServer, _ path: String, _ options: String...) throws -> String {
    try run(curl, ["-sS", "-m", "10"] + options + [server.address + path]).1
}

import EventLoop
import Foundation
import Glibc
import Testing

/// A real redis-server on a port of its own that keeps nothing.
final class RedisServer {
    static let binary = URL(filePath: "/usr/bin/redis-server")
    static let needed = ConditionTrait.enabled(
        if: FileManager.default.isExecutableFile(atPath: binary.path), "it needs redis-server")

    let port: UInt16
    private var process: Process?

    init(password: String? = nil) throws {
        // A port that was free a moment ago.
        let listening = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        port = listening.port
        for descriptor in listening.descriptors { close(descriptor) }
        let process = Process()
        process.executableURL = Self.binary
        process.arguments =
            ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"]
            + (password.map { ["--requirepass", $0] } ?? [])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
    }

    deinit {
        if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process?.waitUntilExit()
    }

    func signal(_ number: Int32) {
        if let process { kill(process.processIdentifier, number) }
    }
}

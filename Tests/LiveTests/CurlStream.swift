import Foundation
import Glibc
import ServerSentEvents

/// `curl -sN` on a stream, as people pipe it.
final class CurlStream {
    struct Arrival {
        var event: EventStreamParser.Event
        /// Wall-clock time at which it was read.
        var at: Date

        /// A member of its data.
        func member<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
            let object = try? JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any]
            return object?[name] as? Value
        }

        var now: Int { member("now") ?? 0 }
        /// `id change` of each change, in order.
        var changes: [String] {
            let list: [[String: Any]] = member("changes") ?? []
            return list.map { "\($0["id"] ?? "") \($0["change"] ?? "")" }
        }
        /// Of a countdown: seconds left, by race.
        var remaining: [String: Int] {
            let list: [[String: Any]] = member("races") ?? []
            return list.reduce(into: [:]) { sum, race in
                if let id = race["id"] as? String { sum[id] = race["remaining"] as? Int }
            }
        }
        var raceIDs: [String] {
            let list: [[String: Any]] = member("races") ?? []
            return list.map { $0["id"] as? String ?? "" }
        }
    }

    private let process = Process()
    private let reader: PipeReader
    private(set) var parser = EventStreamParser()
    private(set) var arrivals: [Arrival] = []
    let startedAt: Date
    private var next = 0

    init(_ server: LiveServer, _ path: String = "/events", _ options: String...) throws {
        let pipe = Pipe()
        reader = PipeReader(pipe.fileHandleForReading)
        process.executableURL = curl
        process.arguments = ["-sN"] + options + [server.address + path]
        process.environment = LiveServer.environment([:])
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        startedAt = Date()
        try process.run()
        try pipe.fileHandleForWriting.close()
    }

    deinit { stop() }

    /// Stops the reader in its tracks, without its knowing.
    func freeze() { kill(process.processIdentifier, SIGSTOP) }

    func stop() {
        // Not SIGTERM: a child inherits the mask of a test's thread, which blocks it.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The next event that fits, or nil when none comes in time; earlier ones are passed over.
    func wait(within seconds: Double, for fits: (Arrival) -> Bool) -> Arrival? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            while next < arrivals.count {
                defer { next += 1 }
                if fits(arrivals[next]) { return arrivals[next] }
            }
            guard let bytes = reader.bytes(until: deadline) else { return nil }
            let now = Date()
            arrivals += parser.feed(bytes).map { Arrival(event: $0, at: now) }
        }
    }

    func wait(for type: String, within seconds: Double = 5) -> Arrival? {
        wait(within: seconds) { $0.event.type == type }
    }

    /// curl's exit status, once the stream has ended.
    func exitStatus() -> Int32 {
        while let bytes = reader.bytes(until: Date(timeIntervalSinceNow: 10)) {
            let now = Date()
            arrivals += parser.feed(bytes).map { Arrival(event: $0, at: now) }
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
}

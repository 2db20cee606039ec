import EventLoop
import Foundation
import Glibc
import Testing

@Suite struct `A server that a service manager has started` {
    @Test func `says when it is ready, that it is well, how it is, and when it ends`() throws {
        let manager = try ManagerSocket()
        let server = try LiveServer(
            ["--threads", "3", "--drain", "7"],
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"])
        #expect(manager.wait(for: "READY=1") == "READY=1")
        // Not before the line, after which clients are let in.
        #expect(manager.messages == ["READY=1"])
        let status = try #require(manager.wait(for: "STATUS="))
        #expect(status.contains("of ") && status.contains(" streams, feed demo is "))
        for _ in 0..<3 { #expect(manager.wait(for: "WATCHDOG=1", within: 2.5) != nil) }
        #expect(!server.log.contains { $0.contains("watchdog") })

        server.signal(SIGHUP)
        let reload = try #require(manager.wait(for: "RELOADING=1"))
        let time = try #require(reload.split(separator: "\n").last?.split(separator: "="))
        #expect(time.first == "MONOTONIC_USEC")
        // Monotonic time, of this machine: the manager compares it with its own clock.
        let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ")[0]
        let age = try #require(Double(uptime)) - #require(time.last.flatMap { Double($0) }) / 1e6
        #expect((-0.1..<10).contains(age))
        #expect(manager.wait(for: "READY=1") == "READY=1")

        server.signal(SIGTERM)
        #expect(manager.wait(for: "STOPPING=1") == "STOPPING=1\nEXTEND_TIMEOUT_USEC=17000000")
        #expect(server.wait() == 0)
    }

    @Test func `says why it could not start`() throws {
        let manager = try ManagerSocket()
        let (status, _, errors) = try run(
            LiveServer.binary, ["--port", "0", "--public", "/nonexistent"], environment: ["NOTIFY_SOCKET": manager.path]
        )
        #expect(status == 1 && errors.contains("/nonexistent"))
        #expect(manager.wait(for: "STATUS=") == "STATUS=the public folder cannot be read: /nonexistent")
        #expect(!manager.take().contains { $0.contains("READY=1") })
    }

    @Test func `goes on without a manager that does not listen, and says so once`() throws {
        let server = try LiveServer(
            ["--threads", "1"], environment: ["NOTIFY_SOCKET": "/nonexistent/notify", "WATCHDOG_USEC": "10000000"])
        #expect(server.waitForLog("the service manager cannot be told: ", within: 5) != nil)
        #expect(try CurlStream(server).wait(for: "countdown") != nil)
        sleep(2)
        server.signal(SIGTERM)
        #expect(server.wait() == 0)
        #expect(server.log.filter { $0.contains("cannot be told") }.count == 1)
    }

    @Test(arguments: [("1000000", "the watchdog's time of 1.0 s is short"), ("soon", "WATCHDOG_USEC or WATCHDOG_PID")])
    func `says what is wrong with its watchdog`(time: String, words: String) throws {
        let manager = try ManagerSocket()
        let server = try LiveServer(
            ["--threads", "1"], environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": time])
        #expect(server.log.contains { $0.contains(words) })
    }
}

@Suite struct `A server that was given its sockets` {
    /// Turns into the server, with what is its standard input as the first socket of systemd's protocol
    /// (sd_listen_fds(3)), which names the process that may take it.
    private static func wrapper(_ count: String = "1") -> [String] {
        let variables = "LISTEN_FDS=\(count) LISTEN_PID=$$; export LISTEN_FDS LISTEN_PID; "
        return ["/bin/sh", "-c", variables + "exec \"$0\" \"$@\" 3<&0 </dev/null"]
    }

    private func port(of server: LiveServer) -> UInt16? {
        server.address.split(separator: ":").last.flatMap { UInt16($0) }
    }

    @Test func `serves from every loop, whatever address it was told`() throws {
        let sockets = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let listener = FileHandle(fileDescriptor: sockets.descriptors[0], closeOnDealloc: true)
        let server = try LiveServer(
            ["--threads", "4", "--host", "127.0.0.2"], through: Self.wrapper(), input: listener)
        #expect(port(of: server) == sockets.port)
        #expect(server.log.filter { $0.contains("listening on http://127.0.0.1:\(sockets.port)") }.count == 1)
        let connections = 200
        let (status, report) = try LiveSwarm.run(
            server, "--subscribers", "\(connections)", "--seconds", "3", "--settle", "1", "--verify", "20")
        #expect(status == 0)
        #expect(report.deliveries == connections * 3)
        #expect(try get(server, "/healthz").contains(#""loops":5"#))
        // Each loop is a thread with descriptors of its own for the one socket.
        let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.processID)/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(server.processID)/fd/\($0)")
        }
        let inode = try #require(
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(listener.fileDescriptor)"))
        #expect(links.filter { $0 == inode }.count >= 4)
    }

    @Test func `is replaced without a refusal: who comes meanwhile waits in the queue`() throws {
        let sockets = try ListeningSockets(host: "127.0.0.1", port: 0, count: 1)
        let listener = FileHandle(fileDescriptor: sockets.descriptors[0], closeOnDealloc: true)
        let first = try LiveServer(["--threads", "2"], through: Self.wrapper(), input: listener)
        #expect(try CurlStream(first).wait(for: "countdown") != nil)
        first.signal(SIGTERM)
        #expect(first.wait() == 0)
        // Nobody is there, and yet nobody is refused.
        let early = try CurlStream(first)
        let second = try LiveServer(["--threads", "2"], through: Self.wrapper(), input: listener)
        #expect(second.address == first.address)
        #expect(early.wait(for: "countdown") != nil)
    }

    @Test(arguments: [
        ("1", "passed descriptor 3, no listening TCP socket"), ("x", "LISTEN_FDS or LISTEN_PID is not valid"),
    ])
    func `says what is wrong with them, and does not serve`(count: String, words: String) throws {
        let script = Self.wrapper(count)
        let (status, _, errors) = try run(
            URL(filePath: script[0]), Array(script.dropFirst()) + [LiveServer.binary.path, "--port", "0"])
        #expect(status == 1)
        #expect(errors.contains(words))
        #expect(errors.split(separator: "\n").count == 1)
    }

    @Test func `takes none that were meant for another process`() throws {
        let server = try LiveServer([], environment: ["LISTEN_FDS": "1", "LISTEN_PID": "1"])
        #expect(try get(server, "/healthz").hasPrefix(#"{"status":"ok""#))
    }
}

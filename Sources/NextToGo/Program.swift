internal import CommandLineOptions
internal import EventLoop
internal import Feeds
internal import Glibc
internal import ServiceManagement
internal import Synchronization

/// The program: from the words of the command line to an exit status.
package enum Program {
    /// - Parameter arguments: with the program's name first.
    /// - Returns: 0, 1 for what went wrong, or 64 for a mistake on the command line (sysexits.h).
    package static func run(arguments: [String], environment: [String: String], cores: Int) -> Int32 {
        do throws(UsageError) {
            switch try Command(arguments: arguments, environment: environment, cores: cores) {
            case .help: put(HelpText.full)
            case .version: put(Version.line + "\n")
            case .check(let url): return onLoop { await HealthCheck.run(url, on: $0) }
            case .serve(let options):
                let log = Log(format: options.logFormat, wallClock: SystemWallClock())
                let manager = ServiceManager(environment: environment)
                return onLoop { await Server(loop: $0, options: options, log: log, manager: manager).run() }
            }
            return 0
        } catch {
            Log.toStandardError(Array("nexttogo: \(error.message)\n\(HelpText.hint)\n".utf8))
            return 64
        }
    }

    /// Turns a loop on this thread until the work is done.
    private static func onLoop(_ work: @escaping @Sendable (EventLoop) async -> Int32) -> Int32 {
        guard let loop = try? EventLoop() else {
            Log.toStandardError(Array("nexttogo: no descriptors are left for an event loop\n".utf8))
            return 1
        }
        let status = ExitStatus()
        Task.detached(executorPreference: loop) {
            status.value.store(await work(loop), ordering: .releasing)
            loop.stop()
        }
        loop.run()
        return status.value.load(ordering: .acquiring)
    }

    private final class ExitStatus: Sendable {
        let value = Atomic<Int32>(1)
    }

    private static func put(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }
}

enum ProcessExit {
    /// Ends the process without any more ado.
    static func now(_ status: Int32) -> Never { _exit(status) }
}

import Foundation
import Glibc

/// The socket on which a service manager hears its services (sd_notify(3)): a datagram is a message.
final class ManagerSocket {
    let path = FileManager.default.temporaryDirectory.appending(path: "notify-\(UUID().uuidString)").path
    private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    /// All that has come.
    private(set) var messages: [String] = []
    private var next = 0

    struct NoSocket: Error {}

    init() throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw NoSocket() }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The next message in which a line begins so; earlier ones are passed over. Nil when none comes in time.
    func wait(for line: String, within seconds: Double = 5) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            while next < messages.count {
                defer { next += 1 }
                if messages[next].split(separator: "\n").contains(where: { $0.hasPrefix(line) }) {
                    return messages[next]
                }
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, max(0, Int32(deadline.timeIntervalSinceNow * 1_000))) == 1 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { return nil }
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }

    /// What has come meanwhile, without waiting.
    func take() -> [String] {
        _ = wait(for: "no line begins so", within: 0)
        return messages
    }
}

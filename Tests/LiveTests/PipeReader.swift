import Foundation
import Glibc

/// Reads a pipe line by line or as it comes, up to a deadline.
final class PipeReader {
    private let handle: FileHandle
    private var pending: [UInt8] = []

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// The next line without its end; nil when time or the pipe is over.
    func line(until deadline: Date) -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard let bytes = bytes(until: deadline) else { return nil }
            pending += bytes
        }
    }

    /// What comes next; nil when time or the pipe is over.
    func bytes(until deadline: Date) -> [UInt8]? {
        var waiting = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = max(0, Int32(deadline.timeIntervalSinceNow * 1_000))
        guard poll(&waiting, 1, milliseconds) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(handle.fileDescriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

package import EventLoop
internal import Glibc
internal import JSONText
internal import Racing

package enum LogFormat: String, Sendable {
    case text, json
}

/// Lines for the operator on stderr, each written whole.
package struct Log: Sendable {
    private let format: LogFormat
    private let wallClock: any WallClock
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter wallClock: the time that lines are stamped with: the real one, also under `--now`.
    package init(
        format: LogFormat, wallClock: any WallClock, write: @escaping @Sendable ([UInt8]) -> Void = Log.toStandardError
    ) {
        self.format = format
        self.wallClock = wallClock
        self.write = write
    }

    package enum Level: String, Sendable {
        case info, warning, error
    }

    package func callAsFunction(_ level: Level, _ message: String) {
        let time = Second(wallClock.wallTime.seconds).rfc3339
        switch format {
        case .text:
            // One message is one line, whatever a feed put into it.
            let safe = message.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
            write(Array("\(time) \(level.rawValue): \(safe)\n".utf8))
        case .json:
            let line = JSONText.object { json in
                json.member("time", time)
                json.member("level", level.rawValue)
                json.member("message", message)
            }
            write(line + [0x0A])
        }
    }

    package static let toStandardError: @Sendable ([UInt8]) -> Void = { bytes in
        _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    }
}

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
            write(Array("\(time) \(level.rawValue): \(Self.safe(message))\n".utf8))
        case .json:
            let line = JSONText.object { json in
                json.member("time", time)
                json.member("level", level.rawValue)
                json.member("message", Self.safe(message))
            }
            write(line + [0x0A])
        }
    }

    /// One message is one line and does nothing to a terminal, whatever a feed put into it: no control characters,
    /// line or paragraph separators, and no marks of text direction (Unicode UAX #9, 2).
    private static func safe(_ message: String) -> String {
        message.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: " "
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: " "
            default: String(scalar)
            }
        }.joined()
    }

    package static let toStandardError: @Sendable ([UInt8]) -> Void = { bytes in
        _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    }
}

internal import Glibc

/// Finds the second of each countdown in a stream's bytes, and its goodbye, without reading the rest: the fast path.
///
/// It looks at the beginnings of lines only: at `event: countdown`, and then at `data: {"now":` up to the next empty
/// line. Each of the two has to lie in one chunk of the body, but bytes may be cut into reads anywhere. It allocates
/// nothing.
struct FrameScanner {
    /// Where the last read left off; four bytes a stream.
    struct State: Equatable {
        /// Bytes at the end of the last read that have to be seen again together with the next.
        var kept: UInt8 = 0
        /// Whether the last read ended within a line that is of no interest.
        var isWithinLine = false
        /// Whether the event that is being read is a countdown whose data has not come yet.
        var isCountdown = false
        /// A `bye` was seen.
        var hasBye = false
    }

    /// The most that ``State/kept`` can be: the beginning of the data and a second of 20 figures.
    static let mostKept = data.utf8CodeUnitCount + 20

    private static let countdown: StaticString = "event: countdown\n"
    private static let bye: StaticString = "event: bye\n"
    private static let data: StaticString = "data: {\"now\":"

    /// - Parameters:
    ///   - bytes: what was kept, followed by what has come.
    ///   - onSecond: called with the `now` of each countdown.
    /// - Returns: where in `bytes` that begins which must be kept, `state.kept` bytes up to the end.
    @inline(__always)
    static func scan(_ bytes: UnsafeRawBufferPointer, _ state: inout State, onSecond: (Int) -> Void) -> Int {
        var position = 0
        state.kept = 0
        if state.isWithinLine {
            guard let next = endOfLine(in: bytes, from: 0) else { return bytes.count }
            position = next
            state.isWithinLine = false
        }
        while position < bytes.count {
            let left = bytes.count - position
            if matches(countdown, bytes, position) {
                if left < countdown.utf8CodeUnitCount { return keep(from: position, of: bytes, &state) }
                state.isCountdown = true
            } else if matches(bye, bytes, position) {
                if left < bye.utf8CodeUnitCount { return keep(from: position, of: bytes, &state) }
                state.hasBye = true
            } else if state.isCountdown, matches(data, bytes, position) {
                var end = position + data.utf8CodeUnitCount
                var second = 0
                while end < bytes.count, end - position < mostKept, case let digit = bytes[end] &- 0x30, digit < 10 {
                    second = second &* 10 &+ Int(digit)
                    end += 1
                }
                if end >= bytes.count, left < mostKept { return keep(from: position, of: bytes, &state) }
                onSecond(second)
                state.isCountdown = false
                position = end
            } else if bytes[position] == 0x0A {
                state.isCountdown = false
            }
            guard let next = endOfLine(in: bytes, from: position) else {
                state.isWithinLine = true
                break
            }
            position = next
        }
        return bytes.count
    }

    private static func keep(from position: Int, of bytes: UnsafeRawBufferPointer, _ state: inout State) -> Int {
        state.kept = UInt8(bytes.count - position)
        return position
    }

    /// Whether the bytes there are the text, or as much of it as there is.
    @inline(__always)
    private static func matches(_ text: StaticString, _ bytes: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        guard let start = bytes.baseAddress, bytes[position] == text.utf8Start[0] else { return false }
        return memcmp(start + position, text.utf8Start, min(text.utf8CodeUnitCount, bytes.count - position)) == 0
    }

    /// The place behind the next line feed.
    @inline(__always)
    private static func endOfLine(in bytes: UnsafeRawBufferPointer, from position: Int) -> Int? {
        guard let start = bytes.baseAddress, position < bytes.count,
            let found = memchr(start + position, 0x0A, bytes.count - position)
        else { return nil }
        return found - UnsafeMutableRawPointer(mutating: start) + 1
    }
}

/// What Redis answers to a command.
package enum RedisReply: Equatable, Sendable {
    /// A string of any bytes, or a status.
    case bytes([UInt8])
    case number(Int)
    case list([RedisReply])
    case null
    /// Redis refused the command, in its words.
    case error(String)

    package var text: String? {
        if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
    }

    /// A number, also when it came as text, as those of `TIME` do.
    package var integer: Int? {
        switch self {
        case .number(let number): number
        case .bytes: text.flatMap { Int($0) }
        default: nil
        }
    }
}

/// Why Redis cannot be used at the moment, as one clause for the operator.
package struct RedisFailure: Error, Equatable, Sendable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// One connection to Redis: the seam behind which hiredis or a script of a test does the work.
package protocol RedisTransport: AnyObject {
    /// Opens a connection anew; what was sent before is lost.
    func open() throws(RedisFailure)

    /// Sends a command and waits for its answer, at most ``RedisConnection/patience``; an answer that does not come
    /// closes the connection.
    func call(_ words: [[UInt8]]) async throws(RedisFailure) -> RedisReply

    func close()
}

extension RedisTransport {
    func call(_ words: String...) async throws(RedisFailure) -> RedisReply {
        try await call(words.map { Array($0.utf8) })
    }
}

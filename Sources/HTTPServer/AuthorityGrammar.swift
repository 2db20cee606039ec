/// Recognises `uri-host [":" port]` byte by byte (RFC 9110 7.2, RFC 3986 3.2.2), refusing the first byte that
/// cannot belong to it.
struct AuthorityGrammar: Sendable {
    private enum State: UInt8 {
        case start, name, escapeHigh, escapeLow, literal, address, futureVersion, future, literalEnd, port
    }

    private var state = State.start
    private var address = IPv6Grammar()
    /// Whether the first digit of the escape being read is `0`.
    private var isZeroEscape = false
    /// Whether the part of the IPvFuture literal being read has a byte.
    private var hasPart = false
    /// The port's number, held at 65536 when it is larger; 0 when there is none.
    private(set) var port: UInt32 = 0

    /// Whether nothing has been read.
    var isEmpty: Bool { state == .start }

    /// Whether what was read may end here; nothing at all does not count as complete.
    var isComplete: Bool { state == .name || state == .literalEnd || state == .port }

    /// Takes the next byte; `false` when it cannot follow.
    mutating func take(_ byte: UInt8) -> Bool {
        switch state {
        case .start: return takeFirst(byte)
        case .name: return takeName(byte)
        case .escapeHigh, .escapeLow: return takeEscape(byte)
        case .literal, .address, .futureVersion, .future: return takeLiteral(byte)
        case .literalEnd: return takeColon(byte)
        case .port:
            guard ByteClasses.isDigit(byte) else { return false }
            port = min(port * 10 + UInt32(byte - UInt8(ascii: "0")), 65536)
            return true
        }
    }

    private mutating func takeFirst(_ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "[") {
            state = .literal
            return true
        }
        return byte != UInt8(ascii: ":") && takeName(byte)
    }

    private mutating func takeName(_ byte: UInt8) -> Bool {
        if ByteClasses.isRegisteredName(byte) {
            state = .name
            return true
        }
        if byte == UInt8(ascii: "%") {
            state = .escapeHigh
            return true
        }
        return takeColon(byte)
    }

    private mutating func takeEscape(_ byte: UInt8) -> Bool {
        guard ByteClasses.hexValue(byte) != nil else { return false }
        if state == .escapeHigh {
            isZeroEscape = byte == UInt8(ascii: "0")
            state = .escapeLow
            return true
        }
        state = .name
        return !(isZeroEscape && byte == UInt8(ascii: "0"))
    }

    private mutating func takeColon(_ byte: UInt8) -> Bool {
        state = .port
        return byte == UInt8(ascii: ":")
    }

    /// The inside of brackets: an IPv6 address, or `v`, hexadecimal digits, a dot and text (IPvFuture).
    private mutating func takeLiteral(_ byte: UInt8) -> Bool {
        if state == .literal {
            state = ByteClasses.lowercased(byte) == UInt8(ascii: "v") ? .futureVersion : .address
            return state == .futureVersion || address.take(byte)
        }
        if state == .futureVersion {
            if hasPart && byte == UInt8(ascii: ".") {
                state = .future
                hasPart = false
                return true
            }
            hasPart = true
            return ByteClasses.hexValue(byte) != nil
        }
        if byte == UInt8(ascii: "]") {
            let ends = state == .future ? hasPart : address.isComplete
            state = .literalEnd
            return ends
        }
        guard state == .future else { return address.take(byte) }
        hasPart = true
        return ByteClasses.isRegisteredName(byte) || byte == UInt8(ascii: ":")
    }
}

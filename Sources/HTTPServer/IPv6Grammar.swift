/// Recognises `IPv6address` byte by byte (RFC 3986 3.2.2).
struct IPv6Grammar: Sendable {
    /// Groups of 16 bits that are complete.
    private var groups = 0
    /// Digits of the group or octet being read.
    private var digits = 0
    /// The decimal reading of the group being read, or `nil` when it cannot be an octet of an IPv4 address.
    private var octet: UInt16? = 0
    /// Dots read of the IPv4 address at the end.
    private var dots = 0
    /// Colons directly before the current position.
    private var colons = 0
    /// Whether `::` was read; it stands for one group at least.
    private var isCompressed = false

    private var groupLimit: Int { isCompressed ? 7 : 8 }

    /// Whether what was read is an address.
    var isComplete: Bool {
        if dots > 0 { return dots == 3 && digits > 0 }
        if digits == 0 { return colons == 2 }
        return isCompressed || groups == 7
    }

    /// Takes the next byte; `false` when it cannot follow.
    mutating func take(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"): return dots == 0 && takeColon()
        case UInt8(ascii: "."): return takeDot()
        default: return ByteClasses.hexValue(byte) != nil && takeDigit(byte)
        }
    }

    private mutating func takeColon() -> Bool {
        if digits > 0 {
            groups += 1
            digits = 0
            colons = 1
            return groups < groupLimit
        }
        colons += 1
        guard colons == 2 else { return colons == 1 && groups == 0 }
        defer { isCompressed = true }
        return !isCompressed
    }

    private mutating func takeDot() -> Bool {
        guard digits > 0, octet != nil, dots < 3 else { return false }
        guard dots > 0 || (isCompressed ? groups <= 5 : groups == 6) else { return false }
        dots += 1
        digits = 0
        return true
    }

    private mutating func takeDigit(_ byte: UInt8) -> Bool {
        if digits == 0 {
            guard groups < groupLimit, groups > 0 || colons != 1 else { return false }
            octet = 0
            colons = 0
        }
        octet = nextOctet(byte)
        digits += 1
        return dots > 0 ? octet != nil : digits <= 4
    }

    /// The decimal reading with one digit more: at most 255, without leading zeros.
    private func nextOctet(_ byte: UInt8) -> UInt16? {
        guard let octet, ByteClasses.isDigit(byte), digits == 0 || octet > 0 else { return nil }
        let value = octet * 10 + UInt16(byte - UInt8(ascii: "0"))
        return value <= 255 ? value : nil
    }
}

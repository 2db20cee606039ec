package import EventLoop

/// A block of addresses as in `10.0.0.0/8` or `2001:db8::/32` (RFC 4632 3.1, RFC 4291 2.3); without a length it is one.
package struct AddressBlock: Hashable, Sendable {
    private let first: PeerAddress
    /// Leading bits that must be the same, of 128.
    private let prefix: Int

    /// nil when it is not an address with a length, or names bits beyond its length.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = PeerAddress(String(parts[0])) else { return nil }
        let isIPv4 = !parts[0].contains(":")
        let width = isIPv4 ? 32 : 128
        var length = width
        if parts.count > 1 {
            let isPlain = !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isPlain, let number = Int(parts[1]), number <= width else { return nil }
            length = number
        }
        first = address
        prefix = 128 - width + length
        guard Self.masked(address, prefix) == address else { return nil }
    }

    package func contains(_ address: PeerAddress) -> Bool {
        Self.masked(address, prefix) == first
    }

    private static func masked(_ address: PeerAddress, _ prefix: Int) -> PeerAddress {
        PeerAddress(
            high: address.high & mask(of: min(prefix, 64)), low: address.low & mask(of: max(prefix - 64, 0)))
    }

    private static func mask(of bits: Int) -> UInt64 {
        // A shift by the whole width gives 0 in Swift, which is the mask of no bits.
        UInt64.max << UInt64(64 - bits)
    }
}

/// Whose `X-Forwarded-For` is believed.
package struct TrustedProxies: Equatable, Sendable {
    private let blocks: [AddressBlock]

    package init(_ blocks: [AddressBlock] = []) {
        self.blocks = blocks
    }

    /// The client that a request is from: the peer, or what a chain of trusted proxies says of it.
    ///
    /// Each proxy appends the address it was called from, so the list is read from its end, and only as long as the
    /// one who wrote an entry is trusted: what a client sends in front of it counts for nothing.
    package func client(of peer: PeerAddress, forwardedFor: String?) -> PeerAddress {
        var client = peer
        guard let forwardedFor, trusts(peer) else { return client }
        for entry in forwardedFor.split(separator: ",", omittingEmptySubsequences: false).reversed() {
            guard let address = Self.address(in: entry) else { return client }
            client = address
            guard trusts(client) else { return client }
        }
        return client
    }

    private func trusts(_ address: PeerAddress) -> Bool {
        blocks.contains { $0.contains(address) }
    }

    /// An address, which some proxies write with a port, and an IPv6 one in brackets.
    private static func address(in entry: Substring) -> PeerAddress? {
        let text = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") {
            return text.firstIndex(of: "]").flatMap { PeerAddress(String(text[..<$0].dropFirst())) }
        }
        if let address = PeerAddress(String(text)) { return address }
        return text.firstIndex(of: ":").flatMap { PeerAddress(String(text[..<$0])) }
    }
}

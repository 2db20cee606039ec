internal import EventLoop
internal import HTTPServer

/// Blocks and chains of proxies. The first line of an input names blocks, the second the peer, the third is an
/// `X-Forwarded-For`.
enum AddressTarget {
    static func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let blocks = lines[0].split(separator: " ").compactMap { checkedBlock(String($0)) }
        guard lines.count == 3, let peer = PeerAddress(lines[1]) else { return }
        let client = TrustedProxies(blocks).client(of: peer, forwardedFor: lines[2])
        require(client == walk(blocks, peer, lines[2]), "the client is the last one that nobody trusted speaks for")
        require(
            TrustedProxies().client(of: peer, forwardedFor: lines[2]) == peer, "without trust the peer is the client")
        require(TrustedProxies(blocks).client(of: peer, forwardedFor: nil) == peer, "without a list too")
    }

    private static func checkedBlock(_ text: String) -> AddressBlock? {
        guard let block = AddressBlock(text) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = PeerAddress(String(parts[0])) else { fatalError("does not hold: a block has an address") }
        require(block.contains(first), "a block contains its first address")
        let width = parts[0].contains(":") ? 128 : 32
        let length = parts.count > 1 ? Int(parts[1]) ?? -1 : width
        require((0...width).contains(length), "a block's length is one of its kind")
        for bit in 0..<128 {
            var other = first
            if bit < 64 { other.low ^= 1 << UInt64(bit) } else { other.high ^= 1 << UInt64(bit - 64) }
            require(block.contains(other) == (bit < width - length), "a block says how many bits differ")
        }
        return block
    }

    /// The rule once more, by recursion from the end of the list.
    private static func walk(_ blocks: [AddressBlock], _ hop: PeerAddress, _ list: String) -> PeerAddress {
        guard blocks.contains(where: { $0.contains(hop) }) else { return hop }
        let comma = list.lastIndex(of: ",")
        let entry = comma.map { list[list.index(after: $0)...] } ?? list[...]
        guard let next = address(entry) else { return hop }
        guard let comma else { return next }
        return walk(blocks, next, String(list[..<comma]))
    }

    private static func address(_ entry: Substring) -> PeerAddress? {
        let word = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if word.first == "[" {
            let parts = word.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? PeerAddress(String(parts[0])) : nil
        }
        return PeerAddress(String(word)) ?? PeerAddress(String(word.prefix { $0 != ":" }))
    }
}

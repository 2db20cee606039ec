internal import CLibevent
internal import Glibc

/// The address of the other side as a number of 128 bits, an IPv4 one as IPv4-mapped IPv6 (RFC 4291 2.5.5.2).
package struct PeerAddress: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An address in figures, IPv4 or IPv6, without port, brackets or zone; nil for anything else.
    package init?(_ text: String) {
        var ipv4 = in_addr()
        var ipv6 = in6_addr()
        if inet_pton(AF_INET, text, &ipv4) == 1 {
            self.init(ipv4: UInt32(bigEndian: ipv4.s_addr))
        } else if inet_pton(AF_INET6, text, &ipv6) == 1 {
            self = withUnsafeBytes(of: ipv6) { PeerAddress(networkOrder: $0) }
        } else {
            return nil
        }
    }

    package init(ipv4: UInt32) {
        self.init(high: 0, low: Self.mappedPrefix | UInt64(ipv4))
    }

    private init(networkOrder bytes: UnsafeRawBufferPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    init(_ address: sockaddr_storage) {
        self = withUnsafeBytes(of: address) { bytes in
            switch Int32(address.ss_family) {
            case AF_INET6: PeerAddress(networkOrder: UnsafeRawBufferPointer(rebasing: bytes[8..<24]))
            default:
                PeerAddress(ipv4: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
            }
        }
    }

    package var isIPv4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.mappedPrefix }

    private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000
}

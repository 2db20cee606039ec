import Testing

@testable import HTTPServer

/// `IPv6address` of RFC 3986 3.2.2 at its edges, on its own.
struct RequestHeadAddressTests {
    @Test(arguments: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8", "1:2:3::8",
        "ABCD:ef01::0000", "::127.0.0.1", "::ffff:255.255.255.255", "1:2:3:4:5:6:0.10.99.249", "1:2:3:4:5::1.2.3.4",
        "::2:3:4:5:6:1.2.3.4", "1::3:4:5:6:1.2.3.4", "::0.0.0.0",
    ])
    func `an address is recognised`(address: String) {
        #expect(firstFault(address) == nil)
        #expect(RequestHeadReference.isIPv6(address))
    }

    /// `▸` stands before the byte at fault, or at the end where something is missing.
    @Test(arguments: [
        "▸", ":▸", "1▸", "1:▸", "1:2:3:4:5:6:7▸", "1:2:3:4:5:6:7:▸", "::1:▸", ":▸1:2:3:4:5:6:7:8", "::▸:", "1::2:▸:3",
        "1:2:3:4:5:6:7:8▸:9", "1:2:3:4:5:6:7::▸8", "::2:3:4:5:6:7:8▸:9", "1::3:4:5:6:7:8▸:", "1234▸5", "1:▸g",
        "▸.", "1▸.2.3.4", "1:2:3:4:5:1▸.2.3.4", "1:2:3:4:5:6:7:1▸.2.3.4", "1:2:3:4:5:6::1▸.2.3.4",
        "::256▸.0.0.1", "::1.25▸6.0.1", "::01▸.0.0.1", "::1.0▸0.0.1", "::1a▸.0.0.1", "::1.▸a.0.1", "::1.▸.0.1",
        "::1.2.3▸", "::1.2.3.▸", "::1.2.3.4▸.", "::1.2.3.25▸6", "::1.2.3.4▸:5", "::1234▸.0.0.1",
        "▸%",
    ])
    func `what is no address is refused at its first fault`(marked: String) {
        let row = RequestHeadCase.accept("", marked)
        let address = String(decoding: row.bytes, as: UTF8.self)
        #expect(firstFault(address) == row.offset)
        #expect(!RequestHeadReference.isIPv6(address))
    }

    /// The index of the first byte that cannot follow, the length when the end may not follow.
    private func firstFault(_ address: String) -> Int? {
        var grammar = IPv6Grammar()
        for (index, byte) in address.utf8.enumerated() where !grammar.take(byte) { return index }
        return grammar.isComplete ? nil : address.utf8.count
    }
}

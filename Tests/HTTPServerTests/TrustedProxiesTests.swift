import EventLoop
import Testing

@testable import HTTPServer

@Suite struct `A block of addresses` {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("192.0.2.1/32", "192.0.2.0", false), ("192.0.2.0/31", "192.0.2.1", true), ("0.0.0.0/0", "255.1.1.1", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "192.0.2.1", true), ("::/0", "2001:db8::1", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
        ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
        ("::1", "::1", true), ("::1/128", "::2", false), ("2001:db8:0:0:8000::/65", "2001:db8::8000:0:0:1", true),
    ])
    func `holds the addresses that begin as it does`(block: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressBlock(block)).contains(#require(PeerAddress(address))) == isInside)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10.0.0/8",
        "10.0.0.0/8/8",
        "::/129", "2001:db8::1/64", "example.org", "10.0.0.0 /8", "[::1]", "fe80::1%eth0",
        "10.0.0.0/99999999999999999999",
    ])
    func `is nothing else`(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}

@Suite struct `The client behind proxies` {
    private static let proxies = TrustedProxies(["10.0.0.0/8", "2001:db8::/32"].compactMap(AddressBlock.init))

    @Test(arguments: [
        // Nobody trusted, nobody believed.
        ("198.51.100.1", "192.0.2.7", "198.51.100.1"), ("10.0.0.1", nil, "10.0.0.1"),
        ("10.0.0.1", "192.0.2.7", "192.0.2.7"), ("2001:db8::1", "192.0.2.7", "192.0.2.7"),
        // What the client itself wrote stands before what the proxy saw.
        ("10.0.0.1", "203.0.113.9, 192.0.2.7", "192.0.2.7"), ("10.0.0.1", "10.0.0.9, 192.0.2.7", "192.0.2.7"),
        // A chain is followed as long as it is trusted.
        ("10.0.0.1", "192.0.2.7, 10.0.0.2", "192.0.2.7"), ("10.0.0.1", "192.0.2.7 ,\t10.0.0.3,10.0.0.2 ", "192.0.2.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        // As some proxies write it.
        ("10.0.0.1", "192.0.2.7:4711", "192.0.2.7"), ("10.0.0.1", "[2001:db9::7]:4711", "2001:db9::7"),
        ("10.0.0.1", "[2001:db9::7]", "2001:db9::7"), ("10.0.0.1", "2001:db9::7", "2001:db9::7"),
        // What is no address ends the chain.
        ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", "unknown", "10.0.0.1"), ("10.0.0.1", "192.0.2.7,", "10.0.0.1"),
        ("10.0.0.1", "192.0.2.7, _hidden, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "[192.0.2.7", "10.0.0.1"),
        ("10.0.0.1", "192.0.2.7 203.0.113.9", "192.0.2.7"),
    ])
    func `is the last that is vouched for`(peer: String, list: String?, client: String) throws {
        let found = try Self.proxies.client(of: #require(PeerAddress(peer)), forwardedFor: list)
        #expect(found == PeerAddress(client))
    }

    @Test func `is the peer where no proxy is trusted`() throws {
        let peer = try #require(PeerAddress("10.0.0.1"))
        #expect(TrustedProxies().client(of: peer, forwardedFor: "192.0.2.7") == peer)
    }
}

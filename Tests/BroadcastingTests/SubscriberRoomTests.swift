import EventLoop
import Racing
import TestSupport
import Testing

@testable import Broadcasting

@Suite struct `Places for streams` {
    private static func address(_ text: String) -> PeerAddress { PeerAddress(text) ?? PeerAddress(high: 0, low: 0) }

    /// Addresses, and whether the second counts as the first's client.
    private static let pairs = [
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ("::1", "::2", true), ("::1", "192.0.2.1", false),
    ]

    @Test(arguments: pairs)
    func `are counted by address, of IPv6 by network`(first: String, second: String, isSame: Bool) {
        let harness = BroadcasterHarness(TestRaces.history([]), perAddress: 1)
        let (first, second) = (Self.address(first), Self.address(second))
        let held = harness.join(from: first)
        #expect(held.newTypes() == ["feed", "races", "countdown"])
        #expect(harness.room.shortage(for: second) == (isSame ? .address : nil))
        let next = harness.join(from: second)
        #expect(next.newTypes() == (isSame ? ["bye"] : ["feed", "races", "countdown"]))
        #expect(harness.broadcaster.counts.refusedAddress == (isSame ? 1 : 0))
        held.peer.close()
        harness.advance(by: 2)
        #expect(harness.room.shortage(for: first) == nil)
        #expect(harness.join(from: first).newTypes() == ["feed", "races", "countdown"])
    }

    @Test func `per address are as many as said`() {
        let harness = BroadcasterHarness(TestRaces.history([]), perAddress: 3)
        let types = (0..<5).map { _ in harness.join().newTypes().count }
        #expect(types == [3, 3, 3, 1, 1])
    }

    @Test func `in all come first, and a refusal takes none`() {
        let harness = BroadcasterHarness(TestRaces.history([]), room: 2, perAddress: 1)
        let (one, two) = (PeerAddress(ipv4: 1), PeerAddress(ipv4: 2))
        _ = (harness.join(from: one), harness.join(from: one), harness.join(from: two))
        #expect(harness.room.shortage(for: one) == .room)
        #expect(harness.broadcaster.subscriberCount == 2)
        harness.broadcaster.shutDown()
        #expect(harness.room.shortage(for: one) == nil && harness.room.shortage(for: two) == nil)
    }
}

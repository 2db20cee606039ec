package import EventLoop
internal import Synchronization

/// How many streams all loops together may still take, in all and for each client's address.
package final class SubscriberRoom: Sendable {
    package let limit: Int
    /// Streams for each address; 0 for any number.
    package let limitPerAddress: Int
    private let taken = Atomic<Int>(0)
    private let byAddress = Mutex<[PeerAddress: Int]>([:])

    /// Why there is no place for a stream.
    package enum Shortage: Equatable, Sendable {
        /// All places are taken.
        case room
        /// This address has all the places that one address may have.
        case address
    }

    package init(limit: Int, limitPerAddress: Int = 0) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    package var isFull: Bool { count >= limit }

    /// Streams that hold a place now.
    package var count: Int { taken.load(ordering: .relaxed) }

    /// What keeps this client from one more stream at this moment; nil when nothing does.
    package func shortage(for client: PeerAddress) -> Shortage? {
        if isFull { return .room }
        guard limitPerAddress > 0 else { return nil }
        return byAddress.withLock { $0[client.network] ?? 0 } >= limitPerAddress ? .address : nil
    }

    /// Takes a place, or says why there is none.
    func take(for client: PeerAddress) -> Shortage? {
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            taken.subtract(1, ordering: .relaxed)
            return .room
        }
        guard limitPerAddress > 0 else { return nil }
        let isTaken = byAddress.withLock { places in
            let count = places[client.network] ?? 0
            guard count < limitPerAddress else { return false }
            places[client.network] = count + 1
            return true
        }
        if !isTaken { taken.subtract(1, ordering: .relaxed) }
        return isTaken ? nil : .address
    }

    func leave(_ client: PeerAddress?) {
        taken.subtract(1, ordering: .relaxed)
        guard limitPerAddress > 0, let client else { return }
        byAddress.withLock { places in
            let count = (places[client.network] ?? 0) - 1
            places[client.network] = count > 0 ? count : nil
        }
    }
}

extension PeerAddress {
    /// What counts as one client: an IPv4 address, or the half of an IPv6 one that a network has for itself (a /64).
    var network: PeerAddress {
        isIPv4 ? self : PeerAddress(high: high, low: 0)
    }
}

import Testing

@testable import Cluster

@Suite struct `The role of a node` {
    private var node = Membership(now: .seconds(100), patience: .seconds(5))

    private mutating func hear(
        _ token: String, isOwn: Bool = false, skew: Duration = .zero, at seconds: Double
    ) {
        node.heard(token: token, isOwn: isOwn, skew: skew, at: .seconds(seconds))
    }

    @Test(arguments: [(1.999, NodeRole.joining), (2, .alone)])
    func `is to poll for itself when Redis has not answered for two seconds after the start`(
        seconds: Double, role: NodeRole
    ) {
        var node = Membership(now: .seconds(100), patience: .seconds(5))
        node.pass(to: .seconds(100 + seconds))
        #expect(node.role == role)
        // A failure is no other thing than no answer.
        var failing = Membership(now: .seconds(100), patience: .seconds(5))
        failing.lost(at: .seconds(100.1))
        failing.lost(at: .seconds(100 + seconds))
        #expect(failing.role == role)
    }

    @Test mutating func `is to poll for all with the lease, and to follow who has it`() {
        hear("n:1", isOwn: true, at: 100)
        #expect(node.role == .polling && node.token == "n:1")
        hear("m:2", at: 101)
        #expect(node.role == .following && node.token == nil)
        hear("n:3", isOwn: true, at: 102)
        #expect(node.role == .polling && node.token == "n:3")
        node.wasFenced()
        #expect(node.role == .following && node.token == nil)
    }

    @Test(arguments: [(6.999, NodeRole.following), (7, .alone)])
    func `of a follower lasts for its patience without Redis`(seconds: Double, role: NodeRole) {
        var node = Membership(now: .zero, patience: .seconds(7))
        node.heard(token: "m:1", isOwn: false, skew: .zero, at: .seconds(10))
        node.lost(at: .seconds(20))
        #expect(node.role == .following)
        node.lost(at: .seconds(22))
        node.pass(to: .seconds(20 + seconds))
        #expect(node.role == role)
        node.heard(token: "m:1", isOwn: false, skew: .zero, at: .seconds(30))
        #expect(node.role == .following)
    }

    @Test mutating func `of the poller becomes its own at once without Redis, with no pause in polling`() {
        hear("n:1", isOwn: true, at: 100)
        node.lost(at: .seconds(101))
        #expect(node.role == .alone && node.token == nil)
        node.wasFenced()
        #expect(node.role == .alone)
    }

    @Test mutating func `does not change by time while Redis answers`() {
        hear("m:1", at: 100)
        node.pass(to: .seconds(1_000))
        #expect(node.role == .following)
    }

    @Test(arguments: [
        (Duration.seconds(1), true), (.milliseconds(1_001), false), (.seconds(-1), true),
        (.milliseconds(-1_001), false),
    ])
    func `is its own when its clock is more than a second off, whoever has the lease`(skew: Duration, isInStep: Bool) {
        var node = Membership(now: .zero, patience: .seconds(7))
        #expect(node.isInStep)
        node.heard(token: "n:1", isOwn: true, skew: skew, at: .seconds(1))
        #expect(node.isInStep == isInStep)
        #expect(node.role == (isInStep ? .polling : .alone))
        #expect((node.token == nil) == !isInStep)
        node.heard(token: "m:1", isOwn: false, skew: skew, at: .seconds(2))
        #expect(node.role == (isInStep ? .following : .alone))
        // The clock is right again: with the next turn it may take the lease.
        node.heard(token: "", isOwn: false, skew: .zero, at: .seconds(3))
        #expect(node.role == .alone && node.isInStep)
        node.heard(token: "n:2", isOwn: true, skew: .zero, at: .seconds(4))
        #expect(node.role == .polling)
    }
}

@Suite struct `The id of an entry` {
    @Test(arguments: ["", "1", "1-", "-1", "1-2-3", "a-1", "1-a", "--", "1--1", "99999999999999999999-0"])
    func `is two numbers`(text: String) {
        #expect(EntryID(text) == nil)
    }

    @Test func `is in order of the second, then of the count`() {
        let ids = ["0-0", "0-1", "9-5", "10-0", "10-9", "10-10"].compactMap(EntryID.init)
        #expect(ids.count == 6 && ids == ids.sorted())
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 && $0.next <= $1 })
        #expect(ids.map(\.text) == ["0-0", "0-1", "9-5", "10-0", "10-9", "10-10"])
    }
}

import EventLoop
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `Accepting` {
    @Test(arguments: [1, 63, 64, 65, 129])
    func `takes everybody who waits`(count: Int) throws {
        let harness = ServerHarness()
        let peers = (0..<count).map { _ in harness.sockets.connect() }
        for peer in peers { peer.send(get("/a")) }
        harness.sockets.deliver()
        #expect(harness.server.counts.accepted == count)
        #expect(try peers.allSatisfy { try $0.answer().status == 200 })
    }

    @Test func `passes over connections that are gone already`() throws {
        let faults = SocketFaults()
        let harness = ServerHarness(faults: faults)
        faults.failingAccepts = 100
        let peer = harness.connect(sending: get("/a"))
        #expect(try peer.answer().status == 200)
        #expect(harness.server.counts.accepted == 1)
    }

    @Test func `pauses when no descriptor is left, without spinning, and resumes by itself`() {
        let harness = ServerHarness()
        harness.sockets.descriptorsLeft = 1
        let first = harness.connect(sending: get("/a"))
        let second = harness.connect()
        #expect(harness.exhaustions == 1)
        #expect(harness.server.counts.pauses == 1)
        first.close()
        harness.sockets.deliver()
        second.send(get("/b"))
        harness.advance(by: .milliseconds(249))
        #expect(second.received.isEmpty)
        harness.advance(by: .milliseconds(1))
        #expect(second.text.hasSuffix("/b"))
        #expect(harness.exhaustions == 1)
    }

    @Test func `serves those who are connected during a pause`() throws {
        let harness = ServerHarness()
        let peer = harness.connect()
        harness.sockets.descriptorsLeft = 0
        _ = harness.connect()
        harness.send(get("/a"), from: peer)
        #expect(try peer.answer().status == 200)
    }

    @Test func `tells of a long shortage once`() {
        let harness = ServerHarness()
        harness.sockets.descriptorsLeft = 0
        _ = harness.connect()
        for _ in 0..<1_000 { harness.advance(by: .milliseconds(250)) }
        #expect(harness.server.counts.pauses == 1_001)
        #expect(harness.exhaustions == 1)
    }

    @Test func `tells of a shortage with gaps once, and of the next one after a minute without`() {
        let harness = ServerHarness()
        func runShort() {
            harness.sockets.descriptorsLeft = 0
            _ = harness.connect()
            harness.sockets.descriptorsLeft = 1
        }
        for count in 1...10 {
            runShort()
            #expect(harness.server.counts.pauses == count)
            #expect(harness.exhaustions == 1)
            harness.advance(by: .seconds(60) - .nanoseconds(1))
        }
        harness.advance(by: .nanoseconds(1))
        runShort()
        #expect(harness.exhaustions == 2)
    }
}

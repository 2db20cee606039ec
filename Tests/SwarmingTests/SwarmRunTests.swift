import EventLoop
import TestSupport
import Testing

@testable import Swarming

@Suite struct `A swarm` {
    @Test func `measures a server that does well`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "100", "--rate", "50", "--seconds", "5"))
        harness.go()
        let report = harness.report
        #expect(report.isSound)
        // The first at once, the last when 99 intervals of 20 ms are over; its answer comes a turn later.
        #expect((1_980...2_020).contains(report.rampMilliseconds))
        #expect(report.live == 100 && report.deliveries == 500 && report.expected == 500)
        #expect(
            report.lateness == SwarmReport.Lateness(p50: 20_000, p90: 20_000, p99: 20_000, p999: 20_000, max: 20_000))
        #expect(report.bytes == 500 * frame(SwarmHarness.start).utf8.count)
        #expect(report.shift == 0)
        #expect(report.checkedEvents > 500)
        #expect(harness.progress.contains("measuring for 5 s"))
        #expect(harness.progress.first?.hasSuffix("of 100 streams after 1 s, 0 failed") == true)
    }

    @Test func `gives each delivery its part of what the server has used`() throws {
        let harness = SwarmHarness(
            try plan("--subscribers", "10", "--rate", "1000", "--seconds", "5"),
            idle: ProcessUsage(userTicks: 7, systemTicks: 9, nanoseconds: 1_000, residentBytes: 1_000_000))
        // Opened at the end of the third second.
        harness.go(until: 4_000)
        harness.usage = ProcessUsage(
            userTicks: 12, systemTicks: 24, nanoseconds: 501_000, residentBytes: 1_005_000)
        harness.go()
        // 50 frames; 15 of 20 ticks were the kernel's.
        #expect(harness.report.nanosecondsPerDelivery?.all == 10_000)
        #expect(harness.report.nanosecondsPerDelivery?.system == 7_500)
        #expect(harness.report.text.contains("10.00 us of processor a frame (2.50 own, 7.50 kernel)"))
        #expect(harness.report.residentBytesPerStream == 500)
        #expect(harness.report.text.contains("memory    981 KB resident, 500 bytes a stream beyond the 976 KB"))
    }

    @Test(arguments: [1, 3, 4, 5, 20, 30, 31, 40, 45, 60, 70])
    func `does not mind where reads are cut`(cut: Int) throws {
        let harness = SwarmHarness(try plan("--subscribers", "3", "--seconds", "3", "--verify", "2"))
        harness.cut = cut
        harness.go()
        #expect(harness.report.isSound && harness.report.deliveries == 9, "\(harness.report.text)")
    }

    @Test func `asks each with the same request, and keeps to the rate and to answers`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "900", "--rate", "100000"))
        harness.onCall = { _ in nil }
        harness.go(until: 1_000)
        #expect(harness.network.called.count == SwarmRun.mostPending)
        #expect(harness.network.called.allSatisfy { $0.received == harness.plan.request })
        harness.go(until: 9_900)
        #expect(harness.swarm.pending == SwarmRun.mostPending && harness.swarm.failures.isEmpty)
        harness.go(until: 60_000)
        #expect(harness.report.failures == ["no answer in time": 900])
        #expect(harness.report.live == 0 && !harness.report.isSound)
        #expect(harness.network.sockets.openCount == 0)
    }

    @Test func `counts gaps, doubles, disorder and early frames where they were made`() throws {
        let harness = SwarmHarness(
            try plan("--subscribers", "10", "--rate", "1000", "--seconds", "10", "--verify", "0"))
        harness.onFrame = { number, second in
            switch (number, second - SwarmHarness.start) {
            case (1, 6): ""
            case (2, 6): frame(second - 1)
            case (3, 6): frame(second - 3) + frame(second)
            case (4, 6): frame(second) + frame(second)
            case (5, 6): frame(second) + frame(second + 1)
            case (5, 7): ""
            case (6, 12): ""
            default: frame(second)
            }
        }
        harness.go()
        let faults = harness.report.faults
        // 1 leaves one out; 2 repeats the fifth and so leaves out the sixth; 3 goes back and leaves out two on its
        // way to the sixth; 6 has lost its last.
        #expect(faults.doubles == 2)
        #expect(faults.early == 1)
        #expect(faults.disorder == 1)
        #expect(faults.gaps == 1 + 1 + 2 + 1)
        #expect(harness.report.faultsOutside.total == 0)
        #expect(!harness.report.isSound)
        #expect(harness.report.text.contains("faults    5 gaps, 2 doubles, 1 out of order, 1 early, 0 ended"))
    }

    @Test(arguments: [86_400 * 30, -5])
    func `follows a server whose clock is set to another time`(ahead: Int) throws {
        let harness = SwarmHarness(try plan("--subscribers", "3", "--seconds", "2"))
        harness.ahead = ahead
        harness.go()
        #expect(harness.report.isSound && harness.report.shift == ahead)
        #expect(harness.report.lateness?.max == 20_000)
        #expect(harness.report.text.contains("the server's clock is \(ahead) s ahead"))
    }

    @Test func `says how streams end, and why connections fail`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "8", "--rate", "1000", "--seconds", "4"))
        harness.network.refusals = [.failed("Connection refused")]
        harness.onCall = { number in
            switch number {
            case 0: "HTTP/1.1 503 Service Unavailable\r\n\r\n"
            case 1: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
            case 2: String(repeating: "x", count: 20_000)
            default: streamHead
            }
        }
        harness.onFrame = { [unowned harness] number, second in
            guard second == SwarmHarness.start + 5, number == 3 || number == 4 else { return frame(second) }
            harness.network.called[number].finishWriting()
            return number == 3 ? frame(second) + chunk("event: bye\ndata: {}\n\n") + "0\r\n\r\n" : frame(second)
        }
        harness.go()
        let report = harness.report
        #expect(
            report.failures == [
                "Connection refused": 1, "the answer is 503 Service Unavailable": 1,
                "the answer is text/html, not text/event-stream": 1, "the head of the answer is too long": 1,
            ])
        #expect(report.live == 4 && report.ended == 2 && report.endedAfterBye == 1)
        #expect(report.streamFaults == [StreamFault("ended without the last chunk"): 1])
        #expect(
            report.text.contains("open after") && report.text.contains("; 4 failed: Connection refused (1), "))
    }

    @Test func `knows a connection that did not come about, and one that breaks before an answer`() throws {
        let refused = SwarmHarness(try plan("--subscribers", "2"))
        refused.network.failure = "Connection timed out"
        refused.go()
        #expect(refused.report.failures == ["Connection timed out": 2])
        let broken = SwarmHarness(try plan("--subscribers", "3", "--rate", "1000"))
        broken.onCall = { [unowned broken] number in
            let peer = broken.network.called[number]
            switch number {
            case 0: peer.finishWriting()
            case 1: peer.hasTimedOut = true
            default: return "HTTP/1.1 200 OK\r\n"
            }
            return nil
        }
        broken.go()
        #expect(
            broken.report.failures == [
                "closed before an answer": 1, "the connection broke before an answer": 1, "no answer in time": 1,
            ])
    }

    @Test func `cannot ask a peer that takes nothing`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "1"))
        _ = harness.run.turn()
        harness.network.called[0].window = 0
        harness.swarm.socketIsReady(harness.network.called[0].descriptor, for: .writing)
        #expect(harness.swarm.failures == ["the request could not be sent": 1])
    }

    @Test func `reports what it has when it is stopped`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "5", "--seconds", "1000"))
        harness.go(until: 9_000)
        harness.run.stop()
        harness.go()
        #expect(harness.report.deliveries >= 20 && harness.report.isShort && !harness.report.isSound)
        #expect(harness.report.text.contains("ended before its time"))
        let early = SwarmHarness(try plan("--subscribers", "5"))
        early.run.stop()
        early.go()
        #expect(early.time == 10 && early.report.live == 0)
    }
}

@Suite struct `A herd` {
    private func harness() throws -> SwarmHarness {
        SwarmHarness(try plan("--subscribers", "50", "--rate", "1000", "--seconds", "2", "--herd", "40"))
    }

    @Test func `is dropped at once, and comes back`() throws {
        let harness = try harness()
        harness.go()
        let herd = try #require(harness.report.herd)
        #expect(harness.report.isSound)
        #expect(herd.dropped == 40 && herd.returned == 40 && harness.network.called.count == 90)
        // Dropped at the beginning of a second, and the server sends at 20 ms, to those who have asked by then.
        #expect((herd.times?.max ?? 0) <= 1_020_000)
        #expect(herd.stayedFrames >= 10 && herd.stayedLateness?.max == 20_000)
        #expect(herd.stayedFaults == SecondFaults())
        #expect(harness.report.text.contains("herd      40 of 40 are back, 0 ended again"))
    }

    @Test func `tries again after a refusal, and that is told`() throws {
        let harness = try harness()
        harness.onCall = { number in
            number == 60 ? "HTTP/1.1 503 Service Unavailable\r\n\r\n" : number == 61 ? nil : streamHead
        }
        harness.onFrame = { [unowned harness] number, second in
            if number == 62 { harness.network.called[number].finishWriting() }
            return frame(second)
        }
        harness.go()
        let herd = try #require(harness.report.herd)
        #expect(herd.failures == ["the answer is 503 Service Unavailable": 1] && herd.ended == 1)
        // One never got an answer: the time is over.
        #expect(herd.returned == 39 && !harness.report.isSound)
    }
}

@Suite struct `The report` {
    @Test func `is one JSON object with units in its names`() throws {
        let harness = SwarmHarness(try plan("--subscribers", "2", "--seconds", "1", "--herd", "1"))
        harness.network.refusals = [.failed("no \"way\"")]
        harness.go()
        let text = String(decoding: harness.report.json, as: UTF8.self)
        #expect(text.hasPrefix(#"{"url":"http://127.0.0.1:8080/events?events=countdown","sound":false,"#))
        #expect(text.contains(#""failures":[{"reason":"no \"way\"","count":1}]"#))
        #expect(
            text.contains(
                #""latenessMicroseconds":{"p50":20000,"p90":20000,"p99":20000,"p999":20000,"max":20000,"curve":[20000,"#
            ))
        #expect(text.contains(#""faults":{"gaps":0,"doubles":0,"disorder":0,"early":0}"#))
        #expect(text.contains(#""residentBytesPerStream":null,"herd":{"dropped":1,"returned":1,"#))
        #expect(!text.contains("\n"))
    }

    @Test(arguments: [(0, "0.00"), (5, "0.01"), (4, "0.00"), (1_234, "1.23"), (12_999, "13.00"), (-1_050, "-1.05")])
    func `rounds to two decimals`(thousandths: Int, text: String) {
        #expect(SwarmReport.thousandths(thousandths) == text)
    }
}

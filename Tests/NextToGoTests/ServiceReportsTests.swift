import Racing
import ServiceManagement
import Testing

@testable import NextToGo

@Suite struct `The reports to a service manager` {
    @Test func `say each second that all is well, when it wants to hear that`() {
        var reports = ServiceReports(hasWatchdog: true)
        #expect(reports.beat(at: .zero, stuck: nil, status: "a").messages == [.alive, .status("a")])
        for second in 1..<20 {
            #expect(reports.beat(at: .seconds(second), stuck: nil, status: "a").messages == [.alive])
        }
        var silent = ServiceReports(hasWatchdog: false)
        #expect(silent.beat(at: .zero, stuck: nil, status: "a").messages == [.status("a")])
        #expect(silent.beat(at: .seconds(1), stuck: nil, status: "a").messages == [])
    }

    @Test func `do not say so while a loop stands still, and complain once`() {
        var reports = ServiceReports(hasWatchdog: true)
        _ = reports.beat(at: .zero, stuck: nil, status: "a")
        let complaint = "the loop 'serving 2' has not turned for 3 s: the watchdog is not told that all is well"
        let first = reports.beat(at: .seconds(1), stuck: "serving 2", status: "a")
        #expect(first == ServiceReports.Beat(messages: [], complaint: complaint))
        #expect(reports.beat(at: .seconds(2), stuck: "serving 2", status: "a") == ServiceReports.Beat())
        // Another one is news, and so is the same one after it has turned again.
        #expect(reports.beat(at: .seconds(3), stuck: "feed", status: "a").complaint?.contains("'feed'") == true)
        #expect(reports.beat(at: .seconds(4), stuck: nil, status: "a").messages == [.alive])
        #expect(reports.beat(at: .seconds(5), stuck: "serving 2", status: "a").complaint == complaint)
    }

    @Test func `do not complain of a watchdog that there is not`() {
        var reports = ServiceReports(hasWatchdog: false)
        #expect(reports.beat(at: .zero, stuck: "feed", status: "a").complaint == nil)
    }

    @Test(arguments: [(Duration.milliseconds(9_999), false), (.seconds(10), true)])
    func `tell another status, at most every ten seconds`(pause: Duration, isTold: Bool) {
        var reports = ServiceReports(hasWatchdog: false)
        _ = reports.beat(at: .seconds(100), stuck: nil, status: "a")
        let beat = reports.beat(at: .seconds(100) + pause, stuck: nil, status: "b")
        #expect(beat.messages == (isTold ? [.status("b")] : []))
    }

    @Test func `tell the newest status when its time has come`() {
        var reports = ServiceReports(hasWatchdog: false)
        _ = reports.beat(at: .zero, stuck: nil, status: "a")
        _ = reports.beat(at: .seconds(5), stuck: nil, status: "b")
        #expect(reports.beat(at: .seconds(10), stuck: nil, status: "c").messages == [.status("c")])
    }

    @Test func `name the streams and the feed`() {
        #expect(
            ServiceLink.status(streams: 1_200, limit: 65_240, feed: .neds, state: .stale)
                == "1200 of 65240 streams, feed neds is stale")
    }
}

import EventLoop
import Testing

@testable import Swarming

@Suite struct `A histogram of lateness` {
    @Test func `has no quantile without a frame`() {
        let histogram = LatenessHistogram()
        #expect(histogram.quantile(perTenThousand: 5_000) == nil)
        #expect(histogram.quantiles(perTenThousand: [1, 2]).isEmpty)
    }

    @Test func `says within which time a part of all came, rounded up to its step`() {
        var histogram = LatenessHistogram()
        for milliseconds in 1...100 { histogram.record(nanoseconds: milliseconds * 1_000_000) }
        #expect(histogram.quantile(perTenThousand: 0) == 1_010_000)
        #expect(histogram.quantile(perTenThousand: 5_000) == 50_010_000)
        #expect(histogram.quantile(perTenThousand: 5_001) == 51_010_000)
        #expect(histogram.quantile(perTenThousand: 9_900) == 99_010_000)
        // Never more than the latest.
        #expect(histogram.quantiles(perTenThousand: [9_901, 10_000]) == [100_000_000, 100_000_000])
        #expect(histogram.count == 100 && histogram.maximum == 100_000_000)
    }

    @Test func `keeps what is beyond its steps, and counts what is early as on time`() {
        var histogram = LatenessHistogram()
        histogram.record(nanoseconds: -5)
        #expect(histogram.quantile(perTenThousand: 10_000) == 0)
        histogram.record(nanoseconds: 3_999_999_999)
        histogram.record(nanoseconds: 77_000_000_000)
        #expect(histogram.quantile(perTenThousand: 10_000) == 77_000_000_000)
    }
}

@Suite struct `The meter of countdowns` {
    private func at(_ second: Int, _ milliseconds: Int = 0) -> WallTime {
        WallTime(seconds: second, nanoseconds: milliseconds * 1_000_000)
    }

    /// A meter whose window is 100..<110 in the server's seconds.
    private func meter(ahead: Int = 0) -> CountdownMeter {
        var meter = CountdownMeter()
        meter.begin(with: 98 + ahead, at: at(98, 500))
        // One that was sent in the last moment of its second.
        meter.begin(with: 97 + ahead, at: at(98, 1))
        meter.note(99 + ahead, after: 98 + ahead, at: at(99))
        meter.open { shift in 100 + shift..<110 + shift }
        return meter
    }

    @Test(arguments: [0, 86_400, -3_600])
    func `knows a clock that is shifted by whole seconds`(ahead: Int) {
        var meter = meter(ahead: ahead)
        #expect(meter.shift == ahead && meter.window == 100 + ahead..<110 + ahead)
        meter.note(100 + ahead, after: 99 + ahead, at: at(100, 30))
        #expect(meter.lateness.maximum == 30_000_000)
        #expect(meter.faults == SecondFaults() && meter.faultsOutside == SecondFaults())
    }

    @Test func `takes clocks for equal when nothing came before`() {
        var meter = CountdownMeter()
        meter.open { 100 + $0..<110 + $0 }
        #expect(meter.shift == 0)
    }

    @Test(arguments: [
        (99, 100, SecondFaults(), SecondFaults()), (100, 102, SecondFaults(gaps: 1), SecondFaults()),
        (97, 102, SecondFaults(gaps: 2), SecondFaults(gaps: 2)),
        (107, 112, SecondFaults(gaps: 2), SecondFaults(gaps: 2)),
        (104, 104, SecondFaults(doubles: 1), SecondFaults()), (105, 104, SecondFaults(disorder: 1), SecondFaults()),
        (99, 99, SecondFaults(), SecondFaults(doubles: 1)), (111, 110, SecondFaults(), SecondFaults(disorder: 1)),
        (95, 120, SecondFaults(gaps: 10), SecondFaults(gaps: 14)),
    ])
    func `counts what is wrong inside the window and outside`(
        last: Int, second: Int, inside: SecondFaults, outside: SecondFaults
    ) {
        var meter = meter()
        meter.note(second, after: last, at: at(second))
        #expect(meter.faults == inside && meter.faultsOutside == outside)
        #expect(meter.deliveries == ((100..<110).contains(second) ? 1 : 0))
    }

    @Test func `notices a frame before its second, by a nanosecond`() {
        var meter = meter()
        meter.note(101, after: 100, at: WallTime(seconds: 100, nanoseconds: 999_999_999))
        meter.note(102, after: 101, at: at(102))
        meter.note(111, after: 110, at: at(110, 999))
        #expect(meter.faults == SecondFaults(early: 1) && meter.faultsOutside == SecondFaults(early: 1))
        #expect(meter.faults.total == 1)
    }

    @Test(arguments: [(99, 10), (90, 10), (104, 5), (108, 1), (109, 0), (115, 0)])
    func `misses at the end what has not come`(last: Int, gaps: Int) {
        var meter = meter()
        meter.close(last: last)
        #expect(meter.faults == SecondFaults(gaps: gaps))
    }
}

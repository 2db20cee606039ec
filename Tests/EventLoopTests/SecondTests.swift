import EventLoop
import Synchronization
import Testing

@Suite struct `The sequence of seconds` {
    @Test(
        arguments: [
            ([10, 11, 12], [.tick(10), .tick(11), .tick(12)]),
            ([10, 10, 11], [.tick(10), .wait, .tick(11)]),
            // After a stall the current second alone, and none of those between.
            ([10, 15, 16], [.tick(10), .tick(15), .tick(16)]),
            ([10, 3_610], [.tick(10), .tick(3_610)]),
            // A step back of at most two seconds is waited out.
            ([10, 9, 10, 11], [.tick(10), .wait, .wait, .tick(11)]),
            ([10, 8, 9, 10, 11], [.tick(10), .wait, .wait, .wait, .tick(11)]),
            ([10, 7, 8], [.tick(10), .setBack(7), .tick(8)]),
            ([3_610, 10, 11], [.tick(3_610), .setBack(10), .tick(11)]),
        ] as [([Int], [SecondSequence.Step])])
    func `gives each second once, and notices when time falls`(seconds: [Int], steps: [SecondSequence.Step]) {
        var sequence = SecondSequence()
        #expect(seconds.map { sequence.step(to: $0) } == steps)
        #expect(sequence.last == steps.compactMap(\.second).last)
    }
}

extension SecondSequence.Step {
    fileprivate var second: Int? {
        switch self {
        case .tick(let second), .setBack(let second): second
        case .wait: nil
        }
    }
}

@Suite struct `The ticker` {
    /// Phases in nanoseconds.
    @Test(arguments: [0, 90_000_000])
    func `calls in every second of the clock, never before it begins or its phase is reached`(phase: Int) async throws {
        try await withLoop { loop in
            let (times, continuation) = AsyncStream.makeStream(of: WallTime.self)
            let clock = SystemWallClock(offset: -3_600)
            let start = clock.wallTime
            let ticker = TickerBox()
            loop.submit {
                ticker.start(loop, clock, phase: phase) { continuation.yield($0) }
            }
            var seen: [WallTime] = []
            for await time in times {
                seen.append(time)
                if seen.count == 3 { break }
            }
            loop.submit { ticker.stop() }
            #expect(seen[0].seconds >= start.seconds + (start.nanoseconds < phase ? 0 : 1))
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
            // Far from an idle machine's 50 ms, but a tick that drifted or came from a wrong clock would fail.
            #expect(seen.allSatisfy { (phase..<900_000_000 + phase).contains($0.nanoseconds) })
        }
    }
}

/// Holds a ticker that lives on a loop.
final class TickerBox: Sendable {
    private let address = Atomic<UInt>(0)

    func start(
        _ loop: EventLoop, _ clock: SystemWallClock, phase: Int = 0, _ action: @escaping @Sendable (WallTime) -> Void
    ) {
        guard let ticker = try? SecondTicker(loop: loop, wallClock: clock, phase: phase, action: action) else { return }
        address.store(UInt(bitPattern: Unmanaged.passRetained(ticker).toOpaque()), ordering: .relaxed)
    }

    func stop() {
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) else { return }
        Unmanaged<SecondTicker>.fromOpaque(pointer).release()
    }
}

@Suite struct `HTTP's date` {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
    ])
    func `is written as RFC 9110 5.6.7 shows it`(seconds: Int, text: String) {
        #expect(HTTPDate.text(secondsSinceEpoch: seconds) == text)
    }
}

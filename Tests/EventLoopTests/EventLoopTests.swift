import EventLoop
import Synchronization
import Testing

/// A loop on its own thread for the length of a test.
func withLoop<Result: Sendable>(_ body: (EventLoop) async throws -> Result) async throws -> Result {
    let loop = try EventLoop()
    let thread = try loop.runOnThread()
    defer {
        loop.stop()
        thread.join()
    }
    return try await body(loop)
}

private actor Counter {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private(set) var value = 0

    init(loop: EventLoop) {
        self.loop = loop
    }

    func add() -> Bool {
        value += 1
        return loop.isIsolatingCurrentContext() ?? false
    }
}

@Suite struct `An event loop` {
    @Test func `is the executor of its actors`() async throws {
        try await withLoop { loop in
            let counter = Counter(loop: loop)
            for _ in 0..<100 {
                let isOnLoop = await counter.add()
                #expect(isOnLoop)
            }
            #expect(await counter.value == 100)
        }
    }

    @Test func `takes jobs from many tasks at once`() async throws {
        try await withLoop { loop in
            let counter = Counter(loop: loop)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<500 { group.addTask { _ = await counter.add() } }
            }
            #expect(await counter.value == 500)
        }
    }

    @Test func `runs what is submitted in its order`() async throws {
        try await withLoop { loop in
            let seen = Mutex<[Int]>([])
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                for number in 0..<100 { loop.submit { seen.withLock { $0.append(number) } } }
                loop.submit { continuation.resume() }
            }
            #expect(seen.withLock { $0 } == Array(0..<100))
        }
    }

    @Test func `can be stopped before it has begun`() throws {
        for _ in 0..<200 {
            let loop = try EventLoop()
            let thread = try loop.runOnThread()
            loop.stop()
            thread.join()
        }
    }

    @Test func `knows that other threads are not its own`() async throws {
        try await withLoop { loop in
            #expect(loop.isIsolatingCurrentContext() == false)
        }
    }

    @Test func `names the libevent in use`() {
        #expect(EventLoop.libraryVersion.hasPrefix("2.1."))
    }
}

@Suite struct `The loop's clock` {
    @Test(arguments: [Duration.milliseconds(1), .milliseconds(20), .microseconds(100)])
    func `never wakes a sleeper early`(duration: Duration) async throws {
        try await withLoop { loop in
            let clock = LoopClock(loop: loop)
            let deadline = clock.now.advanced(by: duration)
            try await clock.sleep(until: deadline)
            #expect(clock.now >= deadline)
        }
    }

    @Test func `does not wait for what is past`() async throws {
        try await withLoop { loop in
            let clock = LoopClock(loop: loop)
            try await clock.sleep(until: clock.now.advanced(by: .seconds(-5)))
        }
    }

    @Test func `wakes a cancelled sleeper at once`() async throws {
        try await withLoop { loop in
            let clock = LoopClock(loop: loop)
            let start = clock.now
            let task = Task { try await clock.sleep(until: start.advanced(by: .seconds(3_600))) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(start.duration(to: clock.now) < .seconds(600))
        }
    }

    @Test func `wakes many sleepers, some of them cancelled while they sleep`() async throws {
        try await withLoop { loop in
            let clock = LoopClock(loop: loop)
            let results = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        let task = Task {
                            try await clock.sleep(until: clock.now.advanced(by: .milliseconds(index % 7)))
                        }
                        if index.isMultiple(of: 3) { task.cancel() }
                        return (try? await task.value) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(results >= 133)
        }
    }

    @Test func `keeps the laws of time`() throws {
        let clock = LoopClock(loop: try EventLoop())
        let (a, b) = (clock.now, clock.now.advanced(by: .milliseconds(1_234)))
        #expect(a.advanced(by: a.duration(to: b)) == b)
        #expect(a < b && b.duration(to: a) < .zero)
        #expect(clock.minimumResolution > .zero)
    }
}

@Suite struct `What lives on a loop` {
    @Test(arguments: ["timer", "ticker", "sockets"])
    func `keeps it, since an event must be freed before its base`(kind: String) throws {
        var loop: EventLoop? = try EventLoop()
        weak let observed = loop
        var handle: AnyObject? = try loop.map { loop in
            switch kind {
            case "timer": OneShotTimer(loop: loop) {}
            case "ticker": try SecondTicker(loop: loop, wallClock: SystemWallClock()) { _ in }
            default: SystemSockets(loop: loop)
            }
        }
        loop = nil
        #expect(handle != nil && observed != nil)
        handle = nil
        #expect(observed == nil)
    }
}

@Suite struct `A one-shot timer` {
    @Test func `calls once for each time it is set, the last setting counts, and cancelling stops it`() async throws {
        try await withLoop { loop in
            let calls = Mutex(0)
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            loop.submit {
                let timer = OneShotTimer(loop: loop) { calls.withLock { $0 += 1 } }
                timer.set(after: .seconds(100))
                timer.set(after: .zero)
                let cancelled = OneShotTimer(loop: loop) { calls.withLock { $0 += 100 } }
                cancelled.set(after: .milliseconds(1))
                cancelled.cancel()
                var release: () -> Void = {}
                let last = OneShotTimer(loop: loop) {
                    _ = (timer, cancelled)
                    continuation.yield()
                    release()
                }
                // Its own action lets it go, after it has been called.
                let kept = Unmanaged.passRetained(last)
                release = { kept.release() }
                last.set(after: .milliseconds(30))
            }
            for await _ in stream { break }
            #expect(calls.withLock { $0 } == 1)
        }
    }
}

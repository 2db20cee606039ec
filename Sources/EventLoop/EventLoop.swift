internal import CLibevent
internal import Glibc
internal import Synchronization

/// A libevent loop on a thread of its own (or the main one), and the executor of the actors that live on it.
///
/// Jobs run between I/O callbacks, in batches, so neither starves the other. Stop the loop last: jobs enqueued after
/// it has stopped never run.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// libevent locks the base itself: `evthread_use_pthreads` has been called before it was made.
    nonisolated(unsafe) let base: OpaquePointer
    /// Made active from any thread when the first job arrives; set once, in `init`.
    nonisolated(unsafe) private var wake: OpaquePointer?
    private let inbox = Mutex<[Work]>([])
    /// `pthread_self()` of the thread inside `run()`, 0 outside.
    private let owner = Atomic<UInt>(0)

    /// - Throws: ``EventLoopError/noBase`` when the system has no descriptors left for one.
    package init() throws(EventLoopError) {
        Self.prepareProcess
        guard let config = event_config_new() else { throw .noBase }
        defer { event_config_free(config) }
        event_config_set_flag(config, Int32(EVENT_BASE_FLAG_PRECISE_TIMER.rawValue))
        event_config_set_flag(config, Int32(EVENT_BASE_FLAG_NO_CACHE_TIME.rawValue))
        guard let base = event_base_new_with_config(config) else { throw .noBase }
        self.base = base
        wake = event_new(
            base, -1, 0,
            { _, _, context in
                guard let context else { return }
                Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().drain()
            }, Unmanaged.passUnretained(self).toOpaque())
        guard wake != nil else { throw .noBase }
    }

    deinit {
        if let wake { event_free(wake) }
        event_base_free(base)
    }

    /// Once a process: libevent's locks, and no death by a write to a closed socket.
    private static let prepareProcess: Void = {
        evthread_use_pthreads()
        signal(SIGPIPE, SIG_IGN)
    }()

    /// The libevent that is linked, as in `2.1.12-stable`.
    package static var libraryVersion: String { String(cString: event_get_version()) }

    /// Turns on the calling thread until ``stop()``.
    package func run() {
        owner.store(UInt(pthread_self()), ordering: .releasing)
        event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
        owner.store(0, ordering: .releasing)
    }

    /// Turns on a new thread until ``stop()``; the thread keeps the loop alive.
    ///
    /// - Throws: ``EventLoopError/noThread`` with the system's error number.
    package func runOnThread() throws(EventLoopError) -> LoopThread {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard failure == 0 else {
            context.release()
            throw .noThread(failure)
        }
        return LoopThread(handle: thread)
    }

    /// Ends ``run()`` after what was given to the loop before; from any thread, also before it has begun to turn.
    package func stop() {
        // libevent forgets a break that comes before its loop begins, but never an event that was made active.
        submit { [unowned self] in event_base_loopbreak(base) }
    }

    private enum Work: Sendable {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Runs `call` on the loop, after everything that was given to it before; from any thread.
    package func submit(_ call: @escaping @Sendable () -> Void) {
        add(.call(call))
    }

    private func add(_ work: Work) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(work)
            return inbox.count == 1
        }
        if isFirst, let wake { event_active(wake, 0, 0) }
    }

    /// One batch, so that what jobs enqueue does not keep I/O waiting.
    private func drain() {
        let batch = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        for work in batch {
            switch work {
            case .job(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .call(let call): call()
            }
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    package func isIsolatingCurrentContext() -> Bool? {
        owner.load(ordering: .acquiring) == UInt(pthread_self())
    }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "called outside the thread of its event loop")
    }
}

/// A thread that turns a loop.
package struct LoopThread: Sendable {
    private let handle: pthread_t

    init(handle: pthread_t) {
        self.handle = handle
    }

    /// Waits until the loop has stopped; once, and not from the loop itself.
    package func join() {
        pthread_join(handle, nil)
    }
}

/// Why a loop could not start.
package enum EventLoopError: Error, Equatable {
    case noBase
    /// With the error number of `pthread_create`.
    case noThread(Int32)
}

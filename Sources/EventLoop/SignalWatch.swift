internal import CLibevent
internal import Glibc

/// Signals of the process as calls on a loop; ends with the value.
package final class SignalWatch {
    /// Kept, for an event must be freed before its base is.
    private let loop: EventLoop
    private var events: [OpaquePointer] = []
    private let action: Action

    private final class Action {
        let call: (Int32) -> Void
        init(_ call: @escaping (Int32) -> Void) { self.call = call }
    }

    /// The signals a server listens to.
    package enum Signal: Sendable {
        /// SIGTERM, or SIGINT from a terminal.
        case terminate, interrupt
        /// SIGHUP: read the files again.
        case hangUp

        package var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangUp: SIGHUP
            }
        }
    }

    /// - Parameter action: called on the loop with the number of each signal that arrives.
    package init(_ signals: [Signal], on loop: EventLoop, action: @escaping (Int32) -> Void) {
        self.loop = loop
        self.action = Action(action)
        Self.unblock(signals)
        for signal in signals {
            let event = event_new(
                loop.base, signal.number, Int16(EV_SIGNAL | EV_PERSIST),
                { number, _, context in
                    guard let context else { return }
                    Unmanaged<Action>.fromOpaque(context).takeUnretainedValue().call(number)
                }, Unmanaged.passUnretained(self.action).toOpaque())
            guard let event else { preconditionFailure("no memory for a signal event") }
            event_add(event, nil)
            events.append(event)
        }
    }

    /// A parent's mask is inherited: started from a thread that blocks signals, the process would never hear them.
    private static func unblock(_ signals: [Signal]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    deinit {
        for event in events { event_free(event) }
    }
}

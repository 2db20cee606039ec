internal import CLibevent

/// A timer that calls back once, on its loop; it can be set again and again. Use it on its loop only.
package final class OneShotTimer {
    /// Kept, for an event must be freed before its base is.
    private let loop: EventLoop
    private let event: OpaquePointer
    private let action: Action

    private final class Action {
        let call: () -> Void
        init(_ call: @escaping () -> Void) { self.call = call }
    }

    /// - Parameter action: called on the loop, once for each ``set(after:)`` that runs out.
    package init(loop: EventLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = Action(action)
        let event = event_new(
            loop.base, -1, 0,
            { _, _, context in
                guard let context else { return }
                Unmanaged<Action>.fromOpaque(context).takeUnretainedValue().call()
            }, Unmanaged.passUnretained(self.action).toOpaque())
        guard let event else { preconditionFailure("no memory for a timer") }
        self.event = event
    }

    deinit { event_free(event) }

    /// Runs out after `delay`, whatever was set before.
    package func set(after delay: Duration) {
        var time = timeval(max(delay, .zero))
        event_add(event, &time)
    }

    package func cancel() {
        event_del(event)
    }
}

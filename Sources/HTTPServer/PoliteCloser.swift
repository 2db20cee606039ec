package import EventLoop

/// Closes connections so that the last answer is not lost: half-close, read until the peer has closed too, then close.
///
/// Unread input would turn a plain close into a reset, which can overtake the answer. Use it on its loop only.
package final class PoliteCloser: SocketReceiver {
    /// How long a peer may go on sending. Default one second (contract 8).
    private let patience: Duration
    private let sockets: any Sockets
    private let now: () -> Duration
    private var deadlines: [Descriptor: Duration] = [:]

    /// - Parameter now: monotonic time.
    package init(sockets: any Sockets, patience: Duration = .seconds(1), now: @escaping () -> Duration) {
        self.sockets = sockets
        self.patience = patience
        self.now = now
    }

    package var isEmpty: Bool { deadlines.isEmpty }

    /// Takes over the socket; everything written before still reaches the peer.
    package func closePolitely(_ descriptor: Descriptor) {
        sockets.finishWriting(descriptor)
        deadlines[descriptor] = now() + patience
        sockets.watch(descriptor, for: .reading, receiver: self)
        drain(descriptor)
    }

    package func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        drain(descriptor)
    }

    private func drain(_ descriptor: Descriptor) {
        let outcome = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) {
            sockets.read(descriptor, into: $0)
        }
        switch outcome {
        case .bytes, .wouldBlock: return
        case .ended, .timedOut, .failed: close(descriptor)
        }
    }

    /// Closes those whose time is over; call it a few times a second.
    package func sweep() {
        let now = now()
        for descriptor in deadlines.filter({ $0.value <= now }).keys { close(descriptor) }
    }

    /// Closes all that are left, at the end.
    package func closeAll() {
        for descriptor in deadlines.keys { close(descriptor) }
    }

    private func close(_ descriptor: Descriptor) {
        deadlines[descriptor] = nil
        sockets.close(descriptor)
    }
}

internal import EventLoop
internal import Racing

/// One frame to many sockets.
extension Broadcaster {
    /// Writes the same bytes to every subscriber of a topic that has taken all before; the others wait for their turn.
    func send(_ frame: [UInt8], to topic: Topic) {
        counts.conflated += topic.count - topic.descriptors.count
        let count = topic.descriptors.count
        guard count > 0 else { return }
        let first = topic.firstIndex % count
        topic.firstIndex = first + 1
        var cutOff: [(Descriptor, Int)] = []
        var gone: [Descriptor] = []
        var stuck: [Descriptor] = []
        frame.withUnsafeBytes { bytes in
            for offset in 0..<count {
                let place = first + offset
                let descriptor = topic.descriptors[place < count ? place : place - count]
                switch sockets.write(descriptor, bytes) {
                case .wrote(bytes.count): break
                case .wrote(let taken): cutOff.append((descriptor, taken))
                case .wouldBlock: cutOff.append((descriptor, 0))
                case .timedOut: stuck.append(descriptor)
                case .failed: gone.append(descriptor)
                }
            }
        }
        let whole = count - cutOff.count - gone.count - stuck.count
        counts.deliveries += whole
        counts.bytes += whole * frame.count
        for (descriptor, taken) in cutOff { startLag(descriptor, rest: frame[taken...]) }
        for descriptor in gone { leave(descriptor) { $0.closedByPeer += 1 } }
        for descriptor in stuck { leave(descriptor) { $0.closedSlow += 1 } }
    }

    /// From now on this subscriber gets the rest first, and then only what is newest.
    func startLag(_ descriptor: Descriptor, rest: ArraySlice<UInt8>) {
        guard let subscriber = subscribers[Int(descriptor)] else { return }
        stopWriting(to: descriptor, subscriber)
        lags[descriptor] = Lag(
            rest: rest, last: second, queued: sockets.queued(descriptor) ?? 0, movedAt: second.sinceEpoch)
        sockets.watch(descriptor, for: watched(subscriber).union(.writing), receiver: self)
    }

    /// The socket takes bytes again.
    func resume(_ descriptor: Descriptor) {
        guard var lag = lags[descriptor], let subscriber = subscribers[Int(descriptor)] else { return }
        lag.movedAt = second.sinceEpoch
        while true {
            if lag.rest.isEmpty {
                guard lag.last != second else { return endLag(descriptor) }
                lag.rest = catchUp(subscriber.topic, after: lag.last)[...]
                lag.last = second
                continue
            }
            switch lag.rest.withUnsafeBytes({ sockets.write(descriptor, $0) }) {
            case .wrote(let taken):
                counts.bytes += taken
                lag.rest = lag.rest.dropFirst(taken)
            case .wouldBlock:
                lags[descriptor] = lag
                return
            case .timedOut: return leave(descriptor) { $0.closedSlow += 1 }
            case .failed: return leave(descriptor) { $0.closedByPeer += 1 }
            }
        }
    }

    private func endLag(_ descriptor: Descriptor) {
        lags[descriptor] = nil
        guard var subscriber = subscribers[Int(descriptor)] else { return }
        subscriber.index = subscriber.topic.descriptors.count
        subscriber.topic.descriptors.append(descriptor)
        subscribers[Int(descriptor)] = subscriber
        sockets.watch(descriptor, for: watched(subscriber), receiver: self)
    }

    /// Ends the streams of readers that have taken nothing for too long.
    func checkLags() {
        var stalled: [Descriptor] = []
        for (descriptor, lag) in lags {
            let queued = sockets.queued(descriptor) ?? 0
            if queued < lag.queued {
                lags[descriptor]?.movedAt = second.sinceEpoch
            } else if second.sinceEpoch - lag.movedAt >= limits.stalledAfter {
                stalled.append(descriptor)
            }
            lags[descriptor]?.queued = queued
        }
        for descriptor in stalled { leave(descriptor) { $0.closedSlow += 1 } }
    }

    /// What is asked of the loop for a subscriber that does not lag: to hear when it goes away.
    func watched(_ subscriber: Subscriber) -> Readiness {
        subscriber.ignoredBytes > limits.ignoredBytes ? [] : .reading
    }
}

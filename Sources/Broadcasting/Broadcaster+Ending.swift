internal import EventLoop
internal import HTTPServer
internal import Racing

/// How streams end.
extension Broadcaster {
    /// Says goodbye to everybody and closes.
    package func shutDown() {
        for index in subscribers.indices where subscribers[index] != nil {
            sayGoodbye(.shutdown, to: Descriptor(index), retry: limits.shutdownRetryMilliseconds)
            counts.closedShutdown += 1
        }
    }

    /// Ends the streams that have reached their age.
    func endOldStreams() {
        for descriptor in ages.take(upTo: second) {
            guard let subscriber = subscribers[Int(descriptor)], subscriber.endsAt > 0,
                subscriber.endsAt <= second.sinceEpoch
            else { continue }
            sayGoodbye(.maxAge, to: descriptor, retry: limits.retryMilliseconds)
            counts.closedMaxAge += 1
        }
    }

    /// The clock was set back by so many seconds: nobody is younger for that.
    func shiftAges(by seconds: Int) {
        ages.shift(by: seconds)
        for index in subscribers.indices where subscribers[index]?.endsAt ?? 0 > 0 {
            subscribers[index]?.endsAt += seconds
        }
    }

    /// Ends the stream of a reader that has taken nothing for too long.
    func endSlow(_ descriptor: Descriptor) {
        sayGoodbye(.slow, to: descriptor, retry: limits.retryMilliseconds)
        counts.closedSlow += 1
    }

    /// The last words, after what was cut off, as far as the socket takes them.
    private func sayGoodbye(_ reason: ByeReason, to descriptor: Descriptor, retry: ClosedRange<Int>) {
        guard let subscriber = subscribers[Int(descriptor)] else { return }
        let lag = lags[descriptor]
        let farewell = StreamParts.farewell(
            reason, subscriber.topic.query, retry: random.next(in: retry),
            after: lag?.checksum ?? checksum(of: subscriber))
        let bytes = (lag.map { Array($0.rest) } ?? []) + farewell
        if case .wrote(let taken) = bytes.withUnsafeBytes({ sockets.write(descriptor, $0) }) { counts.bytes += taken }
        forget(descriptor)
        closer.closePolitely(descriptor)
    }

    /// Closes a subscriber's socket and forgets it.
    func leave(_ descriptor: Descriptor, counting count: (inout BroadcastCounts) -> Void) {
        forget(descriptor)
        sockets.close(descriptor)
        count(&counts)
    }

    private func forget(_ descriptor: Descriptor) {
        guard let subscriber = subscribers[Int(descriptor)] else { return }
        stopWriting(to: descriptor, subscriber)
        subscriber.topic.count -= 1
        if subscriber.topic.count == 0 { topics[subscriber.topic.query] = nil }
        subscribers[Int(descriptor)] = nil
        lags[descriptor] = nil
        room.leave(clients.removeValue(forKey: descriptor))
    }

    /// Takes a subscriber off its topic's readers.
    func stopWriting(to descriptor: Descriptor, _ subscriber: Subscriber) {
        guard subscriber.index >= 0 else { return }
        subscriber.topic.readers.remove(at: Int(subscriber.index)) { moved, index in
            subscribers[Int(moved)]?.index = Int32(index)
        }
        subscribers[Int(descriptor)]?.index = -1
    }
}

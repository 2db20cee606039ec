package import EventLoop
internal import HTTPServer
package import Racing
internal import Synchronization

/// How clients come and go.
extension Broadcaster: SocketReceiver {
    /// Takes over a socket whose request has been read, sends the head and what holds now, and keeps it until it ends.
    ///
    /// - Parameters:
    ///   - head: the response's head, in bytes.
    ///   - lastEventID: the revision that the client has, if it named one.
    package func subscribe(_ descriptor: Descriptor, _ query: StreamQuery, head: [UInt8], lastEventID: Second?) {
        guard room.take() else { return refuse(descriptor, query, head: head) }
        let topic = topics[query] ?? Topic(query: query)
        topics[query] = topic
        topic.count += 1
        counts.opened += 1
        let subscriber = Subscriber(topic: topic, index: topic.descriptors.count)
        topic.descriptors.append(descriptor)
        while subscribers.count <= Int(descriptor) { subscribers.append(nil) }
        subscribers[Int(descriptor)] = subscriber
        sockets.prepareStream(descriptor, limits: limits.socket)
        sockets.watch(descriptor, for: watched(subscriber), receiver: self)
        let bytes = head + opening(query, lastEventID: lastEventID)
        switch bytes.withUnsafeBytes({ sockets.write(descriptor, $0) }) {
        case .wrote(let taken):
            counts.bytes += taken
            if taken < bytes.count { startLag(descriptor, rest: bytes[taken...]) }
        case .wouldBlock: startLag(descriptor, rest: bytes[...])
        case .timedOut: leave(descriptor) { $0.closedSlow += 1 }
        case .failed: leave(descriptor) { $0.closedByPeer += 1 }
        }
    }

    /// No room: a whole, short stream that says when to try again, since a browser takes any error as final.
    private func refuse(_ descriptor: Descriptor, _ query: StreamQuery, head: [UInt8]) {
        counts.refusedBusy += 1
        let retry = random.next(in: limits.busyRetryMilliseconds)
        let bytes = head + Farewell.bytes(.busy, retry: retry, format: query.format, framing: query.framing)
        _ = bytes.withUnsafeBytes { sockets.write(descriptor, $0) }
        closer.closePolitely(descriptor)
    }

    package func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        if readiness.contains(.reading) { ignoreInput(of: descriptor) }
        if readiness.contains(.writing) { resume(descriptor) }
    }

    /// Nothing that a subscriber says matters, except that it has gone.
    private func ignoreInput(of descriptor: Descriptor) {
        guard var subscriber = subscribers[Int(descriptor)] else { return }
        let outcome = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) {
            sockets.read(descriptor, into: $0)
        }
        switch outcome {
        case .wouldBlock: return
        case .timedOut: return leave(descriptor) { $0.closedSlow += 1 }
        case .failed: return leave(descriptor) { $0.closedByPeer += 1 }
        case .bytes(let count): subscriber.ignoredBytes += Int32(count)
        // It may have closed only its own direction; a write will tell.
        case .ended: subscriber.ignoredBytes = Int32.max
        }
        subscribers[Int(descriptor)] = subscriber
        let writing: Readiness = lags[descriptor] == nil ? [] : .writing
        sockets.watch(descriptor, for: watched(subscriber).union(writing), receiver: self)
    }

    /// Says goodbye to everybody and closes.
    package func shutDown() {
        for (index, subscriber) in subscribers.enumerated() {
            guard let subscriber else { continue }
            let descriptor = Descriptor(index)
            let retry = random.next(in: limits.shutdownRetryMilliseconds)
            let query = subscriber.topic.query
            let farewell = Farewell.bytes(.shutdown, retry: retry, format: query.format, framing: query.framing)
            let bytes = (lags[descriptor].map { Array($0.rest) } ?? []) + farewell
            _ = bytes.withUnsafeBytes { sockets.write(descriptor, $0) }
            forget(descriptor)
            counts.closedShutdown += 1
            closer.closePolitely(descriptor)
        }
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
        room.leave()
    }

    /// Takes a subscriber off its topic's list; the last one takes its place.
    func stopWriting(to descriptor: Descriptor, _ subscriber: Subscriber) {
        guard let index = subscriber.index else { return }
        let topic = subscriber.topic
        let moved = topic.descriptors.removeLast()
        if moved != descriptor {
            topic.descriptors[index] = moved
            subscribers[Int(moved)]?.index = index
        }
        subscribers[Int(descriptor)]?.index = nil
    }
}

package import EventLoop
internal import HTTPServer
package import Racing

/// How clients come and go.
extension Broadcaster: SocketReceiver {
    /// Takes over a socket whose request has been read, sends the head and what holds now, and keeps it until it ends.
    ///
    /// - Parameters:
    ///   - client: whose stream it is.
    ///   - head: the response's head, in bytes.
    ///   - lastEventID: the revision that the client has, if it named one.
    package func subscribe(
        _ descriptor: Descriptor, _ query: StreamQuery, for client: PeerAddress = PeerAddress(high: 0, low: 0),
        head: [UInt8], lastEventID: Second?
    ) {
        if let shortage = room.take(for: client) { return refuse(descriptor, query, shortage, head: head) }
        if room.limitPerAddress > 0 { clients[descriptor] = client }
        let topic = topics[query] ?? Topic(query: query)
        topics[query] = topic
        topic.count += 1
        counts.opened += 1
        let opening = opening(of: topic, lastEventID: lastEventID)
        let retry = random.next(in: limits.retryMilliseconds)
        let preface = StreamParts.preface(query, retry: retry, isAlone: opening.events.isEmpty)
        var subscriber = Subscriber(topic: topic, index: Int32(topic.readers.append(descriptor)))
        if query.coding == .gzip {
            var own = preface.checksum
            own.append(opening.checksum)
            subscriber.mark = StreamChecksum.Mark(own: own, topic: topic.checksum)
        }
        if limits.maxAge > 0 {
            subscriber.endsAt = AgeLimit.end(from: second, maxAge: limits.maxAge, random: &random)
            ages.note(descriptor, endsAt: subscriber.endsAt)
        }
        while subscribers.count <= Int(descriptor) { subscribers.append(nil) }
        subscribers[Int(descriptor)] = subscriber
        sockets.prepareStream(descriptor, limits: limits.socket)
        sockets.watch(descriptor, for: watched(subscriber), receiver: self)
        writeFirst(head + query.framing.bytes(of: opening.events.preceded(by: preface.bytes)), to: descriptor)
    }

    private func writeFirst(_ bytes: [UInt8], to descriptor: Descriptor) {
        switch bytes.withUnsafeBytes({ sockets.write(descriptor, $0) }) {
        case .wrote(let taken):
            counts.bytes += taken
            if taken < bytes.count { startLag(descriptor, rest: bytes[taken...]) }
        case .wouldBlock: startLag(descriptor, rest: bytes[...])
        case .timedOut: leave(descriptor) { $0.closedSlow += 1 }
        case .failed: leave(descriptor) { $0.closedByPeer += 1 }
        }
    }

    /// What holds now; encoded once for all who come in this second with the same revision.
    private func opening(of topic: Topic, lastEventID: Second?) -> Topic.Opening {
        let known = lastEventID.flatMap { history.knows($0, at: second) ? $0 : nil }
        if let opening = topic.openings[known] { return opening }
        let query = topic.query
        let batch = composer.opening(query, lastEventID: known)
        let opening: Topic.Opening
        if query.coding == .gzip, let deflater {
            opening = Topic.Opening(events: deflater.deflate(batch), checksum: StreamChecksum(of: batch.bytes))
        } else {
            opening = Topic.Opening(events: batch, checksum: StreamChecksum())
        }
        if topic.openings.count < Self.openingsKept { topic.openings[known] = opening }
        return opening
    }

    /// Beginnings kept for one query and second: clients choose their revision, and may choose many.
    private static let openingsKept = 64

    /// No room: a whole, short stream that says when to try again, since a browser takes any error as final.
    private func refuse(
        _ descriptor: Descriptor, _ query: StreamQuery, _ shortage: SubscriberRoom.Shortage, head: [UInt8]
    ) {
        note(shortage)
        let retry = random.next(in: limits.busyRetryMilliseconds)
        let bytes = head + StreamParts.refusal(.busy, query, retry: retry)
        _ = bytes.withUnsafeBytes { sockets.write(descriptor, $0) }
        closer.closePolitely(descriptor)
    }

    /// Counts a stream that was refused, here or in an answer of its own.
    package func note(_ shortage: SubscriberRoom.Shortage) {
        switch shortage {
        case .room: counts.refusedBusy += 1
        case .address: counts.refusedAddress += 1
        }
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
}

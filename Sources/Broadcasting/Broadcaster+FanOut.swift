internal import EventLoop
internal import Racing

/// One frame to many sockets.
extension Broadcaster {
    /// Encodes the events of a new second once and sends them to everybody who listens to a topic.
    func send(_ batch: EventBatch, to topic: Topic) {
        let framing = topic.query.framing
        guard topic.query.coding == .gzip, let deflater else {
            let bytes = framing.bytes(of: batch)
            return send(inStep: bytes, others: bytes, to: topic)
        }
        let readers = topic.readers
        let difference = readers.inStep > 0 ? deflater.deflate(batch, after: topic.lastFrame) : EventBatch()
        let whole = readers.count > readers.inStep ? deflater.deflate(batch) : EventBatch()
        topic.lastFrame = batch.bytes
        topic.checksum.append(batch.bytes)
        send(inStep: framing.bytes(of: difference), others: framing.bytes(of: whole), to: topic)
    }

    /// Writes to every reader of a topic that has taken all before; those that lag wait for their turn.
    ///
    /// One `write` a reader and nothing else: no allocation, no look-up, no reference counted.
    private func send(inStep: [UInt8], others: [UInt8], to topic: Topic) {
        let readers = topic.readers
        counts.conflated += topic.count - readers.count
        guard readers.count > 0 else { return }
        var trouble = Trouble()
        let first = topic.firstIndex % readers.count
        inStep.withUnsafeBytes { inStep in
            others.withUnsafeBytes { others in
                readers.descriptors.withUnsafeBufferPointer { descriptors in
                    for offset in descriptors.indices {
                        var place = first + offset
                        if place >= descriptors.count { place -= descriptors.count }
                        let bytes = place < readers.inStep ? inStep : others
                        let outcome = sockets.write(descriptors[place], bytes)
                        if case .wrote(bytes.count) = outcome { continue }
                        trouble.note(outcome, descriptors[place], isInStep: place < readers.inStep)
                    }
                }
            }
        }
        topic.firstIndex = first + 1
        topic.readers.settle()
        let inStepCount = readers.inStep - trouble.inStepCount
        let otherCount = readers.count - readers.inStep - (trouble.count - trouble.inStepCount)
        counts.deliveries += inStepCount + otherCount
        counts.bytes += inStepCount * inStep.count + otherCount * others.count
        settle(trouble, inStep: inStep, others: others)
    }

    /// Readers of one frame that did not take the whole of it.
    private struct Trouble {
        var cutOff: [(descriptor: Descriptor, taken: Int, isInStep: Bool)] = []
        var gone: [Descriptor] = []
        var stuck: [Descriptor] = []
        private(set) var count = 0
        private(set) var inStepCount = 0

        mutating func note(_ outcome: WriteOutcome, _ descriptor: Descriptor, isInStep: Bool) {
            count += 1
            inStepCount += isInStep ? 1 : 0
            switch outcome {
            case .wrote(let taken): cutOff.append((descriptor, taken, isInStep))
            case .wouldBlock: cutOff.append((descriptor, 0, isInStep))
            case .timedOut: stuck.append(descriptor)
            case .failed: gone.append(descriptor)
            }
        }
    }

    private func settle(_ trouble: Trouble, inStep: [UInt8], others: [UInt8]) {
        for (descriptor, taken, isInStep) in trouble.cutOff {
            counts.bytes += taken
            startLag(descriptor, rest: isInStep ? inStep[taken...] : others[taken...])
        }
        for descriptor in trouble.gone { leave(descriptor) { $0.closedByPeer += 1 } }
        for descriptor in trouble.stuck { leave(descriptor) { $0.closedSlow += 1 } }
    }

    /// From now on this subscriber gets the rest first, and then only what is newest.
    func startLag(_ descriptor: Descriptor, rest: ArraySlice<UInt8>) {
        guard let subscriber = subscribers[Int(descriptor)] else { return }
        let checksum = self.checksum(of: subscriber)
        stopWriting(to: descriptor, subscriber)
        lags[descriptor] = Lag(
            rest: rest, last: second, checksum: checksum, queued: sockets.queued(descriptor) ?? 0,
            movedAt: second.sinceEpoch)
        sockets.watch(descriptor, for: watched(subscriber).union(.writing), receiver: self)
    }

    /// The text that a subscriber in step has been sent; nothing of it is known for one that is not compressed.
    func checksum(of subscriber: Subscriber) -> StreamChecksum {
        let topic = subscriber.topic
        return topic.query.coding == .gzip ? subscriber.mark.checksum(at: topic.checksum) : StreamChecksum()
    }

    /// The socket takes bytes again.
    func resume(_ descriptor: Descriptor) {
        guard var lag = lags[descriptor], let subscriber = subscribers[Int(descriptor)] else { return }
        lag.movedAt = second.sinceEpoch
        while true {
            if lag.rest.isEmpty {
                guard lag.last != second else { return endLag(descriptor, lag) }
                lag.rest = catchUp(subscriber.topic.query, &lag.checksum, after: lag.last)[...]
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

    /// What a subscriber that had everything up to `last` needs to be up to date.
    private func catchUp(_ query: StreamQuery, _ checksum: inout StreamChecksum, after last: Second?) -> [UInt8] {
        let batch = composer.following(query, after: last)
        guard query.coding == .gzip, let deflater else { return query.framing.bytes(of: batch) }
        checksum.append(batch.bytes)
        return query.framing.bytes(of: deflater.deflate(batch))
    }

    private func endLag(_ descriptor: Descriptor, _ lag: Lag) {
        lags[descriptor] = nil
        guard var subscriber = subscribers[Int(descriptor)] else { return }
        let topic = subscriber.topic
        subscriber.index = Int32(topic.readers.append(descriptor))
        subscriber.mark = StreamChecksum.Mark(own: lag.checksum, topic: topic.checksum)
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
        for descriptor in stalled { endSlow(descriptor) }
    }

    /// What is asked of the loop for a subscriber that does not lag: to hear when it goes away.
    func watched(_ subscriber: Subscriber) -> Readiness {
        subscriber.ignoredBytes > limits.ignoredBytes ? [] : .reading
    }
}

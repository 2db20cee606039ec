internal import EventLoop
internal import Glibc

/// From bytes to seconds.
extension Swarm {
    /// The largest head that an answer may have.
    private static let headLimit = 16_384

    func receiveHead(_ index: Int) {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[FrameScanner.mostKept...])
        switch sockets.read(streams[index].descriptor, into: room) {
        case .wouldBlock: return
        case .ended: fail(index, "closed before an answer")
        case .timedOut, .failed: fail(index, "the connection broke before an answer")
        case .bytes(let count):
            bytes += count
            var head = heads[index] ?? []
            head.append(contentsOf: room[..<count])
            guard let end = Self.endOfHead(head) else {
                heads[index] = head
                if head.count > Self.headLimit { fail(index, "the head of the answer is too long") }
                return
            }
            begin(index, head[..<end], rest: head[end...])
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        bytes.indices.dropFirst(3).first { bytes[$0 - 3...$0].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) }.map { $0 + 1 }
    }

    private func begin(_ index: Int, _ head: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        do throws(StreamHead.Refusal) {
            let head = try StreamHead(head)
            if plan.isGzip && !head.isGzip { throw StreamHead.Refusal(reason: "the answer is not compressed") }
            if head.isGzip && !plan.isGzip { throw StreamHead.Refusal(reason: "the answer is compressed") }
            heads[index] = nil
            pending -= 1
            live += 1
            streams[index].phase = .live
            streams[index].isGzip = head.isGzip
            if let stride = plan.verifiedStride, index.isMultiple(of: stride) {
                checkers[index] = StreamChecker(head: head)
            }
            if !rest.isEmpty { rest.withUnsafeBytes { take($0, fresh: $0, of: index, at: wallTime()) } }
        } catch {
            fail(index, error.reason)
        }
    }

    func receive(_ index: Int) {
        let most = FrameScanner.mostKept
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[most...])
        switch sockets.read(streams[index].descriptor, into: room) {
        case .wouldBlock: return
        case .ended, .timedOut, .failed: end(index)
        case .bytes(let count):
            let arrival = wallTime()
            bytes += count
            let old = Int(streams[index].scan.kept)
            if old > 0 {
                let from = index * most
                buffer[(most - old)..<most].copyBytes(from: kept[from..<from + old])
            }
            take(
                UnsafeRawBufferPointer(rebasing: buffer[(most - old)..<(most + count)]),
                fresh: UnsafeRawBufferPointer(rebasing: room[..<count]), of: index, at: arrival)
        }
    }

    /// - Parameters:
    ///   - all: what was kept of the stream and what has come.
    ///   - fresh: what has come.
    private func take(
        _ all: UnsafeRawBufferPointer, fresh: UnsafeRawBufferPointer, of index: Int, at arrival: WallTime
    ) {
        guard !streams[index].isGzip else { return takeCompressed(fresh, of: index, at: arrival) }
        var state = streams[index].scan
        var found = 0
        let rest = FrameScanner.scan(all, &state) { second in
            found += 1
            note(second, of: index, at: arrival)
        }
        streams[index].scan = state
        if state.kept > 0 {
            let from = index * FrameScanner.mostKept
            kept[from..<from + Int(state.kept)].copyBytes(from: all[rest...])
        }
        if checkers[index] != nil { check(fresh, of: index, found) }
    }

    /// A sample is inflated; of the others it is only seen that something comes, which stands for the frame of the
    /// second in which it comes.
    private func takeCompressed(_ bytes: UnsafeRawBufferPointer, of index: Int, at arrival: WallTime) {
        if checkers[index] != nil {
            check(bytes, of: index, nil)
            for second in checkers[index]?.seconds ?? [] { note(second, of: index, at: arrival) }
            if checkers[index]?.hasBye == true { streams[index].scan.hasBye = true }
        } else if let shift = meter.knownShift {
            let second = arrival.seconds + shift
            if second > streams[index].last { note(second, of: index, at: arrival) }
        }
    }

    private func note(_ second: Int, of index: Int, at arrival: WallTime) {
        let last = streams[index].last
        streams[index].last = second
        if herd != nil {
            herd?.note(second, after: last, of: index, at: arrival, now())
        } else if last == 0 {
            meter.begin(with: second, at: arrival)
        } else {
            meter.note(second, after: last, at: arrival)
        }
    }

    private func check(_ bytes: UnsafeRawBufferPointer, of index: Int, _ scanned: Int?) {
        let before = checkers[index]?.events ?? 0
        let faults = checkers[index]?.feed(bytes, scanned: scanned, shared: &shared, body: &body) ?? []
        checkedEvents += (checkers[index]?.events ?? 0) - before
        for fault in faults { streamFaults[fault, default: 0] += 1 }
    }
}

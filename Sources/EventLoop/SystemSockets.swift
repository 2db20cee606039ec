internal import CLibevent
internal import Glibc

/// The system's sockets, watched by a libevent loop. Make it and use it on that loop only.
package final class SystemSockets: Sockets {
    private let loop: EventLoop
    /// One place for each descriptor that was ever watched.
    private var places: [Place] = []

    private struct Place {
        var event: OpaquePointer?
        var readiness: Readiness = []
        unowned(unsafe) var receiver: (any SocketReceiver)?
    }

    package init(loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        for case .some(let event) in places.map(\.event) { event_free(event) }
    }

    package func accept(_ listener: Descriptor) -> AcceptOutcome {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = next_to_go_accept(listener, &address, &length)
        if descriptor >= 0 {
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            return .connection(descriptor, PeerAddress(address))
        }
        switch errno {
        case EAGAIN: return .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        default: return .failed
        }
    }

    package func read(_ descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return buffer.isEmpty ? .wouldBlock : .ended }
        if errno == ETIMEDOUT { return .timedOut }
        return errno == EAGAIN || errno == EINTR ? .wouldBlock : .failed
    }

    package func write(_ descriptor: Descriptor, _ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .wrote(count) }
        if errno == ETIMEDOUT { return .timedOut }
        return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ? .wouldBlock : .failed
    }

    package func queued(_ descriptor: Descriptor) -> Int? {
        let bytes = next_to_go_queued(descriptor)
        return bytes < 0 ? nil : Int(bytes)
    }

    package func prepareStream(_ descriptor: Descriptor, limits: StreamSocketLimits) {
        var bytes = limits.sendBufferBytes
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        var milliseconds = limits.unacknowledgedMilliseconds
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, socklen_t(MemoryLayout<UInt32>.size))
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    package func watch(_ descriptor: Descriptor, for readiness: Readiness, receiver: any SocketReceiver) {
        let index = Int(descriptor)
        while places.count <= index { places.append(Place()) }
        places[index].receiver = receiver
        if places[index].readiness == readiness && places[index].event != nil { return }
        places[index].readiness = readiness
        let flags = Int16(
            (readiness.contains(.reading) ? EV_READ : 0) | (readiness.contains(.writing) ? EV_WRITE : 0) | EV_PERSIST)
        let context = Unmanaged.passUnretained(self).toOpaque()
        if let event = places[index].event {
            event_del(event)
            event_assign(event, loop.base, descriptor, flags, Self.callback, context)
        } else {
            places[index].event = event_new(loop.base, descriptor, flags, Self.callback, context)
        }
        if !readiness.isEmpty, let event = places[index].event { event_add(event, nil) }
    }

    private static let callback: event_callback_fn = { descriptor, flags, context in
        guard let context else { return }
        var readiness: Readiness = []
        if Int32(flags) & EV_READ != 0 { readiness.insert(.reading) }
        if Int32(flags) & EV_WRITE != 0 { readiness.insert(.writing) }
        Unmanaged<SystemSockets>.fromOpaque(context).takeUnretainedValue().deliver(readiness, of: descriptor)
    }

    private func deliver(_ readiness: Readiness, of descriptor: Descriptor) {
        places[Int(descriptor)].receiver?.socketIsReady(descriptor, for: readiness)
    }

    package func unwatch(_ descriptor: Descriptor) {
        let index = Int(descriptor)
        guard index < places.count, let event = places[index].event else { return }
        event_free(event)
        places[index] = Place()
    }

    package func finishWriting(_ descriptor: Descriptor) {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    package func close(_ descriptor: Descriptor) {
        unwatch(descriptor)
        Glibc.close(descriptor)
    }
}

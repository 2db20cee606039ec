internal import CCurl
internal import EventLoop

/// The transfers of one loop: the owner of a libcurl multi handle, whose sockets and timer the loop serves
/// (`curl_multi_socket_action`). Use it on its loop only.
final class CurlTransfers: SocketReceiver {
    private let multi: OpaquePointer
    private let sockets: SystemSockets
    private let loop: EventLoop
    private lazy var timer = OneShotTimer(loop: loop) { [unowned self] in
        act(on: CURL_SOCKET_TIMEOUT, ready: 0)
    }
    private var running: [Int: CurlTransfer] = [:]

    init(loop: EventLoop) {
        Self.prepareProcess
        guard let multi = curl_multi_init() else { preconditionFailure("no memory for transfers") }
        self.multi = multi
        self.loop = loop
        sockets = SystemSockets(loop: loop)
        next_to_go_multi_set_callbacks(
            multi,
            { _, socket, what, context, _ in
                guard let context else { return 0 }
                Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue().watch(socket, for: what)
                return 0
            },
            { _, milliseconds, context in
                guard let context else { return 0 }
                Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue().setTimer(after: milliseconds)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        // A handle leaves before it is freed; its callbacks still find this value whole.
        for transfer in running.values { curl_multi_remove_handle(multi, transfer.easy) }
        curl_multi_cleanup(multi)
    }

    /// Once a process, and safe from several threads at once since 7.84.
    private static let prepareProcess: Void = {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()

    static var libraryVersion: String {
        curl_version_info(CURLVERSION_FIRST).map { String(cString: $0.pointee.version) } ?? ""
    }

    /// Starts a transfer; libcurl asks for its first turn by the timer.
    func start(_ id: Int, _ transfer: CurlTransfer) {
        guard transfer.readiness == CURLE_OK, curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            // The multi handle refuses one that is new and its own for want of memory only.
            return transfer.finish(with: transfer.readiness == CURLE_OK ? CURLE_OUT_OF_MEMORY : transfer.readiness)
        }
        running[id] = transfer
    }

    /// Ends a transfer at once; nothing happens when it is over already.
    func cancel(_ id: Int) {
        guard let transfer = running.removeValue(forKey: id) else { return }
        curl_multi_remove_handle(multi, transfer.easy)
        transfer.cancel()
    }

    func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        act(
            on: descriptor,
            ready: (readiness.contains(.reading) ? CURL_CSELECT_IN : 0)
                | (readiness.contains(.writing) ? CURL_CSELECT_OUT : 0))
    }

    private func act(on socket: curl_socket_t, ready: Int32) {
        var count: Int32 = 0
        curl_multi_socket_action(multi, socket, ready, &count)
        finishTransfers()
    }

    private func finishTransfers() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            // What the message points at is gone once its handle has been removed.
            let (easy, code) = (message.pointee.easy_handle, message.pointee.data.result)
            guard let (id, transfer) = running.first(where: { $0.value.easy == easy }) else { continue }
            running[id] = nil
            transfer.finish(with: code)
            curl_multi_remove_handle(multi, transfer.easy)
        }
    }

    /// libcurl tells what it waits for; it says `CURL_POLL_REMOVE` before it closes a socket.
    private func watch(_ socket: curl_socket_t, for what: Int32) {
        switch what {
        case CURL_POLL_IN: sockets.watch(socket, for: .reading, receiver: self)
        case CURL_POLL_OUT: sockets.watch(socket, for: .writing, receiver: self)
        case CURL_POLL_INOUT: sockets.watch(socket, for: [.reading, .writing], receiver: self)
        default: sockets.unwatch(socket)
        }
    }

    private func setTimer(after milliseconds: Int) {
        if milliseconds < 0 {
            timer.cancel()
        } else {
            timer.set(after: .milliseconds(milliseconds))
        }
    }
}

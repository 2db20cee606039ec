internal import CHiredis
package import EventLoop

/// A connection to Redis by hiredis, whose socket the loop watches (the hooks of hiredis/async.h). Make it and use it
/// on its loop only.
///
/// hiredis 0.14 has no time-outs for asynchronous commands: one timer here stands for all that wait.
package final class RedisConnection: RedisTransport, SocketReceiver {
    /// How long a command may wait for its answer, the time to connect included.
    package static let patience = Duration.seconds(1)

    private let address: RedisAddress
    private let sockets: SystemSockets
    private let loop: EventLoop
    /// nil when there is no connection; hiredis frees it by itself when the connection ends.
    private var context: UnsafeMutablePointer<redisAsyncContext>?
    private var wanted: Readiness = []
    private var watched: Descriptor?
    private var waiting: [Command] = []
    /// Why this side ends the connection, for those who still wait.
    private var ending = "the connection was closed"
    /// Why the last connection ended, for those who come after that.
    private var lastEnding = "there is no connection"
    private lazy var timer = OneShotTimer(loop: loop) { [unowned self] in giveUp() }

    private final class Command {
        let deadline: LoopClock.Instant
        private var continuation: CheckedContinuation<Result<RedisReply, RedisFailure>, Never>?

        init(deadline: LoopClock.Instant, _ continuation: CheckedContinuation<Result<RedisReply, RedisFailure>, Never>)
        {
            self.deadline = deadline
            self.continuation = continuation
        }

        func finish(with result: Result<RedisReply, RedisFailure>) {
            continuation.take()?.resume(returning: result)
        }
    }

    package init(_ address: RedisAddress, loop: EventLoop) {
        self.address = address
        self.loop = loop
        sockets = SystemSockets(loop: loop)
    }

    deinit { close() }

    package func open() throws(RedisFailure) {
        close()
        // A name is looked up here and now, which may take as long as the resolver likes: the loop is the cluster's own.
        guard let context = redisAsyncConnect(address.host, Int32(address.port)) else {
            throw RedisFailure("no memory")
        }
        guard context.pointee.err == 0 else {
            let reason = Self.reason(of: context)
            redisAsyncFree(context)
            throw RedisFailure(reason)
        }
        self.context = context
        wanted = []
        let this = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.data = this
        context.pointee.ev.data = this
        context.pointee.ev.addRead = { RedisConnection.from($0)?.want(.reading, true) }
        context.pointee.ev.delRead = { RedisConnection.from($0)?.want(.reading, false) }
        context.pointee.ev.addWrite = { RedisConnection.from($0)?.want(.writing, true) }
        context.pointee.ev.delWrite = { RedisConnection.from($0)?.want(.writing, false) }
        context.pointee.ev.cleanup = { RedisConnection.from($0)?.forgetSocket() }
        redisAsyncSetConnectCallback(context) { context, status in
            if status != REDIS_OK { RedisConnection.from(context?.pointee.data)?.noteEnd(context) }
        }
        redisAsyncSetDisconnectCallback(context) { context, _ in
            RedisConnection.from(context?.pointee.data)?.noteEnd(context)
        }
    }

    package func call(_ words: [[UInt8]]) async throws(RedisFailure) -> RedisReply {
        guard context != nil else { throw RedisFailure(lastEnding) }
        let deadline = LoopClock(loop: loop).now.advanced(by: Self.patience)
        let result = await withCheckedContinuation { continuation in
            send(words, Command(deadline: deadline, continuation))
        }
        return try result.get()
    }

    package func close() {
        guard let context else { return }
        self.context = nil
        lastEnding = ending
        // Calls back every command that waits, without an answer.
        redisAsyncFree(context)
        timer.cancel()
    }

    private func send(_ words: [[UInt8]], _ command: Command) {
        // Entering the continuation may have been a pause, in which the connection has ended.
        guard let context else { return command.finish(with: .failure(RedisFailure(lastEnding))) }
        let joined = words.flatMap { $0 }
        let lengths = words.map(\.count)
        let status = joined.withUnsafeBufferPointer { buffer in
            var starts: [UnsafePointer<CChar>?] = []
            var offset = 0
            for length in lengths {
                // An empty word has no byte to point at, and none is read.
                let start = buffer.baseAddress.map { UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self) }
                starts.append(start)
                offset += length
            }
            return redisAsyncCommandArgv(
                context,
                { context, reply, command in
                    guard let command else { return }
                    let taken = Unmanaged<Command>.fromOpaque(command).takeRetainedValue()
                    RedisConnection.from(context?.pointee.data)?.finish(taken, with: reply, on: context)
                }, Unmanaged.passRetained(command).toOpaque(), Int32(words.count), &starts, lengths)
        }
        guard status == REDIS_OK else {
            Unmanaged.passUnretained(command).release()
            return command.finish(with: .failure(RedisFailure("the connection is closing")))
        }
        waiting.append(command)
        if waiting.count == 1 { timer.set(after: Self.patience) }
    }

    /// - Parameter reply: nil when the connection has ended.
    private func finish(
        _ command: Command, with reply: UnsafeMutableRawPointer?, on ended: UnsafePointer<redisAsyncContext>?
    ) {
        waiting.removeAll { $0 === command }
        if let next = waiting.first {
            timer.set(after: LoopClock(loop: loop).now.duration(to: next.deadline))
        } else {
            timer.cancel()
        }
        guard let reply = reply?.assumingMemoryBound(to: redisReply.self) else {
            let reason = ended.flatMap { $0.pointee.c.err == 0 ? nil : Self.reason(of: $0) } ?? ending
            return command.finish(with: .failure(RedisFailure(reason)))
        }
        command.finish(with: .success(RedisReply(reply)))
    }

    private func giveUp() {
        ending = "no answer within \(Int(Self.patience / .seconds(1))) s"
        close()
        ending = "the connection was closed"
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> RedisConnection? {
        context.map { Unmanaged<RedisConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    /// hiredis' own words, as in `Connection refused`.
    private static func reason(of context: UnsafePointer<redisAsyncContext>) -> String {
        withUnsafeBytes(of: context.pointee.c.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// hiredis is about to free the context.
    private func noteEnd(_ ended: UnsafePointer<redisAsyncContext>?) {
        guard let ended, context == UnsafeMutablePointer(mutating: ended) else { return }
        if ended.pointee.c.err != 0 { lastEnding = Self.reason(of: ended) }
        context = nil
    }

    private func want(_ readiness: Readiness, _ isWanted: Bool) {
        guard let context else { return }
        let old = wanted
        if isWanted { wanted.formUnion(readiness) } else { wanted.subtract(readiness) }
        guard wanted != old else { return }
        watched = context.pointee.c.fd
        sockets.watch(context.pointee.c.fd, for: wanted, receiver: self)
    }

    /// Before hiredis closes the socket.
    private func forgetSocket() {
        if let descriptor = watched.take() { sockets.unwatch(descriptor) }
    }

    package func socketIsReady(_ descriptor: Descriptor, for readiness: Readiness) {
        if readiness.contains(.reading), let context { redisAsyncHandleRead(context) }
        if readiness.contains(.writing), let context { redisAsyncHandleWrite(context) }
    }
}

extension RedisReply {
    fileprivate init(_ reply: UnsafePointer<redisReply>) {
        let value = reply.pointee
        func bytes() -> [UInt8] {
            value.str.map { Array(UnsafeRawBufferPointer(start: $0, count: value.len)) } ?? []
        }
        switch value.type {
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(bytes())
        case REDIS_REPLY_INTEGER: self = .number(Int(value.integer))
        case REDIS_REPLY_ARRAY:
            self = .list((0..<value.elements).map { index in value.element[index].map { RedisReply($0) } ?? .null })
        case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes(), as: UTF8.self))
        default: self = .null
        }
    }
}

internal import EventLoop

/// From bytes to an answer and back.
extension HTTPServer {
    func receive(_ connection: HTTPConnection) {
        let wasEmpty = connection.input.isEmpty
        let outcome = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let outcome = sockets.read(connection.descriptor, into: buffer)
            if case .bytes(let count) = outcome { connection.input.append(contentsOf: buffer[..<count]) }
            return outcome
        }
        switch outcome {
        case .wouldBlock: return
        // A peer that has closed in the middle of a head will not complete it.
        case .failed, .timedOut, .ended: return drop(connection)
        case .bytes:
            if wasEmpty && connection.requests > 0 { connection.deadline = now() + limits.headTime }
            process(connection)
        }
    }

    /// Answers the requests that have come, one after the other, as fast as the peer takes the answers.
    func process(_ connection: HTTPConnection) {
        while connection.output.isEmpty, connections[connection.descriptor] != nil {
            switch connection.parse() {
            case .incomplete: return
            case .failed(let error):
                counts.refusals[error.status, default: 0] += 1
                return refuse(connection, Problem(status: error.status, detail: error.detail))
            case .complete: respond(connection)
            }
        }
    }

    private func respond(_ connection: HTTPConnection) {
        let (request, keepAlive): (Request, Bool)
        do throws(Problem) {
            (request, keepAlive) = try connection.takeRequest(limits: limits.head, proxies: proxies)
        } catch {
            counts.refusals[error.status, default: 0] += 1
            return refuse(connection, error)
        }
        counts.requests += 1
        let keeps = keepAlive && connection.requests < limits.requestsPerConnection
        switch handler.answer(request) {
        case .response(let response):
            let shape = AnswerShape(isHead: request.method == .head, isOld: !request.takesChunks)
            write(response, shape, on: connection, keeps: keeps)
        case .stream(let fields, _) where request.method == .head:
            let shape = AnswerShape(isHead: true, hasLength: false)
            write(Response(status: 200, fields: fields), shape, on: connection, keeps: false)
        case .stream(let fields, let take):
            var fields = fields
            if request.takesChunks { fields.append(ResponseField("Transfer-Encoding", "chunked")) }
            let head = ResponseHead.bytes(
                status: 200, fields: fields, date: date, closes: !request.takesChunks, keeps: false)
            connections[connection.descriptor] = nil
            sockets.unwatch(connection.descriptor)
            take(connection.descriptor, head)
        }
    }

    /// Answers what is not to be answered otherwise, and closes.
    func refuse(_ connection: HTTPConnection, _ problem: Problem) {
        connection.input = []
        let shape = AnswerShape(isHead: connection.parser.method == .head)
        write(handler.refuse(problem), shape, on: connection, keeps: false)
    }

    /// What of a request decides how its answer is written.
    private struct AnswerShape {
        /// Asked for with HEAD: no body follows.
        var isHead: Bool
        /// HTTP/1.0: has to be told that the connection is kept.
        var isOld = false
        /// Whether the length of the body is known.
        var hasLength = true
    }

    private func write(_ response: Response, _ shape: AnswerShape, on connection: HTTPConnection, keeps: Bool) {
        var fields = response.fields
        let hasBody = response.status != 204 && response.status != 304
        if hasBody && shape.hasLength {
            fields.append(ResponseField("Content-Length", String(response.body.count)))
        }
        let head = ResponseHead.bytes(
            status: response.status, fields: fields, date: date, closes: !keeps, keeps: keeps && shape.isOld)
        connection.output = head[...]
        if hasBody && !shape.isHead { connection.output += response.body }
        connection.closesAfterOutput = !keeps
        connection.deadline = now() + limits.writeTime
        flush(connection)
    }

    /// Gives the peer what it takes; when all is gone, the next request may be processed.
    func flush(_ connection: HTTPConnection) {
        while !connection.output.isEmpty {
            switch connection.output.withUnsafeBytes({ sockets.write(connection.descriptor, $0) }) {
            case .wrote(let count):
                connection.output = connection.output.dropFirst(count)
                connection.deadline = now() + limits.writeTime
            case .wouldBlock:
                return sockets.watch(connection.descriptor, for: .writing, receiver: self)
            case .failed, .timedOut: return drop(connection)
            }
        }
        if connection.closesAfterOutput {
            connections[connection.descriptor] = nil
            return closer.closePolitely(connection.descriptor)
        }
        connection.deadline = now() + (connection.input.isEmpty ? limits.idleTime : limits.headTime)
        sockets.watch(connection.descriptor, for: .reading, receiver: self)
    }
}

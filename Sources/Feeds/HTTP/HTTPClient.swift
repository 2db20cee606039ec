package import EventLoop

/// GET requests by libcurl on an event loop, which never waits for any of them.
///
/// Connections are kept and used again. Proxies come from the usual environment variables. Let it go while its loop
/// still turns, because its handles are freed there.
package actor HTTPClient {
    private let loop: EventLoop
    private let transfers: CurlTransfers
    private let proxies: Proxies
    private var lastID = 0

    /// Which proxies a client asks.
    package enum Proxies: Sendable {
        /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, read for each request.
        case fromEnvironment
        /// None, whatever the environment says.
        case none
    }

    package init(loop: EventLoop, proxies: Proxies = .fromEnvironment) {
        self.loop = loop
        self.proxies = proxies
        transfers = CurlTransfers(loop: loop)
    }

    /// libcurl's callbacks come on the loop, so its handles must go there too.
    isolated deinit {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The libcurl that is linked, as in `7.88.1`.
    package static var libraryVersion: String { CurlTransfers.libraryVersion }

    /// Asks for a resource and follows redirects, at most as far as the request's limits allow.
    ///
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``HTTPFailure/cancelled`` as soon as the task is cancelled; else what went wrong.
    package func get(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        lastID += 1
        let id = lastID
        typealias Continuation = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation) in
                // Getting here may have been a pause: then the call to cancel has come and found nothing.
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
                transfers.start(id, CurlTransfer(request, proxies: proxies) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            // The handle belongs to the loop: this call comes after the job that has started the transfer, if one has.
            loop.submit { self.assumeIsolated { $0.transfers.cancel(id) } }
        }
        return try result.get()
    }
}

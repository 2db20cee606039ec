internal import Racing
internal import Synchronization

/// A feed that is asked over HTTP with conditional requests (contract 7).
package final class HTTPFeed: FeedSource {
    private let client: HTTPClient
    private let address: FeedAddress
    package var schema: FeedSchema { address.schema }
    private let fields: [HTTPField]
    private let limits: HTTPLimits
    /// Of the last answer that was a 200, the one that `.unchanged` speaks of.
    private let validators = Mutex<Validators?>(nil)

    /// - Parameter version: this program's, for an honest `User-Agent`.
    package init(client: HTTPClient, address: FeedAddress, version: String, limits: HTTPLimits = HTTPLimits()) {
        self.client = client
        self.address = address
        self.limits = limits
        fields = [
            HTTPField("Accept", "application/json"),
            // One gateway answers 500 to a request without it, though there is no content.
            HTTPField("Content-Type", "application/json"),
            HTTPField("User-Agent", "NextToGo/\(version) (+countdown broadcaster)"),
        ]
    }

    package func poll(_ request: PollRequest) async -> PollAnswer {
        let url = address.url(count: request.count)
        // Another count is another resource, whose validators say nothing of this one.
        let known = validators.withLock { $0?.url == url ? $0 : nil }
        do {
            let response = try await client.get(
                HTTPRequest(url: url, fields: fields + (known?.fields ?? []), limits: limits))
            return answer(from: response, url: url, wasConditional: known != nil, second: request.second)
        } catch {
            return .failed(PollFailure(reason: error.reason))
        }
    }

    /// Says that the last body could not be used: the next poll is not conditional, so that it is never confirmed.
    package func forget() async {
        validators.withLock { $0 = nil }
    }

    private func answer(
        from response: HTTPResponse, url: String, wasConditional: Bool, second: Second
    ) -> PollAnswer {
        switch response.status {
        case 200:
            validators.withLock { $0 = Validators(of: response, url: url) }
            return .body(response.body)
        case 304 where wasConditional:
            return .unchanged
        default:
            let wait = response.value(of: "Retry-After").flatMap { RetryAfter.seconds($0, now: second) }
            return .failed(PollFailure(reason: "the feed answered \(response.status)", retryAfter: wait))
        }
    }
}

/// What makes the next request for the same URL conditional (RFC 9110 13.1).
private struct Validators {
    let url: String
    let fields: [HTTPField]

    /// - Returns: nil when the answer has none that can be sent back.
    init?(of response: HTTPResponse, url: String) {
        let pairs = [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")]
        fields = pairs.compactMap { condition, validator in
            response.value(of: validator).flatMap { Self.isSendable($0) ? HTTPField(condition, $0) : nil }
        }
        if fields.isEmpty { return nil }
        self.url = url
    }

    /// Short and of visible ASCII: what a feed says is not put unread into a request.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= 1_024 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

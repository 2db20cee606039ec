package import Racing

/// Where polls are answered from: a URL, a file, captured bodies, the demonstration.
package protocol FeedSource: Sendable {
    /// How its bodies are written.
    var schema: FeedSchema { get }

    /// Answers one poll; the engine never asks again before it has.
    func poll(_ request: PollRequest) async -> PollAnswer

    /// The last body could not be used: it must not be confirmed as unchanged by the next poll.
    func forget() async
}

extension FeedSource {
    package var schema: FeedSchema { .nextRaces }

    package func forget() async {}
}

package struct PollRequest: Equatable, Sendable {
    /// Races asked for, over all categories together.
    package var count: Int
    /// The second of the poll on the server's clock, for sources that are functions of time.
    package var second: Second

    package init(count: Int, second: Second) {
        self.count = count
        self.second = second
    }
}

package enum PollAnswer: Equatable, Sendable {
    /// A body in the source's schema, still to be decoded.
    case body([UInt8])
    /// The same as the last body: a good poll.
    case unchanged
    case failed(PollFailure)
}

/// Why a poll failed.
package struct PollFailure: Error, Equatable, Sendable {
    /// One clear clause without an address, as in `the feed answered 500`; shown to people as the reason.
    package var reason: String
    /// Seconds that the feed asked us to stay away (`Retry-After`, RFC 9110 10.2.3); nil when it did not.
    package var retryAfter: Int?

    package init(reason: String, retryAfter: Int? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}

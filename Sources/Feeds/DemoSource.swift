internal import Racing

/// The built-in demonstration as a source: made-up races, no network.
package struct DemoSource: FeedSource {
    private let feed: DemoFeed

    /// - Parameter seed: another seed is another world of races.
    package init(seed: UInt64 = 1) {
        feed = DemoFeed(seed: seed)
    }

    package func poll(_ request: PollRequest) async -> PollAnswer {
        .body(feed.body(at: request.second.sinceEpoch, count: request.count))
    }
}

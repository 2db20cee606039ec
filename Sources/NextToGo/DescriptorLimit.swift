internal import EventLoop

extension DescriptorLimit {
    /// Streams that fit into a limit, less what loops, the feed and short answers need.
    static func subscribers(within limit: Int, threads: Int) -> Int {
        let reserve = min(limit / 4, 256) + 16 + 6 * threads
        return max(1, min(limit, 1 << 24) - reserve)
    }
}

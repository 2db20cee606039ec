internal import Glibc

/// How many files and sockets the process may hold.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// Streams that fit into a limit, less what loops, the feed and short answers need.
    static func subscribers(within limit: Int, threads: Int) -> Int {
        let reserve = min(limit / 4, 256) + 16 + 6 * threads
        return max(1, min(limit, 1 << 24) - reserve)
    }
}

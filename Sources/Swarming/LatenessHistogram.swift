/// Counts of how late frames were, in steps of 10 us up to 4 s; recording allocates nothing.
struct LatenessHistogram {
    private static let step = 10_000
    private var counts = [UInt32](repeating: 0, count: 400_000)
    private(set) var count = 0
    /// Exact, in nanoseconds.
    private(set) var maximum = 0

    mutating func record(nanoseconds: Int) {
        let nanoseconds = max(nanoseconds, 0)
        counts[min(nanoseconds / Self.step, counts.count - 1)] += 1
        count += 1
        maximum = max(maximum, nanoseconds)
    }

    /// The nanoseconds within which the given part of all frames came, rounded up to a step; nil without any.
    ///
    /// - Parameter perTenThousand: 5,000 is the median.
    func quantile(perTenThousand part: Int) -> Int? {
        quantiles(perTenThousand: [part]).first
    }

    /// The same for rising parts, in one go.
    func quantiles(perTenThousand parts: [Int]) -> [Int] {
        guard count > 0 else { return [] }
        var result: [Int] = []
        var (seen, index) = (0, -1)
        for part in parts {
            let wanted = max((count * part + 9_999) / 10_000, 1)
            while seen < wanted {
                index += 1
                seen += Int(counts[index])
            }
            // What is beyond the last step is known by its maximum only.
            result.append(index == counts.count - 1 ? maximum : min((index + 1) * Self.step, maximum))
        }
        return result
    }
}

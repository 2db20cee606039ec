/// The built-in demonstration feed: race days in the public feed's own JSON schema, made from a seed and a second alone.
///
/// Every answer is a pure function of (seed, second, count), so nothing has to be kept and any instant can be asked for
/// again. Some nine hundred races a day, at all hours. Within any ten minutes a reader that polls each 15 s sees, among
/// the next five races, one re-timed, one delisted and three with the same start (contract 7); harness racing never has
/// five races to come. ``DemoLayout`` holds what makes this so.
package struct DemoFeed: Sendable {
    private let lattice: DemoLattice
    private let writer: DemoFeedBody

    /// - Parameter seed: chooses meetings, names and instants; 1 unless named. Equal seeds give equal race days.
    package init(seed: UInt64 = 1) {
        let draw = DemoDraw(seed: seed)
        lattice = DemoLattice(draw: draw)
        writer = DemoFeedBody(draw: draw)
    }

    /// The body the demo feed answers at a second (seconds since 1970-01-01 UTC) to a poll that asks for `count` races.
    ///
    /// As with the public feed, `count` is a total over all categories, the earliest starts come first, and fewer races
    /// than asked for are normal: about 45 are known at a time. Below 1 it gives none.
    package func body(at second: Int, count: Int) -> [UInt8] {
        writer.bytes(of: lattice.listed(at: second, count: count), count: count)
    }
}

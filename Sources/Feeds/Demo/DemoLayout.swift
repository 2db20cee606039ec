/// The minutes of one cell of the demonstration's race day, and why each cell shows what the contract promises.
///
/// Time is cut into cells of nine minutes, with six or seven races each, all at minutes 0 to 8 of their cell. So in a
/// cell no race of an earlier one is visible any more (a race leaves 60 s past its start), and each layout can be
/// judged alone. In every cell, with seconds counted from its start:
///
/// - one race is delisted within [5, 17). Until two polls have missed it, it is one of the next five: at most four
///   others start before or with it.
/// - one race is re-timed within [90, 102). It is one of the next five before and after: at most four others that have
///   not left by then start up to either minute.
/// - three races start together at the minute `tie`, which alone keeps them on the board from then until 60 s later.
///   At most two races start in the two minutes before, so that they share it from 120 s before their start.
///
/// Changes of a kind happen at most 551 s apart, and ties 12 minutes, of which the last 2 before and the minute after are
/// shown: in time for a reader that has just begun, polls each 15 s and needs two polls to believe in a delisting.
struct DemoLayout {
    /// A race to which nothing happens.
    let plain: Int
    /// The race that is delisted.
    let delisted: Int
    /// Three races at once.
    let tie: Int
    /// The race that is re-timed, and the minute it moves to.
    let moved: Int
    let movedTo: Int
    /// One more race: in even cells a harness race; in odd ones the place that the re-timed race of the cell
    /// before may be moved to.
    let guest: Int

    private init(_ plain: Int, _ delisted: Int, _ tie: Int, _ moved: Int, _ movedTo: Int, _ guest: Int) {
        self.plain = plain
        self.delisted = delisted
        self.tie = tie
        self.moved = moved
        self.movedTo = movedTo
        self.guest = guest
    }

    /// Chosen so that some race starts within any five minutes, also across cells, and no two layouts look alike.
    static let all: [DemoLayout] = [
        DemoLayout(0, 2, 3, 3, 7, 2), DemoLayout(0, 2, 3, 5, 7, 1), DemoLayout(0, 2, 4, 5, 8, 3),
        DemoLayout(0, 2, 4, 6, 8, 1), DemoLayout(0, 4, 4, 5, 7, 5), DemoLayout(1, 2, 4, 5, 7, 0),
        DemoLayout(1, 2, 5, 4, 7, 0), DemoLayout(2, 2, 3, 4, 7, 0), DemoLayout(2, 4, 5, 6, 8, 0),
        DemoLayout(3, 3, 6, 3, 8, 0), DemoLayout(3, 4, 5, 3, 8, 0), DemoLayout(4, 2, 3, 5, 8, 0),
        DemoLayout(8, 2, 3, 6, 5, 2), DemoLayout(8, 3, 3, 4, 7, 0), DemoLayout(8, 3, 5, 4, 3, 1),
        DemoLayout(8, 3, 5, 4, 3, 4),
    ]
}

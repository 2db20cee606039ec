/// Which seconds get a frame, given what the wall clock says each time it is looked at.
///
/// No second twice, no burst after a stall or a step forward, patience after a small step back (contract 5).
package struct SecondSequence: Equatable, Sendable {
    /// The last second that was given out; nil before the first.
    package private(set) var last: Int?

    /// A step back of at most this many seconds is waited out.
    package static let patience = 2

    package init() {}

    package enum Step: Equatable, Sendable {
        /// This second is new: it is time for its frame.
        case tick(Int)
        /// Nothing to do until time has caught up.
        case wait
        /// The clock was set back to this second: what was known of later ones no longer holds.
        case setBack(Int)
    }

    /// - Parameter second: the second in which the clock is now.
    package mutating func step(to second: Int) -> Step {
        guard let last else {
            self.last = second
            return .tick(second)
        }
        if second > last {
            self.last = second
            return .tick(second)
        }
        if last - second <= Self.patience { return .wait }
        self.last = second
        return .setBack(second)
    }
}

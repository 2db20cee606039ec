/// What one good poll of the feed said, before it is merged into the history.
package struct RaceCard: Equatable, Sendable {
    /// The usable races, in no particular order, one for each id.
    package var races: [Race]
    /// Every id that the answer named in any form, also of races that could not be used.
    package var presentIDs: Set<String>
    /// Up to where the answer reaches.
    package var horizon: Horizon

    package init(races: [Race], presentIDs: Set<String>? = nil, horizon: Horizon? = nil) {
        self.races = races
        self.presentIDs = (presentIDs ?? []).union(races.map(\.id))
        self.horizon = horizon ?? races.map(\.start).max().map(Horizon.overall) ?? .none
    }

    /// The last start that an answer gave: a race at or beyond it may only have been cut off.
    package enum Horizon: Equatable, Sendable {
        /// An empty answer reaches nowhere.
        case none
        /// The source answers with the next races of all categories together.
        case overall(Second)
        /// The source answers category by category.
        case perCategory([Category: Second])

        package func start(for category: Category) -> Second? {
            switch self {
            case .none: nil
            case .overall(let last): last
            case .perCategory(let lasts): lasts[category]
            }
        }
    }
}

/// What a client asks of the card: which categories, and how many races.
package struct BoardQuery: Hashable, Sendable {
    package var categories: CategorySet
    /// Races wanted, 1 to 20; a board shows fewer when fewer are known.
    package var count: Int

    package init(categories: CategorySet = .all, count: Int = 5) {
        self.categories = categories.isEmpty ? .all : categories
        self.count = count
    }
}

import Racing
import Testing

struct CategoryTests {
    @Test(
        arguments: [
            (.horse, "horse", "Horse racing", "4a2788f8-e825-4d36-9894-efd4baf1cfae"),
            (.harness, "harness", "Harness racing", "161d9be2-e909-4326-8c2c-35ed71fb460b"),
            (.greyhound, "greyhound", "Greyhound racing", "9daef0d7-bf3c-4f50-921d-8e818c60fe61"),
        ] as [(Category, String, String, String)])
    func `a category has its slug, its name and its id in the feed`(
        category: Category, slug: String, name: String, feedID: String
    ) {
        #expect(category.slug == slug)
        #expect(category.name == name)
        #expect(category.feedID == feedID)
        #expect(Category(feedID: feedID) == category)
        #expect(Category(slugOrFeedID: slug) == category)
        #expect(Category(slugOrFeedID: feedID) == category)
    }

    @Test func `there are just the three categories`() {
        #expect(Category.allCases == [.horse, .harness, .greyhound])
    }

    @Test(
        arguments: [
            "", "Horse", "HORSE", "horses", " horse", "Horse racing", "dogs", "horse,greyhound",
            "4A2788F8-E825-4D36-9894-EFD4BAF1CFAE", "4a2788f8-e825-4d36-9894-efd4baf1cfa",
        ])
    func `anything else is no category`(text: String) {
        #expect(Category(slugOrFeedID: text) == nil)
        #expect(Category(feedID: text) == nil)
    }

    @Test(arguments: Category.allCases)
    func `the feed knows categories by id and not by slug`(category: Category) {
        #expect(Category(feedID: category.slug) == nil)
    }

    @Test(arguments: Category.allCases, Category.allCases)
    func `a set of one category contains that one alone`(chosen: Category, asked: Category) {
        #expect(CategorySet(chosen).contains(asked) == (chosen == asked))
        #expect(CategorySet.all.contains(asked))
        #expect(!CategorySet().contains(asked))
    }

    @Test func `all is the union of the three`() {
        #expect(CategorySet(Category.allCases.map { CategorySet($0) }) == .all)
        let two: CategorySet = [CategorySet(.horse), CategorySet(.greyhound)]
        #expect(two.contains(.horse) && two.contains(.greyhound) && !two.contains(.harness))
        #expect(two != .all)
    }

    @Test func `a query without a category asks for all of them, and for five races`() {
        #expect(BoardQuery(categories: []) == BoardQuery(categories: .all, count: 5))
        #expect(BoardQuery() == BoardQuery(categories: .all, count: 5))
        #expect(BoardQuery(categories: CategorySet(.harness), count: 20) == .first(20, .harness))
        #expect(BoardQuery(categories: CategorySet(.harness)) != BoardQuery())
        #expect(BoardQuery(count: 4) != BoardQuery(count: 5))
    }

    @Test func `a race is labelled for a screen reader`() {
        #expect(race("a", 95, number: 3).label == "Randwick. Horse racing. Race 3.")
        #expect(race("a", 95, .harness, meeting: "Menangle", number: 10).label == "Menangle. Harness racing. Race 10.")
        let name = race("a", 95, .greyhound, meeting: "The Gardens", number: 1, name: "Maiden Plate").label
        #expect(name == "The Gardens. Greyhound racing. Race 1.")
    }
}

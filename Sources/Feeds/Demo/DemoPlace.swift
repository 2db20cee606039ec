/// A part of the world with invented tracks.
enum DemoRegion: Int, CaseIterable {
    case south, isles, america
}

/// An invented track. Each region has 72 for each category; those that end in "Park" serve more than one.
struct DemoPlace {
    static let count = 72

    /// Letters and spaces only: nothing to escape in JSON.
    let name: String
    /// As the public feed writes them: `NSW` and `AUS`, but `NZ` and `NZ`.
    let state: String
    let country: String
    /// Names the track across categories.
    let key: Int

    /// - Parameter index: in `0..<DemoPlace.count`.
    init(region: DemoRegion, category: DemoCategory, index: Int) {
        let words = DemoPlace.words(of: region)
        let (ending, stem) = index.quotientAndRemainder(dividingBy: words.stems.count)
        let endings = words.endings(category)
        name = words.stems[stem] + endings[ending]
        let states = words.states
        (state, country) = states[(stem + 5 * ending) % states.count]
        let isShared = ending == endings.count - 1
        key = (region.rawValue * 4 + (isShared ? 3 : category.rawValue)) * Self.count + index
    }

    private struct Words {
        let stems: [String]
        let horse: [String]
        let greyhound: [String]
        let harness: [String]
        let states: [(String, String)]

        func endings(_ category: DemoCategory) -> [String] {
            switch category {
            case .horse: horse
            case .greyhound: greyhound
            case .harness: harness
            }
        }
    }

    private static func words(of region: DemoRegion) -> Words {
        switch region {
        case .south: south
        case .isles: isles
        case .america: america
        }
    }

    private static let south = Words(
        stems: [
            "Wattle", "Banksia", "Kurrajong", "Mulga", "Brolga", "Saltbush", "Ironbark", "Quandong", "Galah",
            "Spinifex", "Lyrebird", "Tussock",
        ],
        horse: [" Creek", " Downs", " Plains", " Flat", " River", " Park"],
        greyhound: [" Bend", " Gardens", " Straight", " Hill", " Road", " Park"],
        harness: [" Showgrounds", " Harbour", " Oval", " Crossing", " Vale", " Park"],
        states: [
            ("NSW", "AUS"), ("VIC", "AUS"), ("QLD", "AUS"), ("NZ", "NZ"), ("SA", "AUS"), ("WA", "AUS"), ("TAS", "AUS"),
        ])

    private static let isles = Words(
        stems: [
            "Ash", "Thorn", "Wren", "Elder", "Hazel", "Marl", "Otter", "Rush", "Bracken", "Heron", "Linden", "Sedge",
        ],
        horse: ["bury", "combe", "wick", "ford", "ley", " Park"],
        greyhound: ["gate", " Lane", "mere", " Green", "moor", " Park"],
        harness: ["field", "holm", "stead", "brook", "dale", " Park"],
        states: [("UK", "UK"), ("UK", "UK"), ("IRE", "IRE")])

    private static let america = Words(
        stems: [
            "Juniper", "Cottonwood", "Prairie", "Sagebrush", "Hickory", "Tamarack", "Buckeye", "Dogwood", "Piñon",
            "Redbud", "Sycamore", "Magnolia",
        ],
        horse: [" Downs", " Meadows", " Ridge", " Springs", " Bluffs", " Park"],
        greyhound: [" Lakes", " Junction", " Beach", " Point", " Falls", " Park"],
        harness: [" Raceway", " Fairgrounds", " Hollow", " Landing", " Mile", " Park"],
        states: [
            ("KY", "USA"), ("WV", "USA"), ("ON", "CA"), ("AZ", "USA"), ("LA", "USA"), ("OH", "USA"), ("FL", "USA"),
        ])
}

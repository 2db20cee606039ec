/// Invented race names in the manner of the public feed: a sponsor and a class, or just number and class.
///
/// All texts are escaped for JSON.
enum DemoNames {
    /// The name of a race. One in twelve or so is longer than 60 characters.
    static func race(number: Int, category: DemoCategory, region: DemoRegion, choices: DemoChoices) -> String {
        var choices = choices
        let kind = choices.element(of: classes(of: category, in: region))
        if region == .america, choices.below(3) > 0 { return "Race \(number) - \(kind)" }
        let sponsor = choices.element(of: sponsors)
        switch choices.below(24) {
        case 0: return "Celebrating Fifty Years Of Country Racing With \(sponsor) \(kind)"
        case 1: return "\(sponsor) Thanks The Volunteers And Members Of The Club \(kind)"
        case 2: return "Race \(number)"
        default: return "\(sponsor) \(kind)"
        }
    }

    static let sponsors = DemoText.escaped([
        "Coppertop Bakery", "Hay & Saddle Store", "Old Mill Hotel", "Riverside Plumbing", "Bluebell Florist",
        "Three Gullies Vets", "O'Hara's Stockfeeds", "Northern Fencing & Gates", "Lantern Café", "Sunrise Choir",
        "Gumleaf Printing", "Harbour Lights Motel", "Tin Shed Brewing", "Maple Street Dental", "Kite & Key Locksmiths",
        "The \"Blue Gate\" Nursery", "Longbow Timber", "Paddock & Pantry", "Quarry Road Tyres", "Wheelwright's Arms",
    ])

    private static func classes(of category: DemoCategory, in region: DemoRegion) -> [String] {
        switch (category, region) {
        case (.horse, .isles): jumps
        case (.horse, _): flat
        case (.greyhound, _): greyhound
        case (.harness, _): harness
        }
    }

    private static let flat = DemoText.escaped([
        "Maiden Plate", "Handicap (Bm58)", "Handicap (Bm64)", "Hcp (C1)", "Cup", "2YO Plate",
        "Fillies & Mares Handicap", "Maiden Claiming", "Allowance",
    ])
    private static let jumps = DemoText.escaped([
        "Novices' Hurdle", "Handicap Chase", "Maiden Stakes", "Handicap (Div 2)", "Bumper", "Novices' Handicap Chase",
    ])
    private static let greyhound = DemoText.escaped([
        "Maiden", "Mixed 4/5", "Grade 5 Heat 2", "Sprint", "Stake (250+ Rank)", "1-3 Wins", "Final", "Dash",
        "525 Yds (A4)",
    ])
    private static let harness = DemoText.escaped([
        "Pace", "Mobile Pace", "Trot", "Trotters Handicap", "Band 5 Pace", "Claiming Pace", "Fillies Pace",
        "Junior Trot",
    ])
}

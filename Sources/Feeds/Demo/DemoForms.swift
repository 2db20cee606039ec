/// The `race_form` members of a race, which nobody shows: distance, track and weather as JSON with a comma in front.
enum DemoForms {
    /// All combinations for a category; some lack track or weather, as in the public feed.
    static func of(_ category: DemoCategory) -> [String] {
        switch category {
        case .horse: horse
        case .greyhound: greyhound
        case .harness: harness
        }
    }

    private static let horse = forms(metres: [1000, 1100, 1200, 1300, 1400, 1600, 1800, 2000, 2400])
    private static let greyhound = forms(metres: [300, 342, 390, 450, 480, 515, 595])
    private static let harness = forms(metres: [1609, 1660, 1720, 2100, 2150, 2300])

    private static func forms(metres: [Int]) -> [String] {
        let tracks = named("track_condition", ["Good", "Firm", "Soft", "Slow"])
        let weathers = named("weather", ["Fine", "Overcast", "Showers"])
        return metres.flatMap { metres in
            tracks.flatMap { track in
                weathers.map { weather in
                    #","race_form":{"distance":\#(metres),"distance_type":{"name":"Metres","short_name":"m"}"#
                        + track + weather + #","generated":1}"#
                }
            }
        }
    }

    private static func named(_ key: String, _ names: [String]) -> [String] {
        [""] + names.map { #","\#(key)":{"name":"\#($0)"}"# }
    }
}

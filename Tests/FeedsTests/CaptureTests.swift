import Feeds
import Foundation
import Racing
import Testing

/// The folder of captured bodies, if there is one here.
private let folder = ProcessInfo.processInfo.environment["NEXTTOGO_CAPTURES"].flatMap { $0.isEmpty ? nil : $0 }

/// The decoder and the sources on real bodies of the public feed, which are not part of this project.
@Suite(.enabled(if: folder != nil, "NEXTTOGO_CAPTURES names no folder of captured bodies"))
struct CaptureTests {
    struct Expected: CustomTestStringConvertible {
        var file: String
        var horses: Int
        var harness: Int
        var greyhounds: Int
        var present: Int
        var starts: ClosedRange<Int>

        var testDescription: String { file }

        init(
            _ file: String, _ horses: Int, _ harness: Int, _ greyhounds: Int, of present: Int,
            _ starts: ClosedRange<Int>
        ) {
            self.file = file
            self.horses = horses
            self.harness = harness
            self.greyhounds = greyhounds
            self.present = present
            self.starts = starts
        }
    }

    private func bytes(_ file: String) throws -> [UInt8] {
        let folder = try #require(folder)
        return Array(try Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
    }

    private func card(_ file: String, now: Int) throws -> RaceCard {
        try FeedDecoder.decode(bytes(file), now: Second(now)).card
    }

    @Test(arguments: [
        Expected("appdevguy-10.json", 0, 3, 7, of: 10, 1_709_034_720...1_709_035_740),
        Expected("appdevguy-100.json", 20, 9, 16, of: 45, 1_709_361_000...1_709_366_220),
        Expected("arinjoy-next_races.json", 6, 2, 1, of: 9, 1_687_208_700...1_687_221_000),
        Expected("arinjoy-success.json", 4, 1, 1, of: 7, 1_687_208_700...1_687_221_000),
        Expected("chiragchaplot.json", 7, 3, 0, of: 10, 1_741_496_400...1_741_497_600),
        Expected("itsrhysjones.json", 3, 2, 5, of: 10, 1_638_668_340...1_638_669_180),
        Expected("jdash-1768438793569.json", 2, 3, 5, of: 10, 1_768_438_680...1_768_439_880),
        Expected("jdash-1768481043296.json", 3, 1, 6, of: 10, 1_768_481_100...1_768_481_880),
        Expected("jdash-1768484374194.json", 4, 1, 5, of: 10, 1_768_484_340...1_768_485_120),
        Expected("jdash-1768521563983.json", 6, 0, 4, of: 10, 1_768_521_780...1_768_523_280),
        Expected("jdash-1768521692164.json", 6, 0, 4, of: 10, 1_768_521_780...1_768_523_280),
        Expected("jdash-1768522365856.json", 7, 0, 3, of: 10, 1_768_522_260...1_768_523_940),
        Expected("jonathanconway.json", 1, 1, 3, of: 5, 1_770_090_300...1_770_090_780),
        Expected("monakhi.json", 5, 1, 4, of: 10, 1_759_723_140...1_759_723_800),
        Expected("mwtee.json", 0, 0, 2, of: 2, 1_718_019_240...1_718_019_300),
        Expected("nalinboi.json", 6, 0, 4, of: 10, 1_743_489_300...1_743_490_320),
        Expected("vishnusasikumar.json", 2, 1, 2, of: 5, 1_744_098_000...1_744_098_180),
    ])
    func `every race of a real body is usable`(_ expected: Expected) throws {
        let decoded = try FeedDecoder.decode(bytes(expected.file), now: Second(expected.starts.lowerBound))
        let counts = Dictionary(grouping: decoded.card.races, by: \.category).mapValues(\.count)
        #expect(counts[.horse, default: 0] == expected.horses)
        #expect(counts[.harness, default: 0] == expected.harness)
        #expect(counts[.greyhound, default: 0] == expected.greyhounds)
        #expect(decoded.card.presentIDs.count == expected.present)
        #expect(decoded.card.races.map(\.start).min() == Second(expected.starts.lowerBound))
        #expect(decoded.card.horizon == .overall(Second(expected.starts.upperBound)))
        #expect(decoded.skipped.isEmpty)
        for race in decoded.card.races {
            #expect((1...20).contains(race.number) && race.start.sinceEpoch.isMultiple(of: 60))
            #expect(race.meeting.utf8.count <= 21 && race.name?.utf8.count ?? 0 <= 63)
        }
    }

    @Test(arguments: [
        ("appdevguy-invalid.json", FeedDecodingError.notJSON), ("arinjoy-invalid-body.json", .otherShape),
        ("error-v2-500.json", .status("Internal Server Error")),
        ("other/neds-v2-next-races-category-group.json", .otherShape), ("other/nztab-List-Of-Races.txt", .otherShape),
    ])
    func `what is no answer in the schema fails with its reason`(_ file: String, _ error: FeedDecodingError) throws {
        let body = try bytes(file)
        #expect(throws: error) { try FeedDecoder.decode(body, now: Second(1_768_438_793)) }
    }

    @Test func `the second version's answer has five races of each category, and a horizon for each`() throws {
        let body = try bytes("other/neds-v2-next-races-category-group.json")
        let decoded = try FeedDecoder.decode(body, now: Second(1_674_273_745), schema: .nextRacesByCategory)
        #expect(decoded.skipped.isEmpty && decoded.card.presentIDs.count == 15)
        #expect(
            Dictionary(grouping: decoded.card.races, by: \.category).mapValues(\.count).values.allSatisfy { $0 == 5 })
        #expect(
            decoded.card.horizon
                == .perCategory([
                    .horse: Second(1_674_274_105), .harness: Second(1_674_274_045), .greyhound: Second(1_674_274_285),
                ]))
    }

    @Test func `escaped characters in names are read`() throws {
        #expect(try card("appdevguy-10.json", now: 1_709_034_800).races.contains { $0.name?.contains("&") ?? false })
    }

    @Test func `a change of the weather is none of the card`() throws {
        let first = try card("jdash-1768521563983.json", now: 1_768_521_563)
        #expect(try card("jdash-1768521692164.json", now: 1_768_521_692) == first)
    }

    @Test func `a race that moved keeps its id`() throws {
        let before = try card("jdash-1768521692164.json", now: 1_768_521_692)
        let after = try card("jdash-1768522365856.json", now: 1_768_522_365)
        let old = try #require(before.races.first { $0.meeting == "Turf Paradise" && $0.number == 8 })
        let new = try #require(after.races.first { $0.id == old.id })
        #expect(new.start - old.start == 17 * 60)
        #expect(before.presentIDs.subtracting(after.presentIDs).count == 3)
        #expect(after.presentIDs.subtracting(before.presentIDs).count == 3)
    }

    @Test func `a replay of the folder gives the six captures in their order`() async throws {
        let feed = try ReplayFeed(directory: try #require(folder))
        #expect(feed.firstSecond == Second(1_768_438_793))
        let instants = [
            1_768_438_793_569, 1_768_481_043_296, 1_768_484_374_194, 1_768_521_563_983, 1_768_521_692_164,
            1_768_522_365_856,
        ]
        for instant in instants {
            let expected = PollAnswer.body(try bytes("jdash-\(instant).json"))
            #expect(await feed.poll(PollRequest(count: 50, second: Second(instant / 1_000))) == expected)
            #expect(await feed.poll(PollRequest(count: 50, second: Second(instant / 1_000 + 1))) == .unchanged)
        }
    }
}

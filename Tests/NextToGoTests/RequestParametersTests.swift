import Broadcasting
import HTTPServer
import Racing
import Testing

@testable import NextToGo

@Suite struct `The parameters of a request` {
    /// A parameter as `name=value`, decoded.
    private static func parameter(_ text: String) -> QueryString.Parameter {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        return QueryString.Parameter(name: String(text[..<equals]), value: String(text[equals...].dropFirst()))
    }

    /// What the streams of events know.
    private static let stream: [RequestParameters.Name] = [.category, .count, .events, .announce, .lastEventId]

    private func read(
        _ texts: [String], allowed: [RequestParameters.Name] = Self.stream, count: Int = 5
    ) throws(Problem) -> RequestParameters {
        try RequestParameters(texts.map(Self.parameter), allowed: allowed, defaultCount: count)
    }

    private func fault(
        _ texts: [String], allowed: [RequestParameters.Name] = Self.stream
    ) -> Problem? {
        do throws(Problem) {
            _ = try read(texts, allowed: allowed)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 5, 20])
    func `have defaults`(count: Int) throws {
        let parameters = try read([], count: count)
        #expect(parameters.board == BoardQuery(count: count))
        #expect(parameters.board.categories == .all)
        #expect(parameters.events == .all)
        #expect(parameters.announce == .frequent)
        #expect(parameters.lastEventID == nil)
    }

    @Test func `are all taken together, in any order`() throws {
        let texts = ["count=7", "category=harness", "events=races", "announce=off", "lastEventId=9"]
        let parameters = try read(texts)
        #expect(parameters.board == BoardQuery(categories: CategorySet(.harness), count: 7))
        #expect(parameters.events == .races)
        #expect(parameters.announce == .off)
        #expect(parameters.lastEventID == "9")
        #expect(try read(texts.reversed()) == parameters)
    }

    @Test(arguments: ["_", "_=", "_=1", "utm_source=x", "utm_", "utm_id="])
    func `leave aside what trackers and caches add, also repeated`(text: String) throws {
        #expect(try read([text, text]) == read([]))
        #expect(try read([text], allowed: []) == read([]))
    }

    @Test(arguments: [
        "", "x", "Count", "count ", "counts", "__", "UTM_a", "utm", "lastEventID", "last-event-id", "width",
    ])
    func `are known by name`(name: String) {
        let list = "category, count, events, announce, lastEventId"
        #expect(
            fault([name + "=1"])
                == Problem(status: 400, detail: "The parameter '\(name)' is unknown; known here: \(list)."))
    }

    @Test func `are known to their paths alone`() {
        #expect(
            fault(["events=races"], allowed: [.category, .count])
                == Problem(status: 400, detail: "The parameter 'events' is unknown; known here: category, count."))
        #expect(
            fault(["count=1"], allowed: [])
                == Problem(status: 400, detail: "The parameter 'count' is unknown; none is known here."))
    }

    @Test(arguments: ["1", "2", "20", "05", "0000000000000000000020"])
    func `count from 1 to 20`(text: String) throws {
        #expect(try read(["count=\(text)"]).board.count == Int(text))
    }

    @Test(arguments: [
        "0", "00", "21", "-1", "+5", " 5", "5 ", "5.0", "5,6", "0x5", "five", "٥", "99999999999999999999", "",
    ])
    func `count in no other way`(text: String) {
        let problem = Problem(status: 400, detail: "count '\(text)' is not allowed; it must be 1 to 20.")
        #expect(fault(["count=\(text)"]) == problem)
    }

    static let ids = Category.allCases.map(\.feedID).joined(separator: ",")

    @Test(arguments: [
        (["horse"], [Category.horse]), (["harness"], [.harness]), (["greyhound"], [.greyhound]),
        ([Category.horse.feedID], [.horse]), (["horse,greyhound"], [.horse, .greyhound]),
        (["greyhound", "horse"], [.horse, .greyhound]), (["horse,horse", "horse"], [.horse]),
        (["horse," + Category.horse.feedID], [.horse]), (["horse,harness", "greyhound"], Category.allCases),
        ([ids], Category.allCases),
    ])
    func `choose categories by slug or id, with commas or repeated`(values: [String], categories: [Category]) throws {
        let set = categories.reduce(into: CategorySet()) { $0.insert(CategorySet($1)) }
        #expect(try read(values.map { "category=\($0)" }).board.categories == set)
    }

    @Test(arguments: [
        ("", ""), ("dogs", "dogs"), ("Horse", "Horse"), ("horse,", ""), (",horse", ""), ("horse,,harness", ""),
        ("horse, harness", " harness"), ("horse,cats,dogs", "cats"), ("horse;harness", "horse;harness"), ("all", "all"),
        (Category.horse.feedID.uppercased(), Category.horse.feedID.uppercased()),
        (String(Category.horse.feedID.dropLast()), String(Category.horse.feedID.dropLast())),
    ])
    func `choose no other category`(value: String, culprit: String) {
        let allowed = "horse, harness, greyhound, or their ids"
        let problem = Problem(status: 400, detail: "category '\(culprit)' is unknown; allowed: \(allowed).")
        #expect(fault(["category=\(value)"]) == problem)
        #expect(fault(["category=horse", "category=\(value)"]) == problem)
    }

    private static let kinds: [(String, EventKinds)] = [
        ("races", .races), ("countdown", .countdown), ("announce", .announce), ("feed", .feed),
        ("races,countdown", [.races, .countdown]), ("feed,races,feed", [.races, .feed]),
        ("races,countdown,announce,feed", .all),
    ]

    @Test(arguments: kinds)
    func `choose kinds of event`(value: String, kinds: EventKinds) throws {
        #expect(try read(["events=\(value)"]).events == kinds)
    }

    @Test(arguments: [
        ("", ""), ("Races", "Races"), ("races,", ""), (",races", ""), ("races, feed", " feed"), ("bye", "bye"),
        ("all", "all"), ("race,feed", "race"),
    ])
    func `choose no other kind of event`(value: String, culprit: String) {
        let allowed = "races, countdown, announce, feed"
        #expect(
            fault(["events=\(value)"])
                == Problem(status: 400, detail: "events '\(culprit)' is unknown; allowed: \(allowed)."))
    }

    @Test(arguments: [("off", Announcement.Mode.off), ("milestones", .milestones), ("frequent", .frequent)])
    func `choose how much is announced`(value: String, mode: Announcement.Mode) throws {
        #expect(try read(["announce=\(value)"]).announce == mode)
    }

    @Test(arguments: ["", "on", "Off", "off,frequent", "off "])
    func `choose nothing else to be announced`(value: String) {
        #expect(
            fault(["announce=\(value)"])
                == Problem(
                    status: 400, detail: "announce '\(value)' is unknown; allowed: off, milestones, frequent."))
    }

    @Test(arguments: ["1", "x", "-1", " ", String(repeating: "9", count: 4_000)])
    func `carry any last event id`(value: String) throws {
        #expect(try read(["lastEventId=\(value)"]).lastEventID == value)
    }

    @Test func `carry no empty last event id`() {
        #expect(
            fault(["lastEventId="])?.detail == "lastEventId is empty; it must be the id of an event, or be left out.")
        #expect(fault(["lastEventId"])?.status == 400)
    }

    @Test(arguments: [
        ("count", "5", "5", "1 to 20"), ("count", "5", "6", "1 to 20"),
        ("events", "races", "feed", "races, countdown, announce, feed"),
        ("announce", "off", "off", "off, milestones, frequent"), ("lastEventId", "1", "2", "the id of an event"),
    ])
    func `with one value are given once`(name: String, first: String, second: String, allowed: String) {
        #expect(
            fault(["\(name)=\(first)", "\(name)=\(second)"])
                == Problem(status: 400, detail: "\(name) may be given once only: \(allowed)."))
    }
}

@Suite struct `A last event id` {
    @Test(arguments: [("0", 0), ("7", 7), ("1764480030", 1_764_480_030), ("999999999999999", 999_999_999_999_999)])
    func `of ours is a second`(text: String, second: Int) {
        #expect(Second(lastEventID: text) == Second(second))
    }

    @Test(arguments: [
        "", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "x", "٧", "1000000000000000", "1, 2", "1\n2",
        "9007199254740993\0",
        String(repeating: "1", count: 4_096),
    ])
    func `of others is none`(text: String) {
        #expect(Second(lastEventID: text) == nil)
    }
}

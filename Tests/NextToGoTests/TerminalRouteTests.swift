import Broadcasting
import HTTPServer
import Racing
import TestSupport
import Testing

@testable import NextToGo

@Suite struct `The board at a terminal` {
    private let races = [TestRaces.race("a", in: 300), TestRaces.race("b", in: 600, category: .greyhound)]
    private let harness: LoopHarness

    init() {
        harness = LoopHarness(LoopHarness.Setup(races: races, room: 2))
    }

    /// The picture that is wanted, in the first second.
    private func picture(_ style: TerminalStyle, of query: BoardQuery = BoardQuery()) -> String {
        let picture = TerminalBoard.picture(TestRaces.history(races), query, style, at: TestRaces.base + 1)
        return String(decoding: picture, as: UTF8.self)
    }

    @Test func `comes once as plain text`() throws {
        let answer = try harness.ask("/board.txt")
        #expect(answer.status == 200)
        #expect(answer.names == ["Content-Type", "Cache-Control", "Access-Control-Allow-Origin"])
        #expect(answer.field("content-type") == "text/plain; charset=utf-8")
        #expect(answer.field("cache-control") == "no-store")
        #expect(answer.body == picture(TerminalStyle(ansi: false)))
        #expect(!answer.body.contains("\u{1B}"))
    }

    @Test func `is the board that was asked for`() throws {
        let answer = try harness.ask("/board.txt?category=greyhound&count=1&width=40")
        let query = BoardQuery(categories: CategorySet(.greyhound), count: 1)
        #expect(answer.body == picture(TerminalStyle(width: 40, ansi: false), of: query))
    }

    @Test(arguments: ["/board", "/board?ansi=0", "/board?ansi=0&color=1&width=20"])
    func `comes as a stream, each second anew`(target: String) throws {
        let peer = harness.send(target)
        let answer = try TextAnswer(peer.text)
        #expect(answer.field("content-type") == "text/plain; charset=utf-8")
        #expect(answer.field("cache-control") == "no-cache, no-transform")
        #expect(answer.body.contains("\u{1B}") == !target.contains("ansi=0"))
        let first = peer.received.count
        harness.advance()
        #expect(peer.received.count > first)
    }

    @Test func `has no place when all are taken`() throws {
        for _ in 0..<2 { _ = harness.send("/board") }
        let answer = try harness.ask("/board")
        #expect(answer.status == 503)
        #expect(answer.field("retry-after") == "20")
        #expect(try harness.ask("/board.txt").status == 200)
    }

    @Test(arguments: [
        ("/board?events=races", "'events'"), ("/board.txt?ansi=1", "'ansi'"), ("/board?width=201", "'201'"),
        ("/board.txt?width=19", "'19'"), ("/board?color=2", "'2'"), ("/help?x", "'x'"),
        ("/openapi.json?count=1", "'count'"),
        ("/board?width=%ff", "parameter width"),
    ])
    func `names what is wrong with its parameters`(target: String, culprit: String) throws {
        let answer = try harness.ask(target)
        #expect(answer.status == 400)
        #expect(answer.body.contains(culprit))
    }

    @Test(arguments: [
        ("/openapi.json", "application/json", "\"/board.txt\""), ("/asyncapi.json", "application/json", "\"asyncapi\""),
        ("/help", "text/plain; charset=utf-8", "http://a/"),
    ])
    func `is described beside everything else`(target: String, type: String, content: String) throws {
        let answer = try harness.ask(target)
        #expect(answer.status == 200)
        #expect(answer.field("content-type") == type)
        #expect(answer.field("access-control-allow-origin") == "*")
        #expect(answer.body.contains(content))
    }
}

@Suite struct `The style of a terminal` {
    private func style(_ parameters: [(String, String)]) throws(Problem) -> TerminalStyle {
        let list = parameters.map { QueryString.Parameter(name: $0.0, value: $0.1) }
        return try RequestParameters(list, allowed: [.ansi, .color, .width], defaultCount: 5).style
    }

    private func fault(_ name: String, _ value: String) -> String? {
        do throws(Problem) {
            _ = try style([(name, value)])
            return nil
        } catch {
            return error.detail
        }
    }

    @Test func `has colour where it has escapes, unless it is told otherwise`() throws {
        #expect(try style([]) == TerminalStyle(width: 80, ansi: true, color: true))
        #expect(try style([("ansi", "0")]) == TerminalStyle(width: 80, ansi: false, color: false))
        #expect(try style([("ansi", "1"), ("color", "0")]) == TerminalStyle(width: 80, ansi: true, color: false))
        #expect(try style([("color", "1"), ("ansi", "0")]) == TerminalStyle(width: 80, ansi: false, color: false))
    }

    @Test(arguments: ["", "2", "-1", "00", "on", "true", " 1"])
    func `has flags of one digit`(value: String) {
        for name in ["ansi", "color"] {
            #expect(fault(name, value) == "\(name) '\(value)' is not allowed; it must be 0 or 1.")
        }
    }

    @Test(arguments: [20, 21, 80, 199, 200])
    func `has a width`(width: Int) throws {
        #expect(try style([("width", "\(width)")]).width == width)
    }

    @Test(arguments: ["", "0", "19", "201", "+80", "80 ", "8o", "99999999999999999999"])
    func `has no other width`(value: String) {
        #expect(fault("width", value) == "width '\(value)' is not allowed; it must be 20 to 200.")
    }

    @Test(arguments: [("ansi", "0 or 1"), ("color", "0 or 1"), ("width", "20 to 200")])
    func `is told once`(name: String, allowed: String) {
        #expect(throws: Problem(status: 400, detail: "\(name) may be given once only: \(allowed).")) {
            try style([(name, name == "width" ? "80" : "1"), (name, name == "width" ? "80" : "1")])
        }
    }
}

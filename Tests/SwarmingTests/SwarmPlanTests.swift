import CommandLineOptions
import Testing

@testable import Swarming

@Suite struct `The options of the swarm` {
    private func complaint(_ words: [String], descriptors: Int = 20_000) -> String? {
        do throws(UsageError) {
            let values = try OptionValues<SwarmOption>(arguments: ["swarm"] + words, environment: [:])
            _ = try SwarmPlan(values, descriptors: descriptors)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `have defaults`() throws {
        let plan = try plan(descriptors: 1_024)
        #expect(plan.url == "http://127.0.0.1:8080/events?events=countdown")
        #expect(plan.subscribers == 1_000 && plan.rate == 2_000 && plan.seconds == 10 && plan.settle == 2)
        #expect(plan.sources.count == 1 && plan.verified == 200 && plan.herd == 0)
        #expect(plan.processes.isEmpty && !plan.isJSON && !plan.isQuiet)
        #expect(
            String(decoding: plan.request, as: UTF8.self)
                == "GET /events?events=countdown HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: text/event-stream\r\n\r\n")
        #expect(plan.verifiedStride == 5)
    }

    @Test func `can be chosen`() throws {
        let plan = try plan(
            "--url=http://[::1]:9?a=b", "--header", "A: b", "--header", "C:d", "--subscribers", "20", "--rate", "7",
            "--seconds", "3", "--settle", "4", "--verify", "0", "--herd", "20", "--pid", "5", "--pid", "6", "--json",
            "--quiet")
        #expect(
            String(decoding: plan.request, as: UTF8.self)
                == "GET /?a=b HTTP/1.1\r\nHost: [::1]:9\r\nAccept: text/event-stream\r\nA: b\r\nC:d\r\n\r\n")
        #expect(plan.subscribers == 20 && plan.rate == 7 && plan.seconds == 3 && plan.settle == 4 && plan.herd == 20)
        #expect(plan.processes == [5, 6] && plan.isJSON && plan.isQuiet)
        #expect(plan.verifiedStride == nil && plan.sources.isEmpty)
    }

    @Test func `ask for gzip`() throws {
        let request = String(decoding: try plan("--gzip", "--subscribers", "1").request, as: UTF8.self)
        #expect(request.hasSuffix("\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n"))
    }

    @Test(arguments: [
        (1, 1), (4_000, 1), (4_001, 2), (19_000, 5),
    ])
    func `spread connections over addresses`(subscribers: Int, sources: Int) throws {
        #expect(try plan("--subscribers", "\(subscribers)", descriptors: 20_000).sources.count == sources)
    }

    @Test func `reach to the last descriptor but a few`() throws {
        #expect(complaint(["--subscribers", "19976"]) == nil)
        #expect(
            complaint(["--subscribers", "19977"])
                == "--subscribers 19977 is too many: 20000 descriptors are allowed here (ulimit -Hn), which is enough "
                + "for 19976")
        #expect(complaint(["--subscribers", "1"], descriptors: 10)?.hasSuffix("which is enough for 0") == true)
    }

    @Test(arguments: [
        (["--url", "https://127.0.0.1:1/"], "--url must be"), (["--url", "http://localhost:1/"], "--url must be"),
        (["--url", "http://127.0.0.1/"], "--url must be"), (["--url", "http://127.0.0.1:99999/"], "--url must be"),
        (["--url", "http://127.0.0.1:1/a b"], "--url must be"), (["--subscribers", "0"], "--subscribers must be"),
        (["--rate", "-1"], "--rate must be"), (["--seconds", "0"], "--seconds must be"),
        (["--settle", "x"], "--settle must be"), (["--verify", "?"], "--verify must be"),
        (["--herd", "1001"], "--herd must be 0 to 1000"), (["--pid", "self"], "--pid must be a number, not 'self'"),
        (["--pid", "0"], "--pid must be"), (["--header", "A"], "--header must be"),
        (["--header", ": a"], "--header must be"), (["--header", "A: b\r\nC: d"], "--header must be"),
        (["--sources", "251"], "--sources must be"),
        (["--sources", "1", "--url", "http://192.0.2.1:1/"], "--sources is for servers on 127.0.0.0/8"),
        (["--json=yes"], "option '--json' takes no value"), (["--nope"], "unknown option '--nope'"),
        (["there"], "unexpected argument 'there'"), (["--url"], "option '--url' needs a value"),
    ])
    func `are refused by name`(words: [String], start: String) {
        #expect(complaint(words)?.hasPrefix(start) == true, "\(complaint(words) ?? "it was taken")")
    }

    @Test func `are all in the help`() {
        for option in SwarmOption.allCases { #expect(SwarmOption.helpText.contains("--\(option.rawValue)")) }
    }
}

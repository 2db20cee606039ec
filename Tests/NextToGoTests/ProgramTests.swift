import EventLoop
import Testing

@testable import NextToGo

@Suite struct `The help text` {
    @Test(arguments: OptionKey.allCases)
    func `has a line for each option`(key: OptionKey) {
        let name = key.argument.map { "--\(key.rawValue) \($0)" } ?? "--\(key.rawValue)"
        let lines = HelpText.full.split(separator: "\n").filter { $0.hasPrefix("  \(name)  ") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix(key.meaning) == true)
    }

    @Test func `lines its columns up, within the width of a terminal`() {
        let lines = HelpText.full.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 110 && $0.last != " " })
        // Where the meaning begins: after two spaces at least.
        let columns = lines.filter { $0.hasPrefix("  --") }.map { line in
            let gap = line.dropFirst(2).firstRange(of: "  ")
            return gap.map { line[$0.lowerBound...].prefix { $0 == " " }.endIndex.utf16Offset(in: line) }
        }
        #expect(Set(columns).count == 1)
        #expect(HelpText.full.hasSuffix("\n"))
    }

    @Test(arguments: ["demo", "neds", "neds-v2", "ladbrokes", "http(s)://…", "file:PATH", "replay:DIR"])
    func `explains each source`(source: String) {
        #expect(HelpText.full.contains("\n  \(source) "))
    }
}

@Suite struct `The program` {
    private func run(_ words: String..., environment: [String: String] = [:]) -> Int32 {
        Program.run(arguments: ["nexttogo"] + words, environment: environment, cores: 1)
    }

    @Test(arguments: ["--help", "--version"])
    func `ends well when it was asked about itself`(word: String) {
        #expect(run(word) == 0)
    }

    @Test func `ends with 64 after a mistake in its words or its environment`() {
        #expect(run("--port=x") == 64)
        #expect(run("extra") == 64)
        #expect(run(environment: ["NEXTTOGO_COUNT": "21"]) == 64)
    }

    @Test func `ends with 1 when the server that it asks is not there`() {
        #expect(run("--check", "http://127.0.0.1:1") == 1)
    }

    @Test func `names its version and the libraries in use`() {
        #expect(Version.line.hasPrefix("nexttogo \(Version.number) (libevent \(EventLoop.libraryVersion), "))
        #expect(Version.line.hasSuffix(")"))
        #expect(Version.number.split(separator: ".").compactMap { Int($0) }.count == 3)
    }
}

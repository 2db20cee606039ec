import CommandLineOptions
import Testing

@testable import NextToGo

/// Raw values from words and variables.
func values(_ words: [String], _ environment: [String: String] = [:]) throws(UsageError) -> [OptionKey: [String]] {
    try OptionValues<OptionKey>(arguments: ["nexttogo"] + words, environment: environment).values
}

/// What is said about a mistake; nil when there is none.
func complaint(_ words: [String], _ environment: [String: String] = [:]) -> String? {
    do throws(UsageError) {
        _ = try Command(arguments: ["nexttogo"] + words, environment: environment, cores: 2)
        return nil
    } catch {
        return error.message
    }
}

@Suite struct `The words of a command line` {
    static let withValue = OptionKey.allCases.filter { $0.argument != nil }
    static let flags = OptionKey.allCases.filter { $0.argument == nil }

    @Test(arguments: withValue)
    func `give an option its value after a space or an equals sign`(key: OptionKey) throws {
        #expect(try values(["--\(key.rawValue)", "v w"]) == [key: ["v w"]])
        #expect(try values(["--\(key.rawValue)=v w"]) == [key: ["v w"]])
        #expect(try values(["--\(key.rawValue)=a=b"]) == [key: ["a=b"]])
        #expect(try values(["--\(key.rawValue)", "-5"]) == [key: ["-5"]])
        #expect(try values(["--\(key.rawValue)="]) == [key: [""]])
    }

    @Test(arguments: flags)
    func `name an option that takes no value`(key: OptionKey) throws {
        #expect(try values(["--\(key.rawValue)"]) == [key: [""]])
        #expect(complaint(["--\(key.rawValue)=x"]) == "option '--\(key.rawValue)' takes no value")
    }

    @Test(arguments: withValue)
    func `leave no option without its value`(key: OptionKey) {
        #expect(complaint(["--\(key.rawValue)"]) == "option '--\(key.rawValue)' needs a value")
        #expect(complaint(["--count", "3", "--\(key.rawValue)"]) == "option '--\(key.rawValue)' needs a value")
    }

    @Test func `may repeat an option, and may be none`() throws {
        #expect(try values(["--port=1", "--host", "h", "--port", "2"]) == [.port: ["1", "2"], .host: ["h"]])
        #expect(try values([]).isEmpty)
        #expect(try values(["--"]).isEmpty)
        #expect(try OptionValues<OptionKey>(arguments: [], environment: [:]).values.isEmpty)
    }

    @Test(arguments: [
        (["--bogus"], "--bogus"), (["--bogus=1"], "--bogus"), (["--port=1", "--Port=2"], "--Port"), (["-x"], "-x"),
        (["--port", "1", "-x"], "-x"), (["-port", "80"], "-port"), (["--feed", "demo", "-port", "80"], "-port"),
        (["--feed", "demo", "-?"], "-?"), (["-é"], "-é"), (["--count", "3", "-h"], "-h"), (["--p", "1"], "--p"),
        (["--count", "3", "--hel=x"], "--hel"), (["---port"], "---port"), (["--=x"], "--"),
        // The beginning of a name is none, be it the only one that begins so.
        (["--coun", "5"], "--coun"), (["--coun=5"], "--coun"), (["--vers"], "--vers"), (["--po", "1"], "--po"),
        (["x", "--coun", "5"], "--coun"), (["--port", "1", "--coun", "--port"], "--coun"),
    ])
    func `name an option that is unknown`(words: [String], culprit: String) {
        #expect(complaint(words) == "unknown option '\(culprit)'")
    }

    @Test(arguments: [
        (["extra"], "extra"), (["--count", "3", "extra"], "extra"), (["extra", "--count", "3"], "extra"), (["-"], "-"),
        (["--", "--port"], "--port"), (["--help", "me"], "me"), ([""], ""), (["a", "b"], "a"),
    ])
    func `are all understood, or named`(words: [String], culprit: String) {
        #expect(complaint(words) == "unexpected argument '\(culprit)'")
    }

    @Test func `may come from many threads, whose words stay apart`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                let expected = [OptionKey.port: Array(repeating: "\(number)", count: 1_000)]
                group.addTask { try values(Array(repeating: "--port=\(number)", count: 1_000)) == expected }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

@Suite struct `The variables of the environment` {
    @Test(arguments: [
        (OptionKey.host, "NEXTTOGO_HOST"), (.hideAfter, "NEXTTOGO_HIDE_AFTER"), (.publicFolder, "NEXTTOGO_PUBLIC"),
        (.maxSubscribers, "NEXTTOGO_MAX_SUBSCRIBERS"), (.allowOrigin, "NEXTTOGO_ALLOW_ORIGIN"),
        (.maxPerAddress, "NEXTTOGO_MAX_PER_ADDRESS"),
    ])
    func `are named after their options`(key: OptionKey, name: String) {
        #expect(key.variable == name)
    }

    @Test(arguments: `The words of a command line`.withValue)
    func `give a value where no option does`(key: OptionKey) throws {
        #expect(try values([], [key.variable: "v"]) == [key: ["v"]])
        #expect(try values(["--\(key.rawValue)=o"], [key.variable: "v"]) == [key: ["o"]])
        #expect(try values([], [key.variable: ""]).isEmpty)
    }

    @Test(arguments: `The words of a command line`.flags)
    func `cannot ask for help`(key: OptionKey) throws {
        #expect(try values([], [key.variable: "1"]).isEmpty)
    }

    @Test(arguments: [
        ("a", ["a"]), ("a,b", ["a", "b"]), ("a, b ,\tc", ["a", "b", "c"]), (",a,,b,", ["a", "b"]), (",", nil),
        (" , ", nil),
    ])
    func `hold lists with commas for options that may be repeated`(text: String, list: [String]?) throws {
        for key in [OptionKey.allowOrigin, .trustedProxy] {
            #expect(try values([], [key.variable: text])[key] == list)
        }
    }

    @Test func `keep their commas for all other options`() throws {
        let text = "file:/a,b"
        #expect(try values([], ["NEXTTOGO_FEED": text]) == [.feed: [text]])
        #expect(try values(["--allow-origin", "a,b"]) == [.allowOrigin: ["a,b"]])
    }

    @Test func `of other programs, or in other letters, do not matter`() throws {
        #expect(try values([], ["PORT": "1", "NEXTTOGO_port": "2", "NEXTTOGO_PORTS": "3"]).isEmpty)
    }

    @Test func `are answerable for their mistakes`() {
        #expect(complaint([], ["NEXTTOGO_PORT": "x"]) == "--port must be 0 to 65535, not 'x'")
        #expect(complaint(["--port", "1"], ["NEXTTOGO_PORT": "x"]) == nil)
    }
}

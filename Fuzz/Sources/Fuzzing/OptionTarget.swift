internal import CommandLineOptions
internal import NextToGo
internal import Racing

/// The command line: each line of an input is an argument, or a variable if it begins with `$`.
enum OptionTarget {
    static func run(_ bytes: [UInt8]) {
        // The system's calls end a word at a NUL.
        let words = bytes.split(separator: 10).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        var environment: [String: String] = [:]
        for word in words where word.hasPrefix("$") {
            let parts = word.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
        }
        let arguments = ["nexttogo"] + words.filter { !$0.hasPrefix("$") }
        let first = Swift.Result { () throws(UsageError) in
            try Command(arguments: arguments, environment: environment, cores: 2)
        }
        let second = Swift.Result { () throws(UsageError) in
            try Command(arguments: arguments, environment: environment, cores: 2)
        }
        require(first == second, "the same words mean the same")
        switch first {
        case .success(.serve(let options)): check(options)
        case .success: break
        case .failure(let error): require(!error.message.isEmpty, "a refusal says why")
        }
    }

    private static func check(_ options: Options) {
        require((1...3_600).contains(options.poll), "--poll is within its range")
        require((0...86_400).contains(options.hideAfter), "--hide-after is within its range")
        require((1...20).contains(options.count), "--count is within its range")
        require((1...64).contains(options.threads), "--threads is within its range")
        require(options.maxSubscribers.map { $0 > 0 } ?? true, "--max-subscribers is within its range")
        require(options.maxPerAddress >= 0 && options.maxAge >= 0 && options.drain >= 0, "no number is negative")
        require(options.stateFolder != "", "a folder has a name")
        for origin in options.allowOrigins {
            require(
                origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an origin fits into a field: '\(origin)'")
        }
        if let now = options.now {
            require(
                (0...253_402_300_799).contains(now.sinceEpoch), "--now is from 1970 to 9999, as ids of events need it")
        }
    }
}

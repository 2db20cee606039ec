internal import CGetopt
internal import Glibc
internal import Synchronization

/// A mistake on the command line or in the environment; it names the culprit.
package struct UsageError: Error, Equatable, Sendable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// getopt_long(3) keeps its place in globals.
private let isReading = Mutex(())

/// Raw values by option, from the command line (getopt_long(3)) and the environment.
package struct OptionValues<Key: CommandLineOption> {
    package private(set) var values: [Key: [String]]

    /// Values beyond any character, so that '?' and ':' cannot be an option's.
    private static var firstValue: Int32 { 1_000 }

    /// - Parameter arguments: with the program's name first.
    package init(arguments: [String], environment: [String: String]) throws(UsageError) {
        values = try isReading.withLock { _ throws(UsageError) in try Self.read(arguments) }
        for key in Key.allCases where values[key] == nil && key.argument != nil {
            guard let variable = key.environmentVariable, let value = environment[variable], !value.isEmpty else {
                continue
            }
            let list = key.isList ? value.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init) : [value]
            if !list.isEmpty { values[key] = list }
        }
    }

    private static func read(_ arguments: [String]) throws(UsageError) -> [Key: [String]] {
        var values: [Key: [String]] = [:]
        let keys = Array(Key.allCases)
        let names = keys.map { strdup($0.rawValue) }
        var words = arguments.map { strdup($0) } + [nil]
        // getopt_long reorders the words: they are freed from the order in which they were made.
        let allocated = names + words
        defer { for pointer in allocated { free(pointer) } }
        var table = zip(keys.indices, keys).map { index, key in
            option(name: names[index], has_arg: key.argument == nil ? 0 : 1, flag: nil, val: firstValue + Int32(index))
        }
        table.append(option())
        next_to_go_options_begin()
        while true {
            let next = next_to_go_options_next(Int32(arguments.count), &words, table)
            switch next.value {
            case -1:
                let end = Int(next_to_go_options_index())
                if end < arguments.count, let word = words[end] {
                    throw UsageError("unexpected argument '\(String(cString: word))'")
                }
                return values
            case Int32(UInt8(ascii: "?")), Int32(UInt8(ascii: ":")):
                let culprit = culprit(in: words.map { $0.map { String(cString: $0) } ?? "" })
                let isUnknown = next.value == Int32(UInt8(ascii: "?"))
                throw UsageError(isUnknown ? complaint(about: culprit) : "option '\(culprit)' needs a value")
            default:
                let key = keys[Int(next.value - firstValue)]
                // getopt_long takes the beginning of a name for the whole, which the next option may begin with too.
                let word = written(in: words, beforeValueOf: key, next.argument)
                guard word == "--\(key.rawValue)" else { throw UsageError("unknown option '\(word)'") }
                values[key, default: []].append(next.argument.map { String(cString: $0) } ?? "")
            }
        }
    }

    /// The option as it was written, without its value: in the word before the value, or in one with it.
    private static func written(
        in words: [UnsafeMutablePointer<CChar>?], beforeValueOf key: Key, _ argument: UnsafePointer<CChar>?
    ) -> String {
        let end = Int(next_to_go_options_index())
        let isApart = argument != nil && words[end - 1].map { UnsafePointer($0) } == argument
        let word = words[isApart ? end - 2 : end - 1].map { String(cString: $0) } ?? ""
        return String(word.prefix { $0 != "=" })
    }

    /// The word that getopt_long has just complained about.
    private static func culprit(in words: [String]) -> String {
        let index = Int(next_to_go_options_index())
        let character = next_to_go_options_character()
        let isShort = character != 0 && character < firstValue
        // It stays at a word such as `-port` until it has been through all its letters.
        let isDone =
            !isShort || words[index - 1].utf8.elementsEqual([UInt8(ascii: "-"), UInt8(truncatingIfNeeded: character)])
        return words[isDone ? index - 1 : index]
    }

    /// getopt_long says `?` for an unknown option, an ambiguous one, and for a value where none is taken.
    private static func complaint(about word: String) -> String {
        let name = word.prefix { $0 != "=" }
        let known = Key.allCases.first { "--\($0.rawValue)" == name }
        return known == nil ? "unknown option '\(name)'" : "option '\(name)' takes no value"
    }

    package func has(_ key: Key) -> Bool { values[key] != nil }

    /// The last value given wins.
    package func text(_ key: Key) -> String? { values[key]?.last }

    package func list(_ key: Key) -> [String]? { values[key] }

    package func number(_ key: Key, in range: ClosedRange<Int>, default usual: Int) throws(UsageError) -> Int {
        guard let text = text(key) else { return usual }
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = Int(text), range.contains(number) else {
            throw UsageError("--\(key.rawValue) must be \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}

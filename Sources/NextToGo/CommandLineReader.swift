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

/// Raw values by option, from the command line (getopt_long(3)) and the environment.
struct OptionValues {
    private(set) var values: [OptionKey: [String]]

    /// getopt_long(3) keeps its place in globals.
    private static let isReading = Mutex(())
    /// Values beyond any character, so that '?' and ':' cannot be an option's.
    private static let firstValue: Int32 = 1_000

    /// - Parameter arguments: with the program's name first.
    init(arguments: [String], environment: [String: String]) throws(UsageError) {
        values = try Self.isReading.withLock { _ throws(UsageError) in try Self.read(arguments) }
        for key in OptionKey.allCases where values[key] == nil && key.argument != nil {
            guard let value = environment[key.variable], !value.isEmpty else { continue }
            let isList = key == .allowOrigin || key == .trustedProxy
            let list = isList ? value.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init) : [value]
            if !list.isEmpty { values[key] = list }
        }
    }

    private static func read(_ arguments: [String]) throws(UsageError) -> [OptionKey: [String]] {
        var values: [OptionKey: [String]] = [:]
        let keys = OptionKey.allCases
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
                let value = next.argument.map { String(cString: $0) } ?? ""
                values[keys[Int(next.value - firstValue)], default: []].append(value)
            }
        }
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
        let known = OptionKey.allCases.first { "--\($0.rawValue)" == name }
        return known == nil ? "unknown option '\(name)'" : "option '\(name)' takes no value"
    }

    func has(_ key: OptionKey) -> Bool { values[key] != nil }

    /// The last value given wins.
    func text(_ key: OptionKey) -> String? { values[key]?.last }

    func list(_ key: OptionKey) -> [String]? { values[key] }

    func number(_ key: OptionKey, in range: ClosedRange<Int>, default usual: Int) throws(UsageError) -> Int {
        guard let text = text(key) else { return usual }
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = Int(text), range.contains(number) else {
            throw UsageError("--\(key.rawValue) must be \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}

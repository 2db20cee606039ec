/// The options of one program, an enumeration in the order of `--help`: the raw value of each is its name.
package protocol CommandLineOption: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The environment variable of the same meaning; nil when there is none.
    var environmentVariable: String? { get }
    /// What stands for the value in `--help`; nil for an option that takes none.
    var argument: String? { get }
    /// What `--help` says about it.
    var meaning: String { get }
    /// Whether its variable may hold several values, separated by commas or spaces.
    var isList: Bool { get }
}

extension CommandLineOption {
    package var environmentVariable: String? { nil }
    package var isList: Bool { false }

    /// A line for each option, with the meanings below one another.
    package static func table(of options: some Sequence<Self>) -> String {
        let options = Array(options)
        let names = options.map { "--\($0.rawValue)" + ($0.argument.map { " \($0)" } ?? "") }
        let width = names.map(\.count).max() ?? 0
        return zip(names, options).map { name, option in
            "  " + name + String(repeating: " ", count: width - name.count + 2) + option.meaning
        }.joined(separator: "\n")
    }
}

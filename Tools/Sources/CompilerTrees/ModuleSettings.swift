/// A target's build settings, as the manifest states them.
package struct ModuleSettings: Equatable, Sendable {
    /// SwiftPM's two configurations; settings may hold for one only.
    package enum Configuration: String, CaseIterable, Sendable { case debug, release }

    private let settings: [Setting]

    init(_ settings: [Setting]) { self.settings = settings }

    /// What swiftc is given in `configuration` on Linux; throws `UnknownDescription` for a setting without a known
    /// meaning, since without it another program might be looked at than the one that is built.
    package func swiftFlags(in configuration: Configuration) throws -> [String] {
        let always = ["-DSWIFT_PACKAGE"] + (configuration == .debug ? ["-DDEBUG"] : [])
        return try always + active("swift", in: configuration).flatMap(Self.swiftFlags)
    }

    /// What clang is given for C code of the target in `folder`.
    package func cFlags(in configuration: Configuration, folder: String) throws -> [String] {
        try active("c", in: configuration).flatMap { try Self.cFlags($0, folder: folder) }
    }

    private func active(_ tool: String, in configuration: Configuration) -> [Setting] {
        settings.filter { $0.tool == tool && $0.condition?.holds(in: configuration) != false }
    }

    private static func swiftFlags(_ setting: Setting) throws -> [String] {
        switch (setting.kind, setting.values.first) {
        case ("enableUpcomingFeature", let name?): ["-enable-upcoming-feature", name]
        case ("enableExperimentalFeature", let name?): ["-enable-experimental-feature", name]
        case ("define", let name?): ["-D", name]
        case ("swiftLanguageMode", let mode?): ["-swift-version", mode]
        case ("defaultIsolation", let isolation?): ["-default-isolation", isolation]
        case ("strictMemorySafety", _): ["-strict-memory-safety"]
        case ("unsafeFlags", _): setting.values
        case ("interoperabilityMode", "C"?): []
        // Warnings change no tree; the compiler is kept from speaking of them at all.
        case ("treatAllWarnings", _), ("treatWarning", _): []
        default: throw UnknownDescription(description: "Swift setting \(setting.kind) \(setting.values)")
        }
    }

    private static func cFlags(_ setting: Setting, folder: String) throws -> [String] {
        switch (setting.kind, setting.values.first) {
        case ("define", let definition?): ["-D" + definition]
        case ("headerSearchPath", let path?): ["-I" + folder + "/" + path]
        case ("unsafeFlags", _): setting.values
        case ("treatAllWarnings", _), ("treatWarning", _), ("enableWarning", _), ("disableWarning", _): []
        default: throw UnknownDescription(description: "C setting \(setting.kind) \(setting.values)")
        }
    }
}

extension ModuleSettings {
    /// `{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}, "condition": {...}}`
    struct Setting: Decodable, Equatable, Sendable {
        let tool: String
        let kind: String
        let values: [String]
        let condition: Condition?

        private enum CodingKeys: String, CodingKey { case tool, kind, condition }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tool = try container.decode(String.self, forKey: .tool)
            condition = try container.decodeIfPresent(Condition.self, forKey: .condition)
            let kinds = try container.decode([String: [String: Values]].self, forKey: .kind)
            guard let (kind, arguments) = kinds.first, kinds.count == 1 else {
                throw UnknownDescription(description: "a setting of \(kinds.count) kinds")
            }
            self.kind = kind
            values = arguments.sorted { $0.key < $1.key }.flatMap(\.value.list)
        }
    }

    /// `{"config": "release", "platformNames": ["linux"]}`; no platform named means all.
    struct Condition: Decodable, Equatable, Sendable {
        let config: String?
        let platformNames: [String]?

        func holds(in configuration: Configuration) -> Bool {
            let platforms = platformNames ?? []
            return (config == nil || config == configuration.rawValue)
                && (platforms.isEmpty || platforms.contains("linux"))
        }
    }

    /// One argument of a setting: a text or a list of them.
    private struct Values: Decodable {
        let list: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            list = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
        }
    }
}

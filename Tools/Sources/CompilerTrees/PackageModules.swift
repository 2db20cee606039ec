package import Foundation

/// One module of a package as SwiftPM describes it, with paths relative to the package's root.
package struct PackageModule: Equatable, Sendable {
    package enum Language: Equatable, Sendable { case swift, c }

    /// The name that code imports.
    package let name: String
    package let language: Language
    /// The target's folder, e.g. `Sources/EventLoop`.
    package let folder: String
    package let sources: [String]
    package let settings: ModuleSettings
}

/// The modules under `Sources`, and what all of them are compiled with. Taken from SwiftPM's own description of the
/// package, so a new target or another feature flag is known without touching the lint.
package struct PackageModules: Sendable {
    package let modules: [PackageModule]
    /// The name behind `package` access: SwiftPM's identity of a root package, as an identifier.
    package let packageName: String
    /// `6` for language mode 6, when the package names one.
    package let languageMode: String?

    /// - Parameters:
    ///   - description: the output of `swift package describe --type json`.
    ///   - manifest: the output of `swift package dump-package`.
    package init(description: Data, manifest: Data) throws {
        let described = try JSONDecoder().decode(Description.self, from: description)
        let manifest = try JSONDecoder().decode(Manifest.self, from: manifest)
        packageName = Self.packageName(ofRoot: described.path)
        languageMode = manifest.swiftLanguageVersions?.last
        let settings = Dictionary(manifest.targets.map { ($0.name, $0.settings) }) { first, _ in first }
        modules = try described.targets.filter { $0.path.hasPrefix("Sources/") }.map { target in
            PackageModule(
                name: target.c99name,
                language: try target.language,
                folder: target.path,
                sources: target.sources.map { target.path + "/" + $0 }.sorted(),
                settings: ModuleSettings(settings[target.name] ?? [])
            )
        }.sorted { $0.name < $1.name }
    }

    /// SwiftPM's identity of a root package is its folder's name in lower case, without `.git`; as an identifier it has
    /// `_` for whatever may not stand there. (A name got wrong here hides `package` declarations, so nothing compiles.)
    private static func packageName(ofRoot path: String) -> String {
        var folder = (path.split(separator: "/").last ?? "").lowercased()
        if folder.hasSuffix(".git") { folder.removeLast(4) }
        let allowed = folder.enumerated().map { $1.isLetter || $1.isNumber && $0 > 0 ? $1 : "_" }
        return String(allowed)
    }
}

/// A description that the lint does not understand; it then says nothing of the package rather than a half-truth.
package struct UnknownDescription: Error, Equatable, CustomStringConvertible {
    package let description: String
}

private struct Description: Decodable {
    let path: String
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let c99name: String
        let path: String
        let sources: [String]
        let moduleType: String

        enum CodingKeys: String, CodingKey {
            case name, c99name, path, sources
            case moduleType = "module_type"
        }

        var language: PackageModule.Language {
            get throws {
                switch moduleType {
                case "SwiftTarget": return .swift
                case "ClangTarget", "SystemLibraryTarget": return .c
                default: throw UnknownDescription(description: "target \(name) is a \(moduleType)")
                }
            }
        }
    }
}

private struct Manifest: Decodable {
    let targets: [Target]
    let swiftLanguageVersions: [String]?

    struct Target: Decodable {
        let name: String
        let settings: [ModuleSettings.Setting]
    }
}

import Foundation
import Testing

@testable import CompilerTrees

struct PackageModulesTests {
    private static let description = """
        {"name": "Product", "path": "/a/Some-Folder", "targets": [
        {"name": "app-main", "c99name": "app_main", "module_type": "SwiftTarget", "path": "Sources/App",
         "sources": ["main.swift", "Deep/a.swift"], "type": "executable"},
        {"name": "AppTests", "c99name": "AppTests", "module_type": "SwiftTarget", "path": "Tests/AppTests",
         "sources": ["t.swift"], "type": "test"},
        {"name": "CSystem", "c99name": "CSystem", "module_type": "SystemLibraryTarget", "path": "Sources/CSystem",
         "sources": [], "type": "system-target"}]}
        """
    private static let manifest = """
        {"swiftLanguageVersions": ["6"], "targets": [
        {"name": "app-main", "settings": [{"tool": "swift", "kind": {"strictMemorySafety": {}}}]},
        {"name": "AppTests", "settings": []}, {"name": "CSystem", "settings": []}]}
        """

    private static func modules(type: String = "SwiftTarget", folder: String = "Some-Folder") throws -> PackageModules {
        let description = description.replacing("SwiftTarget", with: type).replacing("Some-Folder", with: folder)
        return try PackageModules(description: Data(description.utf8), manifest: Data(manifest.utf8))
    }

    @Test func `the modules under Sources are known with their files and settings`() throws {
        let package = try Self.modules()
        #expect(package.packageName == "some_folder")
        #expect(package.languageMode == "6")
        #expect(package.modules.map(\.name) == ["CSystem", "app_main"])
        #expect(package.modules.map(\.language) == [.c, .swift])
        #expect(package.modules.map(\.folder) == ["Sources/CSystem", "Sources/App"])
        #expect(package.modules.last?.sources == ["Sources/App/Deep/a.swift", "Sources/App/main.swift"])
        let flags = try package.modules.last?.settings.swiftFlags(in: .debug)
        #expect(flags == ["-DSWIFT_PACKAGE", "-DDEBUG", "-strict-memory-safety"])
    }

    @Test(arguments: [
        ("main", "main"), ("3aB.c", "_ab_c"), (".x y", "_x_y"), ("a-b.git", "a_b"), ("Ünï", "ünï"), ("_1", "_1"),
        ("9", "_"), ("a9", "a9"),
    ])
    func `the package is named as SwiftPM names it`(folder: String, name: String) throws {
        #expect(try Self.modules(folder: folder).packageName == name)
    }

    @Test(arguments: ["PluginTarget", "MacroTarget", ""])
    func `a kind of target that is not understood is refused`(type: String) {
        #expect(throws: UnknownDescription.self) { try Self.modules(type: type) }
    }

    @Test(arguments: ["", "{}", "[]"])
    func `what is no description is refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try PackageModules(description: Data(json.utf8), manifest: Data(Self.manifest.utf8))
        }
        #expect(throws: DecodingError.self) {
            try PackageModules(description: Data(Self.description.utf8), manifest: Data(json.utf8))
        }
    }
}

struct ModuleSettingsTests {
    private static func settings(_ tool: String, _ kind: String, condition: String = "null") throws -> ModuleSettings {
        let json = #"[{"tool": "\#(tool)", "kind": \#(kind), "condition": \#(condition)}]"#
        return ModuleSettings(try JSONDecoder().decode([ModuleSettings.Setting].self, from: Data(json.utf8)))
    }

    @Test(arguments: [
        (#"{"enableUpcomingFeature": {"_0": "ExistentialAny"}}"#, ["-enable-upcoming-feature", "ExistentialAny"]),
        (#"{"enableExperimentalFeature": {"_0": "Extern"}}"#, ["-enable-experimental-feature", "Extern"]),
        (#"{"define": {"_0": "A"}}"#, ["-D", "A"]),
        (#"{"swiftLanguageMode": {"_0": "5"}}"#, ["-swift-version", "5"]),
        (#"{"defaultIsolation": {"_0": "MainActor"}}"#, ["-default-isolation", "MainActor"]),
        (#"{"strictMemorySafety": {}}"#, ["-strict-memory-safety"]),
        (#"{"unsafeFlags": {"_0": ["-Xcc", "-DB"]}}"#, ["-Xcc", "-DB"]),
        (#"{"interoperabilityMode": {"_0": "C"}}"#, []),
        (#"{"treatAllWarnings": {"_0": "error"}}"#, []),
        (#"{"treatWarning": {"_0": "DeprecatedDeclaration", "_1": "warning"}}"#, []),
    ])
    func `a Swift setting becomes the compiler's flags`(kind: String, flags: [String]) throws {
        #expect(try Self.settings("swift", kind).swiftFlags(in: .release) == ["-DSWIFT_PACKAGE"] + flags)
        #expect(try Self.settings("c", #"{"define": {"_0": "A"}}"#).swiftFlags(in: .release) == ["-DSWIFT_PACKAGE"])
    }

    @Test(arguments: [
        (#"{"define": {"_0": "A=1"}}"#, ["-DA=1"]),
        (#"{"headerSearchPath": {"_0": "deep"}}"#, ["-ISources/C/deep"]),
        (#"{"unsafeFlags": {"_0": ["-O1"]}}"#, ["-O1"]),
        (#"{"enableWarning": {"_0": "all"}}"#, []),
    ])
    func `a C setting becomes the compiler's flags`(kind: String, flags: [String]) throws {
        #expect(try Self.settings("c", kind).cFlags(in: .debug, folder: "Sources/C") == flags)
        #expect(try Self.settings("swift", kind).cFlags(in: .debug, folder: "Sources/C") == [])
    }

    @Test(arguments: [
        ("null", true, true), (#"{"config": "debug", "platformNames": []}"#, true, false),
        (#"{"config": "release"}"#, false, true), (#"{"platformNames": ["macos"]}"#, false, false),
        (#"{"platformNames": ["macos", "linux"]}"#, true, true),
        (#"{"config": "debug", "platformNames": ["macos"]}"#, false, false),
    ])
    func `a condition limits a setting`(condition: String, inDebug: Bool, inRelease: Bool) throws {
        let settings = try Self.settings("swift", #"{"define": {"_0": "A"}}"#, condition: condition)
        #expect(try settings.swiftFlags(in: .debug) == ["-DSWIFT_PACKAGE", "-DDEBUG"] + (inDebug ? ["-D", "A"] : []))
        #expect(try settings.swiftFlags(in: .release) == ["-DSWIFT_PACKAGE"] + (inRelease ? ["-D", "A"] : []))
    }

    @Test(arguments: [
        #"{"somethingNew": {"_0": "A"}}"#, #"{"define": {}}"#, #"{"interoperabilityMode": {"_0": "Cxx"}}"#,
    ])
    func `a setting that is not understood is refused`(kind: String) throws {
        let swift = try Self.settings("swift", kind)
        #expect(throws: UnknownDescription.self) { try swift.swiftFlags(in: .debug) }
        let c = try Self.settings("c", kind)
        #expect(throws: UnknownDescription.self) { try c.cFlags(in: .debug, folder: "") }
    }

    @Test(arguments: ["{}", #"{"define": {"_0": "A"}, "unsafeFlags": {"_0": []}}"#])
    func `a setting is of one kind`(kind: String) {
        #expect(throws: UnknownDescription.self) { try Self.settings("swift", kind) }
    }
}

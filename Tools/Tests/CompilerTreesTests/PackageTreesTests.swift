import CompilerTrees
import Foundation
import Testing
import TimeLint

/// Whole packages, made for the purpose, of one Swift module that needs no other to be built before.
struct PackageTreesTests {
    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "Sample",
            targets: [
                .systemLibrary(name: "CShim"),
                .target(
                    name: "Racing", dependencies: ["CShim"],
                    swiftSettings: [.define("FAST", .when(configuration: .release))]),
                .target(name: "Plain", dependencies: ["CCode"]),
                .target(name: "CCode", cSettings: [.define("START", to: "0")]),
            ])
        """,
        "Sources/CShim/module.modulemap": #"module CShim [system] { header "shim.h" export * }"#,
        "Sources/CShim/shim.h": """
        #include <time.h>
        #include <unistd.h>
        static inline long shim_now(void) { return time(NULL); }
        """,
        "Sources/CCode/include/code.h": "int next(int);\n",
        "Sources/CCode/code.c": "#include <code.h>\nint next(int value) { return value + 1 + START; }\n",
        // Made by a build.
        "built/CCode.build/module.modulemap": """
        module CCode { header "../../Sources/CCode/include/code.h" export * }
        """,
        "Sources/Plain/Two.swift": "import CCode\nlet two = next(1)\n",
        "Sources/Racing/Race.swift": """
        import CShim

        #if FAST
        func fast() -> Int { time(nil) }
        #elseif DEBUG
        func slow() -> UInt32 { sleep(1) }
        #endif

        """,
        "Sources/Racing/SystemClocks.swift": "import CShim\n\nfunc seconds() -> Int { clock() }\n",
    ]

    private static func trees(adding more: [String: String] = [:]) async throws -> PackageTrees {
        let root = FileManager.default.temporaryDirectory.appending(path: "sample-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files.merging(more, uniquingKeysWith: { $1 }) {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try await PackageTrees(of: root, builtModules: root.appending(path: "built/Modules"))
    }

    @Test func `every file of a package is read, in both configurations where they differ`() async throws {
        let trees = try await Self.trees()
        let allowed = "Sources/Racing/SystemClocks.swift"
        let verdict = Verdict(files: trees.swiftFiles, headers: trees.cFiles, allowed: allowed)
        #expect(
            verdict.findings == [
                Finding(path: "Sources/CShim/shim.h", line: 3, column: 44, spelling: "time"),
                Finding(path: "Sources/Racing/Race.swift", line: 4, column: 22, spelling: "time"),
                Finding(path: "Sources/Racing/Race.swift", line: 6, column: 25, spelling: "sleep"),
            ])
        #expect(verdict.allowed == [Finding(path: allowed, line: 3, column: 25, spelling: "clock")])
        #expect(trees.swiftModuleCount == 2)
        #expect(
            Set(trees.cFiles.map(\.path))
                == ["Sources/CCode/code.c", "Sources/CCode/include/code.h", "Sources/CShim/shim.h"])
    }

    @Test(arguments: [
        ("Sources/Stray.swift", "Sources/Stray.swift belongs to no target"),
        ("Sources/CShim/fast.S", "Sources/CShim/fast.S is in a language that cannot be judged"),
    ])
    func `a file that would go unseen is refused`(path: String, message: String) async {
        let error = await #expect(throws: UnknownDescription.self) { try await Self.trees(adding: [path: ""]) }
        #expect(error?.description == message)
    }

    @Test func `a package that SwiftPM cannot read is refused`() async {
        await #expect(throws: ToolFailure.self) { try await Self.trees(adding: ["Package.swift": "nothing"]) }
    }
}

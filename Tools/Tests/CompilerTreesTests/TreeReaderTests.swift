import CompilerTrees
import Foundation
import Testing
import TimeLint

/// The compilers at work on files made for the purpose.
struct TreeReaderTests {
    private static func reading<Result>(
        _ files: [String: String], _ body: (TreeReader) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
            return try body(TreeReader(toolchain: try Toolchain(), root: folder))
        }
    }

    @Test func `every file of a module has a tree, in order`() throws {
        let files = ["b.swift": "let b = a", "a.swift": "let a = 5 // Ünïcödé \u{1F3C7} \\ \" "]
        let trees = try Self.reading(files) {
            try $0.swiftTrees(module: "M", sources: ["b.swift", "a.swift"], flags: [])
        }
        #expect(trees.map(\.path) == ["b.swift", "a.swift"])
        #expect(trees.allSatisfy { $0.referenceCount > 0 })
    }

    @Test(arguments: ["let a: Int = nope", "let a: Int = \"\"", "func ("])
    func `Swift that does not compile fails`(text: String) throws {
        let error = #expect(throws: ToolFailure.self) {
            try Self.reading(["a.swift": text]) { try $0.swiftTrees(module: "M", sources: ["a.swift"], flags: []) }
        }
        #expect(error?.description.contains("a.swift:1:") == true)
    }

    @Test func `a file that is not there fails`() {
        #expect(throws: ToolFailure.self) {
            try Self.reading([:]) { try $0.swiftTrees(module: "M", sources: ["a.swift"], flags: []) }
        }
        #expect(throws: ToolFailure.self) { try Self.reading([:]) { try $0.clangTree(of: "a.h", flags: []) } }
    }

    @Test func `C that does not compile fails`() throws {
        let error = #expect(throws: ToolFailure.self) {
            try Self.reading(["a.h": "#include <nowhere.h>"]) { try $0.clangTree(of: "a.h", flags: []) }
        }
        #expect(error?.description.contains("a.h:1:") == true)
    }
}

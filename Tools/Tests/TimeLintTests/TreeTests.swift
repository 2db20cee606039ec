import Foundation
import Testing

@testable import TimeLint

struct TreeTests {
    private static let text = SourceText(path: "Sources/A/a.swift", bytes: Array("let a =\n  Date.now\n".utf8))
    private static let now = #"{"decl_usr": "s:20FoundationEssentials4DateV3nowACvpZ"}"#

    private static func tree(_ items: String, file: String = "Sources/A/a.swift") throws -> SwiftTree {
        let json = #"{"_kind": "source_file", "filename": "\#(file)", "items": [\#(items)]}"#
        return try SwiftTree(json: Data(json.utf8), of: text)
    }

    @Test(arguments: [
        "", "{", "[]", "5", "{}", #"{"_kind": "source_file"}"#,
        #"{"_kind": "source_file", "filename": "Sources/A/a.swift"}"#,
        #"{"_kind": "source_file", "filename": "Sources/A/b.swift", "items": []}"#,
        #"{"_kind": "func_decl", "filename": "Sources/A/a.swift", "items": []}"#,
        #"{"_kind": "source_file", "filename": "Sources/A/a.swift", "items": []} {}"#,
    ])
    func `what is no tree of the file is refused`(json: String) {
        let error = #expect(throws: UnreadableTree.self) { try SwiftTree(json: Data(json.utf8), of: Self.text) }
        #expect(error?.description.hasPrefix("cannot judge Sources/A/a.swift: ") == true)
    }

    @Test(arguments: [
        "", "{", "[]", #"{"kind": "TranslationUnitDecl"}"#, #"{"kind": "FunctionDecl", "inner": []}"#,
        // The place does not fit the file: line and column would be wrong, or even the file.
        """
        {"kind": "TranslationUnitDecl", "inner": [{"kind": "DeclRefExpr",
        "range": {"begin": {"file": "Sources/A/a.swift", "offset": 3}},
        "referencedDecl": {"kind": "FunctionDecl", "name": "time"}}]}
        """,
    ])
    func `what is no tree of the header is refused`(json: String) {
        let error = #expect(throws: UnreadableTree.self) { try ClangTree(json: Data(json.utf8), of: Self.text) }
        #expect(error?.description.hasPrefix("cannot judge Sources/A/a.swift: ") == true)
    }

    @Test(arguments: [
        (#"{"range": {"start": 10, "end": 15}, "decl": NOW}"#, 2, 3),
        (#"{"_kind": "member_ref_expr", "range": {"start": 10, "end": 15}, "decl": NOW}"#, 2, 8),
        (#"{"range": {"start": 10}, "a": {"range": {"start": 0, "buffer_id": "@m"}, "decl": NOW}}"#, 2, 3),
        (#"{"range": {"start": 10}, "a": [[{"implicit": true, "decl": NOW}]]}"#, 2, 3),
        ("NOW", 1, 1),
    ])
    func `a clock stands where the innermost node around it stands`(item: String, line: Int, column: Int) throws {
        let tree = try Self.tree(item.replacing("NOW", with: Self.now))
        #expect(tree.findings == [Finding(path: tree.path, line: line, column: column, spelling: "Date.now")])
        #expect(tree.referenceCount == 1)
    }

    @Test(arguments: [
        (#"{"file": "b.h", "offset": 1}"#, #"{"file": "Sources/A/a.swift", "offset": 2}"#, 1),
        (#"{"file": "Sources/A/a.swift", "offset": 1}"#, #"{"file": "b.h", "offset": 2}"#, 0),
        (#"{"file": "Sources/A/a.swift", "offset": 1}"#, "{}", 1),
        (#"{"file": "b.h", "offset": 1}"#, #"{"offset": 2}"#, 0),
    ])
    func `a place in C is in the file that was named last`(begin: String, end: String, count: Int) throws {
        let json = """
            {"kind": "TranslationUnitDecl", "inner": [{"kind": "DeclStmt", "range": {"begin": \(begin), "end": \(end)}},
            {"kind": "GCCAsmStmt", "range": {"begin": {"offset": 4}}}]}
            """
        #expect(try ClangTree(json: Data(json.utf8), of: Self.text).findings.count == count)
    }

    @Test func `a clock found twice in one place is reported once`() throws {
        let node = #"{"range": {"start": 10}, "original": \#(Self.now), "processed": \#(Self.now)}"#
        let verdict = Verdict(files: [try Self.tree(node), try Self.tree(node)], headers: [], allowed: "")
        #expect(verdict.findings.count == 1)
        #expect(verdict.referenceCount == 4)
    }

    @Test func `the allowed file may read clocks and no other`() throws {
        let tree = try Self.tree(Self.now)
        let allowed = Verdict(files: [tree], headers: [], allowed: "Sources/A/a.swift")
        #expect(allowed.findings == [])
        #expect(allowed.allowed.map(\.spelling) == ["Date.now"])
        let refused = Verdict(files: [tree], headers: [], allowed: "Sources/A/b.swift")
        #expect(refused.findings.map(\.spelling) == ["Date.now"])
        #expect(refused.allowed == [])
    }

    @Test func `a finding says where, what and what to do`() throws {
        let finding = Finding(path: "Sources/A/a.swift", line: 2, column: 3, spelling: "Date.now")
        #expect(
            finding.message(allowedOnlyIn: "Sources/B/b.swift")
                == "Sources/A/a.swift:2:3: uncontrolled clock: Date.now; "
                + "take \"now\" as a parameter or a Clock (allowed only in Sources/B/b.swift)")
    }

    @Test func `findings come in the order of path, line, column and spelling`() {
        let sorted = [("a", 1, 9, "x"), ("a", 2, 1, "x"), ("a", 2, 3, "x"), ("a", 2, 3, "y"), ("b", 1, 1, "a")]
            .map { Finding(path: $0.0, line: $0.1, column: $0.2, spelling: $0.3) }
        #expect(sorted.reversed().sorted() == sorted)
    }
}

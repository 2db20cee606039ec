import CompilerTrees
import Foundation
import TimeLint

/// The offending and the harmless spellings, in the folder `Fixtures`, and what the compiler makes of them.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// Compiled with the settings of the package itself.
    private static let flags =
        [
            "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
            "InferIsolatedConformances",
        ].flatMap { ["-enable-upcoming-feature", $0] } + ["-swift-version", "6", "-I", "CFixture"]

    /// The files of one module, each folder being one.
    static func sources(in module: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: module).path)
            .filter { $0.hasSuffix(".swift") }.sorted().map { module + "/" + $0 }
    }

    static func reader() throws -> TreeReader { TreeReader(toolchain: try Toolchain(), root: folder) }

    static func verdict(onModule folder: String, named name: String? = nil) throws -> Verdict {
        let trees = try reader().swiftTrees(
            module: name ?? folder + "Fixtures", sources: try sources(in: folder), flags: flags)
        return Verdict(files: trees, headers: [], allowed: "")
    }

    static func verdict(onHeader path: String) throws -> Verdict {
        Verdict(files: [], headers: [try reader().clangTree(of: path, flags: [])], allowed: "")
    }

    /// What the comments `// clock: A, B` at the ends of lines say must be found.
    static func marks(in paths: [String]) throws -> Set<Mark> {
        var marks: Set<Mark> = []
        for path in paths {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard let mark = line.range(of: "// clock: ") else { continue }
                for spelling in line[mark.upperBound...].split(separator: ", ") {
                    marks.insert(Mark(path: path, line: index + 1, spelling: String(spelling)))
                }
            }
        }
        return marks
    }
}

/// A line of a fixture and the clock on it.
struct Mark: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let spelling: String

    var description: String { "\(path):\(line) \(spelling)" }
}

extension Mark {
    init(_ finding: Finding) {
        self.init(path: finding.path, line: finding.line, spelling: finding.spelling)
    }
}

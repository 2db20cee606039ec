package import Foundation
package import TimeLint

/// Has the compilers print the trees of a package's files, and reads them.
package struct TreeReader: Sendable {
    private let toolchain: Toolchain
    /// The package's root, which all paths are relative to.
    private let root: URL

    package init(toolchain: Toolchain, root: URL) {
        self.toolchain = toolchain
        self.root = root
    }

    /// The trees of a Swift module's files, one for each of them, in the order of `sources`.
    ///
    /// One run of the compiler reads all files and writes one document for each.
    package func swiftTrees(module: String, sources: [String], flags: [String]) throws -> [SwiftTree] {
        try TemporaryFolder.with { folder in
            let outputs = sources.indices.map { folder.appending(path: "\($0).json") }
            var map: [String: [String: String]] = ["": [:]]
            for (source, output) in zip(sources, outputs) { map[source] = ["ast-dump": output.path] }
            let mapFile = folder.appending(path: "map.json")
            try JSONEncoder().encode(map).write(to: mapFile)
            var arguments = [
                "-dump-ast", "-dump-ast-format", "json", "-output-file-map", mapFile.path, "-module-name", module,
                "-enable-batch-mode", "-driver-batch-count", "1", "-suppress-warnings",
            ]
            // A file called main is a script; every other file only declares.
            if !sources.contains(where: { URL(filePath: $0).lastPathComponent == "main.swift" }) {
                arguments.append("-parse-as-library")
            }
            _ = try toolchain.run("swiftc", arguments + flags + sources, in: root)
            return try zip(sources, outputs).map { source, output in
                try SwiftTree(json: try Data(contentsOf: output), of: try text(of: source))
            }
        }
    }

    /// The tree of one C file or header, read as Swift's importer reads it: in its dialect, and with nothing but errors
    /// in the way, as for any header of the system.
    package func clangTree(of source: String, flags: [String]) throws -> ClangTree {
        let dialect = ["-x", "c", "-std=gnu11", "-fblocks", "-D__swift__=60000", "-Wno-everything"]
        let arguments = ["-fsyntax-only", "-Xclang", "-ast-dump=json"] + dialect + flags + [source]
        return try ClangTree(json: try toolchain.run("clang", arguments, in: root), of: try text(of: source))
    }

    /// The bytes of a file of the package.
    package func text(of source: String) throws -> SourceText {
        SourceText(path: source, bytes: [UInt8](try Data(contentsOf: root.appending(path: source))))
    }
}

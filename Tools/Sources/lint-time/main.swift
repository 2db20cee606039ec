import CompilerTrees
import Foundation
import TimeLint

// lint-time PACKAGE MODULES ALLOWED: see Scripts/lint-time, which calls it.
// Exit 0: only ALLOWED reads clocks; 1: others do; 2: it cannot be said.

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("lint-time: \(text)\n".utf8))
    exit(2)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 else { fail("usage: lint-time PACKAGE MODULES ALLOWED") }
let allowed = arguments[2]
do {
    let trees = try await PackageTrees(of: URL(filePath: arguments[0]), builtModules: URL(filePath: arguments[1]))
    let verdict = Verdict(files: trees.swiftFiles, headers: trees.cFiles, allowed: allowed)
    // Nothing found there means that the clocks are not recognised any more, or that the file is another.
    guard !verdict.allowed.isEmpty else { fail("no clock recognised in \(allowed), which is there to read them") }
    for finding in verdict.findings { print(finding.message(allowedOnlyIn: allowed)) }
    guard verdict.findings.isEmpty else { exit(1) }
    print(
        "time lint: \(trees.swiftModuleCount) modules, \(Set(trees.swiftFiles.map(\.path)).count) Swift and",
        "\(trees.cFiles.count) C files, \(verdict.referenceCount) references checked;",
        "\(verdict.allowed.count) read a clock, all in \(allowed)")
} catch {
    fail("\(error)")
}

package import Foundation
package import TimeLint

/// Every tree of a package's `Sources`.
package struct PackageTrees: Sendable {
    package let swiftModuleCount: Int
    package let swiftFiles: [SwiftTree]
    package let cFiles: [ClangTree]

    /// Reads all trees; throws when one cannot be had, or when a file under `Sources` belongs to no target and would go
    /// unseen.
    ///
    /// - Parameters:
    ///   - root: the package's folder.
    ///   - builtModules: the folder of the compiled `.swiftmodule` files of the package.
    package init(of root: URL, builtModules: URL) async throws {
        let toolchain = try Toolchain()
        let package = try PackageModules(
            description: try toolchain.run("swift", ["package", "describe", "--type", "json"], in: root),
            manifest: try toolchain.run("swift", ["package", "dump-package"], in: root))
        let cFiles = try Self.refuseUnseen(root, package.modules)
        let job = Job(
            reader: TreeReader(toolchain: toolchain, root: root), package: package, builtModules: builtModules.path)
        let swiftModules = package.modules.filter { $0.language == .swift }
        swiftModuleCount = swiftModules.count
        (swiftFiles, self.cFiles) = try await withThrowingTaskGroup(of: ([SwiftTree], [ClangTree]).self) { group in
            for module in swiftModules { group.addTask { (try job.trees(of: module), []) } }
            for file in cFiles { group.addTask { ([], [try job.tree(of: file)]) } }
            return try await group.reduce(into: ([], [])) { all, some in
                all.0 += some.0
                all.1 += some.1
            }
        }
    }

    /// Returns the C files; every Swift file must be a source of a target, and every other code must be C.
    private static func refuseUnseen(_ root: URL, _ modules: [PackageModule]) throws -> [String] {
        let known = Set(modules.flatMap(\.sources))
        var cFiles: [String] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources").path).sorted() {
            let path = "Sources/" + path
            switch URL(filePath: path).pathExtension {
            case "swift" where !known.contains(path):
                throw UnknownDescription(description: "\(path) belongs to no target")
            case "h", "c": cFiles.append(path)
            case "cc", "cpp", "cxx", "hh", "hpp", "m", "mm", "s", "S", "asm":
                throw UnknownDescription(description: "\(path) is in a language that cannot be judged")
            default: continue
            }
        }
        return cFiles
    }
}

/// What the reading of one module or file needs to know of the package.
private struct Job: Sendable {
    let reader: TreeReader
    let package: PackageModules
    let builtModules: String

    /// A module with conditional code is read in both configurations, so that no line of either build is missed.
    func trees(of module: PackageModule) throws -> [SwiftTree] {
        guard !module.sources.isEmpty else { return [] }
        let conditional = try module.sources.contains { try reader.text(of: $0).mayHaveConditionalCode }
        let configurations = conditional ? ModuleSettings.Configuration.allCases : [.debug]
        return try configurations.flatMap { configuration in
            try reader.swiftTrees(
                module: module.name, sources: module.sources, flags: try flags(of: module, in: configuration))
        }
    }

    private func flags(of module: PackageModule, in configuration: ModuleSettings.Configuration) throws -> [String] {
        var flags = ["-package-name", package.packageName, "-I", builtModules]
        if let mode = package.languageMode { flags += ["-swift-version", mode] }
        for module in package.modules where module.language == .c {
            // Its own module map, or the one that SwiftPM makes of its headers.
            let made = builtModules + "/../" + module.name + ".build"
            flags += [module.folder, module.folder + "/include", made].flatMap { ["-I", $0] }
        }
        return try flags + module.settings.swiftFlags(in: configuration)
    }

    func tree(of file: String) throws -> ClangTree {
        var flags: [String] = []
        for module in package.modules where module.language == .c {
            flags.append("-I" + module.folder + "/include")
            if file.hasPrefix(module.folder + "/") {
                flags += try module.settings.cFlags(in: .debug, folder: module.folder)
            }
        }
        return try reader.clangTree(of: file, flags: flags)
    }
}

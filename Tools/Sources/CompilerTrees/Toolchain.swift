package import Foundation

/// The compilers of the toolchain that builds the package, as processes.
package struct Toolchain: Sendable {
    private let binaries: URL

    /// Looks up where `swiftc` lives; `clang` is the one beside it, not the system's.
    package init() throws {
        let answer = try Self.run(["/usr/bin/env", "swiftc", "-print-target-info"], in: nil)
        let resources = try JSONDecoder().decode(TargetInfo.self, from: answer).paths.runtimeResourcePath
        // .../usr/lib/swift
        let root = URL(filePath: resources).deletingLastPathComponent().deletingLastPathComponent()
        binaries = root.appending(path: "bin")
    }

    /// Runs a tool of the toolchain in `folder` and returns what it printed; throws `ToolFailure` unless it exits 0.
    package func run(_ tool: String, _ arguments: [String], in folder: URL) throws -> Data {
        try Self.run([binaries.appending(path: tool).path] + arguments, in: folder)
    }

    private static func run(_ command: [String], in folder: URL?) throws -> Data {
        try TemporaryFolder.with { scratch in
            let output = scratch.appending(path: "output")
            let errors = scratch.appending(path: "errors")
            let process = Process()
            process.executableURL = URL(filePath: command[0])
            process.arguments = Array(command.dropFirst())
            if let folder { process.currentDirectoryURL = folder }
            // Files, not pipes: trees are large, and a full pipe would stop the compiler.
            process.standardOutput = try handle(for: output)
            process.standardError = try handle(for: errors)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
                throw ToolFailure(command: command, status: process.terminationStatus, said: said)
            }
            return try Data(contentsOf: output)
        }
    }

    private static func handle(for file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}

/// A tool that could not do its work.
package struct ToolFailure: Error, CustomStringConvertible {
    package let command: [String]
    package let status: Int32
    /// What it printed on its standard error.
    package let said: String

    package var description: String {
        "\(command.prefix(3).joined(separator: " ")) ... failed (\(status)):\n\(said)"
    }
}

private struct TargetInfo: Decodable {
    let paths: Paths

    struct Paths: Decodable { let runtimeResourcePath: String }
}

package enum TemporaryFolder {
    /// Gives `body` a new empty folder and removes it afterwards.
    package static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lint-time-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

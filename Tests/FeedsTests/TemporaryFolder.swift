import Foundation

/// A folder of its own for one test, gone afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "feeds.XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        path = template.withUnsafeBufferPointer { name in
            name.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes into the file as it is, or into a new one.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = path(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }
}

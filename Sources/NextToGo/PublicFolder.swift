internal import Feeds
internal import FoundationEssentials
package import HTTPServer

/// The page's files on disk.
package enum PublicFolder {
    /// One clear line for the operator.
    package struct Failure: Error, Equatable {
        package var message: String
    }

    /// More than this, all files together, is no page: 16 MiB. No more than that is ever read.
    static let largest = 16 << 20

    /// Where the page lies when nobody said: `public` beside or above the binary, or `share/nexttogo/public` as packages
    /// lay it (hier(7)), then in the working folder.
    package static func find(from binary: String?, workingFolder: String) -> String? {
        places(from: binary, workingFolder: workingFolder).first {
            FileManager.default.fileExists(atPath: $0 + "/index.html")
        }
    }

    /// Where it may lie, in the order of the search.
    static func places(from binary: String?, workingFolder: String) -> [String] {
        var folders: [String] = []
        if var folder = binary {
            repeat {
                folder = parent(folder)
                folders += [child("public", of: folder), child("share/nexttogo/public", of: folder)]
            } while folder != "/"
        }
        return folders + [child("public", of: workingFolder)]
    }

    /// The path of the running binary, where the system tells it.
    package static var binary: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    package static var workingFolder: String { FileManager.default.currentDirectoryPath }

    /// Reads all files, also of folders within; names that begin with a dot stay private.
    ///
    /// - Throws: also for a pipe or a device, which could keep the server waiting or never end.
    package static func read(_ folder: String) throws(Failure) -> StaticFiles {
        let manager = FileManager.default
        // With the slash a link to a folder is followed.
        guard !folder.isEmpty, let names = try? manager.subpathsOfDirectory(atPath: folder + "/") else {
            throw Failure(message: "the public folder cannot be read: \(folder)")
        }
        var contents: [String: [UInt8]] = [:]
        var size = 0
        for name in names.sorted() where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            let path = folder + "/" + name
            var isFolder = false
            guard manager.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { continue }
            guard let content = try content(of: path, limit: largest - size) else {
                throw Failure(message: "the public folder holds over 16 MiB: \(folder), up to and with \(path)")
            }
            size += content.count
            contents[name] = content
        }
        guard contents["index.html"] != nil else {
            throw Failure(message: "the public folder has no index.html: \(folder)")
        }
        return StaticFiles(contents)
    }

    /// nil when it has more than `limit` bytes, which is known before it is read.
    private static func content(of path: String, limit: Int) throws(Failure) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            let file = try RegularFile(path: path)
            guard try file.stamp().size <= limit else { return nil }
            return try file.contents(limit: limit)
        } catch {
            throw Failure(message: "a file of the public folder cannot be read: \(path): \(error.clause)")
        }
    }

    private static func child(_ name: String, of folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

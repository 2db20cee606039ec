import Foundation
import HTTPServer
import Testing

@testable import NextToGo

/// A folder of its own for one test, gone afterwards.
final class FolderOnDisk {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "next-to-go-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and makes the folders above it.
    @discardableResult
    func write(_ name: String, _ content: String = "x") throws -> String {
        try write(name, Data(content.utf8))
    }

    @discardableResult
    func write(_ name: String, _ content: Data) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file.path
    }
}

@Suite struct `The public folder` {
    private let folder: FolderOnDisk

    init() throws {
        folder = try FolderOnDisk()
    }

    private func failure(_ path: String) -> String? {
        do throws(PublicFolder.Failure) {
            _ = try PublicFolder.read(path)
            return nil
        } catch {
            return error.message
        }
    }

    private func has(_ files: StaticFiles, _ path: String) -> Bool {
        files.response(for: path, ifNoneMatch: nil) != nil
    }

    @Test func `is read with all its files, and those of folders within`() throws {
        for name in ["index.html", "page.js", "a b/c/d.css"] { try folder.write(name, "content of \(name)") }
        let files = try PublicFolder.read(folder.path)
        for (path, name) in [
            ("/", "index.html"), ("/index.html", "index.html"), ("/page.js", "page.js"),
            ("/a b/c/d.css", "a b/c/d.css"),
        ] {
            #expect(files.response(for: path, ifNoneMatch: nil)?.body == Array("content of \(name)".utf8))
        }
        #expect(!has(files, "/a b") && !has(files, "/a b/c"))
    }

    @Test(arguments: [".git/config", ".env", "js/.secret", "js/.hidden/page.js", "..page"])
    func `keeps private what begins with a dot`(name: String) throws {
        try folder.write("index.html")
        try folder.write(name)
        try folder.write("js/page.js")
        let files = try PublicFolder.read(folder.path)
        #expect(!has(files, "/" + name))
        #expect(has(files, "/js/page.js"))
    }

    @Test func `may be given with a slash at its end`() throws {
        try folder.write("index.html")
        #expect(has(try PublicFolder.read(folder.path + "/"), "/index.html"))
    }

    @Test func `may be a link, as to the release that is current`() throws {
        try folder.write("v1/index.html")
        let link = folder.path + "/current"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/v1")
        #expect(has(try PublicFolder.read(link), "/index.html"))
    }

    @Test func `passes over links that lead nowhere`() throws {
        try folder.write("index.html")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/gone", withDestinationPath: "/nonexistent/x")
        #expect(!has(try PublicFolder.read(folder.path), "/gone"))
    }

    @Test func `must be there`() throws {
        for path in ["/nonexistent", ""] { #expect(failure(path) == "the public folder cannot be read: \(path)") }
        let file = try folder.write("index.html")
        #expect(failure(file)?.hasSuffix(": \(file)") == true)
    }

    @Test func `must have a page`() throws {
        #expect(failure(folder.path) == "the public folder has no index.html: \(folder.path)")
        try folder.write("page/index.html")
        #expect(failure(folder.path) == "the public folder has no index.html: \(folder.path)")
    }

    @Test func `holds 16 MiB at most, all files together`() throws {
        try folder.write("index.html", "x")
        let largest = Data(count: (16 << 20) - 1)
        try folder.write("a.bin", largest)
        #expect(failure(folder.path) == nil)
        try folder.write("b.bin", "x")
        // The last one in the order of names.
        let culprit = "\(folder.path)/index.html"
        #expect(
            failure(folder.path) == "the public folder holds over 16 MiB: \(folder.path), up to and with \(culprit)")
    }

    /// A terabyte that takes no room on the disk, and none in memory.
    @Test func `is not read beyond that`() throws {
        try folder.write("index.html", "x")
        let huge = "\(folder.path)/a.bin"
        try folder.write("a.bin", "")
        #expect(truncate(huge, 1 << 40) == 0)
        #expect(failure(folder.path) == "the public folder holds over 16 MiB: \(folder.path), up to and with \(huge)")
    }

    @Test func `is not waited for where a file is a pipe`() throws {
        try folder.write("index.html", "x")
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(failure(folder.path) == "a file of the public folder cannot be read: \(pipe): Not a regular file")
    }

    @Test func `is not read for ever where a file is a device`() throws {
        try folder.write("index.html", "x")
        let device = "\(folder.path)/zero"
        try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: "/dev/zero")
        #expect(failure(folder.path) == "a file of the public folder cannot be read: \(device): Not a regular file")
    }
}

@Suite struct `Without a named public folder the server` {
    private let folder: FolderOnDisk

    init() throws {
        folder = try FolderOnDisk()
    }

    @Test(arguments: ["nexttogo", "bin/nexttogo", ".build/release/nexttogo"])
    func `looks beside its binary and above`(binary: String) throws {
        try folder.write("public/index.html")
        let found = PublicFolder.find(from: "\(folder.path)/\(binary)", workingFolder: "/nonexistent")
        #expect(found == folder.path + "/public")
    }

    @Test func `looks where a package lays it`() throws {
        try folder.write("usr/share/nexttogo/public/index.html")
        let found = PublicFolder.find(from: "\(folder.path)/usr/bin/nexttogo", workingFolder: "/nonexistent")
        #expect(found == folder.path + "/usr/share/nexttogo/public")
    }

    @Test func `takes the nearest one`() throws {
        try folder.write("public/index.html")
        try folder.write("a/public/index.html")
        try folder.write("a/b/public/readme.txt")
        let found = PublicFolder.find(from: "\(folder.path)/a/b/nexttogo", workingFolder: folder.path)
        #expect(found == folder.path + "/a/public")
    }

    @Test func `then looks in the working folder, and not above`() throws {
        try folder.write("public/index.html")
        #expect(PublicFolder.find(from: nil, workingFolder: folder.path) == folder.path + "/public")
        #expect(PublicFolder.find(from: nil, workingFolder: folder.path + "/public") == nil)
        #expect(PublicFolder.find(from: nil, workingFolder: "/nonexistent") == nil)
    }

    @Test func `looks up to the root of the file system`() {
        let places = PublicFolder.places(from: "/a/b/nexttogo", workingFolder: "/w/")
        #expect(
            places == [
                "/a/b/public", "/a/b/share/nexttogo/public", "/a/public", "/a/share/nexttogo/public", "/public",
                "/share/nexttogo/public", "/w/public",
            ])
        #expect(
            PublicFolder.places(from: "/nexttogo", workingFolder: "/") == [
                "/public", "/share/nexttogo/public", "/public",
            ])
        #expect(PublicFolder.places(from: nil, workingFolder: "/w") == ["/w/public"])
    }

    @Test func `knows where its binary and its working folder are`() throws {
        let binary = try #require(PublicFolder.binary)
        #expect(binary.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: binary))
        #expect(PublicFolder.workingFolder == FileManager.default.currentDirectoryPath)
    }
}

internal import Glibc

/// The captured bodies of a folder, by the instants in their names.
struct CaptureFolder {
    struct Capture: Equatable {
        /// Milliseconds since 1970-01-01 UTC.
        var instant: Int
        var name: String

        /// From a name that ends in 13 digits and `.json`; nil for any other, and for hidden files.
        init?(name: String) {
            let suffix = ".json"
            let stem = name.utf8.dropLast(suffix.utf8.count)
            let digits = stem.suffix(13)
            guard name.hasSuffix(suffix), !name.hasPrefix("."), digits.count == 13 else { return nil }
            guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            instant = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            self.name = name
        }
    }

    /// In the order of their instants, equal ones by name.
    let captures: [Capture]

    /// - Throws: the value of `errno` when the folder cannot be read.
    init(path: String) throws(RegularFile.Failure) {
        guard let folder = opendir(path) else { throw .system(errno) }
        defer { closedir(folder) }
        var captures: [Capture] = []
        errno = 0
        while let entry = readdir(folder) {
            if let capture = Self.name(of: entry).flatMap(Capture.init(name:)) { captures.append(capture) }
            errno = 0
        }
        if errno != 0 { throw .system(errno) }
        self.captures = captures.sorted { ($0.instant, $0.name) < ($1.instant, $1.name) }
    }

    /// nil when it is not UTF-8.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                String(validatingCString: $0)
            }
        }
    }
}

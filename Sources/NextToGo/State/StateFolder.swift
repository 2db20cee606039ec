internal import Glibc
internal import HistoryRecords

/// The folder of `--state`: one file, replaced as a whole or not at all.
struct StateFolder: Sendable {
    let path: String

    static let fileName = "card-history.json"

    /// What went wrong, in the system's words.
    struct Failure: Error, Equatable {
        var reason: String

        init(_ number: Int32) {
            reason = String(cString: strerror(number))
        }

        init(reason: String) {
            self.reason = reason
        }
    }

    private var file: String { "\(path)/\(Self.fileName)" }
    /// Of this process alone, so that one that ends and one that begins cannot mix their bytes.
    private var draft: String { "\(file).\(getpid())" }

    /// The bytes of the file; nil when there is none.
    func read() throws(Failure) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "Not a regular file") }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= HistoryFormat.largest {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { break }
            if count > 0 {
                bytes += piece[..<count]
            } else if errno != EINTR {
                throw Failure(errno)
            }
        }
        return bytes
    }

    /// Makes the folder, if its parent is there, and replaces the file: a crash at any moment leaves the old one or the
    /// new one (rename(2) is atomic, and what it names is on the disk before).
    func write(_ bytes: [UInt8]) throws(Failure) {
        if mkdir(path, 0o755) != 0 && errno != EEXIST { throw Failure(errno) }
        do throws(Failure) {
            try writeDraft(bytes)
            guard rename(draft, file) == 0 else { throw Failure(errno) }
        } catch {
            unlink(draft)
            throw error
        }
        // The name is on the disk only when the folder is; a file system that cannot do this has done what it can.
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private func writeDraft(_ bytes: [UInt8]) throws(Failure) {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Failure(errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Failure(errno)
            }
        }
        guard fsync(descriptor) == 0 else { throw Failure(errno) }
    }

    /// Puts a file that cannot be used aside, so that it is not lost when the next one is written.
    func putAside() {
        rename(file, "\(file).refused")
    }
}

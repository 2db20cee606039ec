internal import Glibc

/// A regular file, open for reading and closed by itself.
package struct RegularFile: ~Copyable {
    private let descriptor: Int32

    /// What tells one content of a file from the next, as far as that can be told without reading it.
    package struct Stamp: Equatable {
        var device: dev_t
        var inode: ino_t
        package var size: Int
        /// When it was last written, in whole seconds and the nanoseconds beyond them.
        var modified: Int
        var modifiedNanoseconds: Int
    }

    package enum Failure: Error, Equatable {
        /// The value of `errno`.
        case system(Int32)
        /// A folder, a pipe, a device.
        case notRegular

        /// As in `No such file or directory`.
        package var clause: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .notRegular: "Not a regular file"
            }
        }
    }

    /// Opens without waiting for the other end of a pipe.
    package init(path: String) throws(Failure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw .system(errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Throws: also when it is not a regular file.
    package func stamp() throws(Failure) -> Stamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        return Stamp(
            device: status.st_dev, inode: status.st_ino, size: status.st_size, modified: status.st_mtim.tv_sec,
            modifiedNanoseconds: status.st_mtim.tv_nsec)
    }

    /// All bytes from here to the end; nil when there are more than `limit`.
    package consuming func contents(limit: Int) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += piece[..<count]
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
        return nil
    }
}

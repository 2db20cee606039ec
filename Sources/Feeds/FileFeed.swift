internal import Synchronization

/// `file:PATH`: a body in the feed's schema on disk, read again when the file changes.
///
/// Size, modification time or inode tell a change, never a clock. The number of races asked for is ignored.
package final class FileFeed: FeedSource {
    private let path: String
    /// Of the file when the last body that was given out was read.
    private let lastStamp = Mutex<RegularFile.Stamp?>(nil)

    package init(path: String) {
        self.path = path
    }

    /// Finds out at start whether there is a file to read; what it holds is looked at by the polls.
    package static func check(path: String) throws(FeedFileError) {
        do throws(RegularFile.Failure) {
            _ = try RegularFile(path: path).stamp()
        } catch {
            throw FeedFileError(message: "cannot read the feed file \(path): \(error.clause)")
        }
    }

    package func poll(_ request: PollRequest) async -> PollAnswer {
        do throws(RegularFile.Failure) {
            let file = try RegularFile(path: path)
            // Taken before the bytes: what is written while they are read shows as a change at the next poll.
            let stamp = try file.stamp()
            if lastStamp.withLock({ $0 == stamp }) { return .unchanged }
            guard let body = try file.contents(limit: FeedDecoder.maximumBodySize) else {
                return .failed(.bodyTooLarge)
            }
            lastStamp.withLock { $0 = stamp }
            return .body(body)
        } catch {
            return .failed(PollFailure(reason: "the feed file cannot be read: \(error.clause)"))
        }
    }

    /// Makes the next poll answer with the body again, changed or not: for a caller that could not use it.
    package func forget() {
        lastStamp.withLock { $0 = nil }
    }
}

extension PollFailure {
    /// For an answer of more than ``FeedDecoder/maximumBodySize``.
    static let bodyTooLarge = PollFailure(reason: "body over 4 MiB")
}

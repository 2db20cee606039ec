package import Racing
internal import Synchronization

/// `replay:DIR`: captured bodies, each the poll's answer from the second of its capture until the next one's.
///
/// A capture is a file whose name ends in the 13 digits of its instant in milliseconds and `.json`. The folder is
/// listed once, the bodies are read as they are needed.
package final class ReplayFeed: FeedSource {
    private let directory: String
    /// Never empty.
    private let captures: [CaptureFolder.Capture]
    /// Which capture was given out last.
    private let lastIndex = Mutex<Int?>(nil)

    /// - Throws: when the folder cannot be read or holds no capture.
    package init(directory: String) throws(FeedFileError) {
        do throws(RegularFile.Failure) {
            captures = try CaptureFolder(path: directory).captures
        } catch {
            throw FeedFileError(message: "cannot read the replay folder \(directory): \(error.clause)")
        }
        if captures.isEmpty {
            throw FeedFileError(message: "no capture named *<milliseconds>.json in the replay folder \(directory)")
        }
        self.directory = directory
    }

    /// The second of the first capture: a poll in it is the earliest that is answered.
    package var firstSecond: Second { captures[0].second }

    package func poll(_ request: PollRequest) async -> PollAnswer {
        guard let index = captures.lastIndex(where: { $0.second <= request.second }) else {
            return .failed(PollFailure(reason: "no capture yet"))
        }
        if lastIndex.withLock({ $0 == index }) { return .unchanged }
        do throws(RegularFile.Failure) {
            let file = try RegularFile(path: "\(directory)/\(captures[index].name)")
            _ = try file.stamp()
            guard let body = try file.contents(limit: FeedDecoder.maximumBodySize) else {
                return .failed(.bodyTooLarge)
            }
            lastIndex.withLock { $0 = index }
            return .body(body)
        } catch {
            return .failed(PollFailure(reason: "the capture cannot be read: \(error.clause)"))
        }
    }

    /// Makes the next poll answer with the body again: for a caller that could not use it.
    package func forget() {
        lastIndex.withLock { $0 = nil }
    }
}

extension CaptureFolder.Capture {
    /// The whole second that its instant lies in.
    var second: Second { Second(instant / 1_000) }
}

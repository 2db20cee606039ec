internal import EventLoop
internal import Feeds
internal import Racing

/// The source that was asked for, and the time it lives in.
struct FeedWiring {
    var source: any FeedSource
    var origin: FeedOrigin
    /// Seconds by which the server's clock is shifted.
    var shift: Int

    /// - Parameters:
    ///   - second: the system's time.
    ///   - loop: where HTTP feeds are asked.
    /// - Throws: when a file or folder cannot be read, with one clear line.
    init(_ options: Options, at second: Second, on loop: EventLoop) throws(FeedFileError) {
        var start = options.now
        switch options.feed {
        case .demo: source = DemoSource()
        case .neds: source = Self.http(.neds, on: loop)
        case .nedsV2: source = Self.http(.nedsV2, on: loop)
        case .ladbrokes: source = Self.http(.ladbrokes, on: loop)
        case .url(let address): source = Self.http(address, on: loop)
        case .file(let path):
            try FileFeed.check(path: path)
            source = FileFeed(path: path)
        case .replay(let folder):
            let replay = try ReplayFeed(directory: folder)
            start = start ?? replay.firstSecond
            source = replay
        }
        shift = start.map { $0 - second } ?? 0
        origin = FeedOrigin(source: options.feed.source, clock: start == nil ? .system : .shifted)
    }

    private static func http(_ address: FeedAddress, on loop: EventLoop) -> HTTPFeed {
        HTTPFeed(client: HTTPClient(loop: loop), address: address, version: Version.number)
    }
}

package enum Version {
    package static let number = "0.1.0"

    /// What `--version` prints.
    package static var line: String {
        "nexttogo \(number) (libevent \(EventLoop.libraryVersion), libcurl \(HTTPClient.libraryVersion))"
    }
}

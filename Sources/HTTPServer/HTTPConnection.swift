internal import EventLoop

/// One connection between requests, or in the middle of one.
final class HTTPConnection {
    let descriptor: Descriptor
    let peer: PeerAddress
    /// What has come and is not answered yet, from the first byte of a head on.
    var input: [UInt8] = []
    var parser: RequestHeadParser
    var requests = 0
    /// What the peer has not taken yet.
    var output: ArraySlice<UInt8> = []
    var closesAfterOutput = false
    /// Monotonic time at which patience ends.
    var deadline: Duration

    init(descriptor: Descriptor, peer: PeerAddress, limits: HeadLimits, deadline: Duration) {
        self.descriptor = descriptor
        self.peer = peer
        parser = RequestHeadParser(limits: limits)
        self.deadline = deadline
    }

    /// Where the head that is being read stands after all that has come.
    func parse() -> RequestHeadParser.Progress {
        // A copy of the reference, not of the bytes: a span of a class's property cannot outlive one access to it.
        let bytes = input
        return parser.feed(bytes.span.extracting(parser.offset..<bytes.count))
    }

    /// The request whose head is complete; the next one begins after it.
    func takeRequest(
        limits: HeadLimits, proxies: TrustedProxies
    ) throws(Problem) -> (request: Request, keepAlive: Bool) {
        let bytes = input
        guard let head = parser.head(in: bytes.span) else {
            throw Problem(status: 400, detail: "The request head is not complete.")
        }
        let request = try Request(head, in: bytes.span, peer: peer, proxies: proxies)
        let (length, keepAlive) = (head.length, head.keepAlive)
        input.removeFirst(length)
        parser = RequestHeadParser(limits: limits)
        requests += 1
        return (request, keepAlive)
    }
}

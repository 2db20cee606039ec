package import EventLoop

/// A request as handlers see it: a head that was valid, with the few values that this server uses.
package struct Request: Equatable, Sendable {
    package var method: RequestMethod
    /// Decoded, beginning with a slash; `*` for a question about the whole server.
    package var path: String
    package var parameters: [QueryString.Parameter]
    /// What is wrong with the query, for the paths that read it.
    package var queryFault: Problem?
    /// Whether the client understands chunks (HTTP/1.1 or later).
    package var takesChunks: Bool
    package var acceptsGzip: Bool
    package var lastEventID: String?
    package var ifNoneMatch: String?
    package var origin: String?
    /// `http://` and the authority that the client knows the server by; empty when it named none.
    package var host = ""
    /// Whom the request is from: the peer, or the client that trusted proxies name.
    package var client: PeerAddress

    package init(
        method: RequestMethod = .get, path: String, parameters: [QueryString.Parameter] = [], takesChunks: Bool = true,
        acceptsGzip: Bool = false, lastEventID: String? = nil, ifNoneMatch: String? = nil, origin: String? = nil,
        client: PeerAddress = PeerAddress(high: 0, low: 0)
    ) {
        self.method = method
        self.path = path
        self.parameters = parameters
        self.takesChunks = takesChunks
        self.acceptsGzip = acceptsGzip
        self.lastEventID = lastEventID
        self.ifNoneMatch = ifNoneMatch
        self.origin = origin
        self.client = client
    }

    init(
        _ head: RequestHead, in buffer: Span<UInt8>, peer: PeerAddress, proxies: TrustedProxies
    ) throws(Problem) {
        let client = proxies.client(of: peer, forwardedFor: head.text(of: .forwardedFor, in: buffer))
        self.init(path: "", takesChunks: head.minorVersion > 0, acceptsGzip: head.acceptsGzip, client: client)
        method = head.method
        do throws(HeadError) {
            path = head.target.isServerWide ? "*" : try head.target.decodedPath(in: buffer)
        } catch {
            throw Problem(status: error.status, detail: error.detail)
        }
        do throws(QueryString.Fault) {
            parameters = try head.target.parameters(in: buffer)
        } catch {
            queryFault = Problem(status: 400, detail: error.detail)
        }
        lastEventID = head.text(of: .lastEventID, in: buffer)
        ifNoneMatch = head.text(of: .ifNoneMatch, in: buffer)
        origin = head.text(of: .origin, in: buffer)
        let authority = head.authority.map { String(fieldValue: $0, in: buffer) } ?? ""
        if !authority.isEmpty { host = "http://\(authority)" }
    }
}

extension Problem: Error {}

/// Whoever answers requests; called on the loop.
package protocol RequestHandler: AnyObject {
    func answer(_ request: Request) -> Answer
    /// The answer to a request that could not be understood.
    func refuse(_ problem: Problem) -> Response
}

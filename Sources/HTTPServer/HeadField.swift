/// The fields whose values the server uses; all others are checked and forgotten.
package enum HeadField: Int, CaseIterable, Sendable {
    /// Where the request was meant to go (RFC 9110 7.2).
    case host
    /// Whether the connection is to be kept (RFC 9110 7.6.1).
    case connection
    /// Media types the client takes (RFC 9110 12.5.1).
    case accept
    /// Content codings the client takes (RFC 9110 12.5.3).
    case acceptEncoding
    /// Entity tags the client has (RFC 9110 13.1.2).
    case ifNoneMatch
    /// The revision the client's stream had reached (WHATWG HTML 9.2).
    case lastEventID
    /// The origin of the page that asks (WHATWG Fetch 3.2).
    case origin
    /// The method a preflight asks for (WHATWG Fetch 3.3).
    case accessControlRequestMethod
    /// The fields a preflight asks for (WHATWG Fetch 3.3).
    case accessControlRequestHeaders
    /// The addresses a proxy speaks for (contract 1, `--trusted-proxy`).
    case forwardedFor

    /// The name in lower case.
    package var name: String {
        switch self {
        case .host: "host"
        case .connection: "connection"
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .ifNoneMatch: "if-none-match"
        case .lastEventID: "last-event-id"
        case .origin: "origin"
        case .accessControlRequestMethod: "access-control-request-method"
        case .accessControlRequestHeaders: "access-control-request-headers"
        case .forwardedFor: "x-forwarded-for"
        }
    }
}

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

/// What a field name means to the parser.
enum FieldKind: Equatable, Sendable {
    /// Its value is kept for the server.
    case kept(HeadField)
    /// `Content-Length`, which may only be `0`.
    case contentLength
    /// `Transfer-Encoding`, which is always refused.
    case transferEncoding
    /// Any other field.
    case ignored
}

extension TokenKey {
    private static let host = TokenKey(HeadField.host.name)
    private static let connection = TokenKey(HeadField.connection.name)
    private static let accept = TokenKey(HeadField.accept.name)
    private static let acceptEncoding = TokenKey(HeadField.acceptEncoding.name)
    private static let ifNoneMatch = TokenKey(HeadField.ifNoneMatch.name)
    private static let lastEventID = TokenKey(HeadField.lastEventID.name)
    private static let origin = TokenKey(HeadField.origin.name)
    private static let requestMethod = TokenKey(HeadField.accessControlRequestMethod.name)
    private static let requestHeaders = TokenKey(HeadField.accessControlRequestHeaders.name)
    private static let forwardedFor = TokenKey(HeadField.forwardedFor.name)
    private static let contentLength = TokenKey("content-length")
    private static let transferEncoding = TokenKey("transfer-encoding")

    /// What the field with this name, in lower case, means; at most two known names have the same length.
    var fieldKind: FieldKind {
        switch length {
        case 4: self == .host ? .kept(.host) : .ignored
        case 6: self == .accept ? .kept(.accept) : self == .origin ? .kept(.origin) : .ignored
        case 10: self == .connection ? .kept(.connection) : .ignored
        case 13:
            self == .lastEventID
                ? .kept(.lastEventID) : self == .ifNoneMatch ? .kept(.ifNoneMatch) : .ignored
        case 14: self == .contentLength ? .contentLength : .ignored
        case 15:
            self == .acceptEncoding
                ? .kept(.acceptEncoding) : self == .forwardedFor ? .kept(.forwardedFor) : .ignored
        case 17: self == .transferEncoding ? .transferEncoding : .ignored
        case 29: self == .requestMethod ? .kept(.accessControlRequestMethod) : .ignored
        case 30: self == .requestHeaders ? .kept(.accessControlRequestHeaders) : .ignored
        default: .ignored
        }
    }
}

/// Where the lines of one field are.
struct FieldSlot: Equatable, Sendable {
    /// The first line's value without whitespace around it.
    var first = 0..<0
    /// How many lines there are.
    var lines = 0
}

/// One slot a kept field, in fixed storage.
struct FieldSlots: Sendable {
    private var slots = InlineArray<10, FieldSlot>(repeating: FieldSlot())

    subscript(field: HeadField) -> FieldSlot { slots[field.rawValue] }

    /// Notes a line of a field by the range of its value.
    mutating func note(_ field: HeadField, value: Range<Int>) {
        if slots[field.rawValue].lines == 0 { slots[field.rawValue].first = value }
        slots[field.rawValue].lines += 1
    }
}

/// The bytes of a method or field name, kept up to a fixed length so that nothing is copied to the heap.
struct TokenKey: Equatable, Sendable {
    private var words = SIMD4<UInt64>()
    /// How many bytes the token has, those beyond the 32 that are kept included.
    private(set) var length = 0

    init() {}

    /// The key of a known token of at most 32 ASCII characters.
    init(_ token: String) {
        for byte in token.utf8 { append(byte) }
    }

    /// Adds a byte.
    mutating func append(_ byte: UInt8) {
        if length < 32 { words[length >> 3] |= UInt64(byte) << UInt64((length & 7) * 8) }
        length += 1
    }
}

extension TokenKey {
    private static let get = TokenKey("GET")
    private static let head = TokenKey("HEAD")
    private static let options = TokenKey("OPTIONS")
    private static let refused: [(TokenKey, RequestMethod)] = [
        (TokenKey("POST"), .post), (TokenKey("PUT"), .put), (TokenKey("DELETE"), .delete),
        (TokenKey("PATCH"), .patch), (TokenKey("TRACE"), .trace), (TokenKey("CONNECT"), .connect),
    ]

    /// The method that these bytes are.
    var method: RequestMethod {
        if self == .get { return .get }
        if self == .head { return .head }
        if self == .options { return .options }
        return Self.refused.first { $0.0 == self }?.1 ?? .other
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

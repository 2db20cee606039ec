/// The methods that this server tells apart; they are case-sensitive (RFC 9110 9.1).
package enum RequestMethod: Sendable {
    /// Answered.
    case get, head, options
    /// Known and refused with 405 (contract 10, 8).
    case post, put, delete, patch, trace, connect
    /// Any other token, refused with 501.
    case other

    /// Whether the server answers requests with this method.
    package var isAllowed: Bool { self == .get || self == .head || self == .options }

    /// What the method is refused with, or `nil` for those that are answered.
    var refusal: HeadError? {
        if self == .other { return .methodNotImplemented }
        return isAllowed ? nil : .methodNotAllowed
    }
}

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

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

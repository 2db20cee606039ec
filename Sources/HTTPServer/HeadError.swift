/// Why a request head is refused; the raw value is `detail`, the sentence told to the client.
///
/// Contract 8 and 10 say what is refused; each case names the clause that it rests on besides.
package enum HeadError: String, Error, Equatable, CaseIterable, Sendable {
    // MARK: Anywhere

    /// RFC 9112 2.2.
    case bareCarriageReturn = "A carriage return must be followed by a line feed."
    /// RFC 9112 2.2 lets a recipient accept it; the contract does not.
    case bareLineFeed = "A line must end with a carriage return and a line feed, not with a line feed alone."
    /// RFC 9110 5.5 (field values), RFC 9112 3 (request line).
    case controlCharacter = "The request head contains NUL or another control character."

    // MARK: Request line

    /// RFC 9112 2.2: at least one empty line is to be ignored; the contract ignores exactly one.
    case emptyLines = "At most one empty line may come before the request line."
    /// RFC 9112 3: single spaces separate the three parts.
    case requestLineSpacing = "Exactly one space must separate method, target and version, with none around them."
    /// RFC 9110 9.1: a method is a token.
    case methodCharacter = "The method contains a character that is not allowed in a token."
    /// RFC 9112 3.
    case missingTarget = "The request line has no target after the method."
    /// RFC 9112 3; the requests of HTTP/0.9 look like this.
    case missingVersion = "The request line has no HTTP version after the target."
    /// RFC 9112 2.3: `HTTP/`, a digit, a dot, a digit; case-sensitive.
    case malformedVersion = "After the target must come one space and an HTTP version such as HTTP/1.1."

    // MARK: Target

    /// RFC 9112 3.2, 3.2.2; RFC 9110 7.4 has `https` refused where there is no TLS.
    case targetForm = "The target must begin with a slash, or be an absolute URI with the scheme http."
    /// RFC 9112 3.2.4.
    case asteriskTarget = "The target * is allowed with the method OPTIONS only."
    /// RFC 9112 3.2.3, RFC 9110 9.3.6.
    case connectTarget = "The target of CONNECT must be a host, a colon and a port number from 1 to 65535."
    /// RFC 3986 3.2.2; RFC 9110 4.2.1 (empty host), 4.2.4 (user information).
    case targetHost = "The target must name a valid host with an optional port, without user information."
    /// RFC 3986 3.3, 3.4.
    case targetCharacter = "The target contains a character that must be percent-encoded."
    /// RFC 9112 3.2: no form of target has a fragment.
    case fragment = "The target must not contain a fragment (#)."
    /// RFC 3986 2.1.
    case percentEscape = "A percent sign in the target must be followed by two hexadecimal digits."
    /// Contract 8.
    case encodedNul = "The target must not contain %00."
    /// RFC 3986 2.5; found when the path is decoded, not by the parser.
    case pathEncoding = "The percent-escapes of the path are not valid UTF-8."

    // MARK: Fields

    /// RFC 9112 2.2.
    case leadingWhitespace = "The first field line must not begin with whitespace."
    /// RFC 9112 5.2 (obs-fold).
    case lineFolding = "A field value must not be continued on a further line."
    /// RFC 9112 5, RFC 9110 5.1.
    case emptyFieldName = "A field line has no name before its colon."
    /// RFC 9110 5.1: a field name is a token.
    case fieldNameCharacter = "A field name contains a character that is not allowed in a token."
    /// RFC 9112 5.1.
    case spaceBeforeColon = "No whitespace is allowed between a field name and its colon."
    /// RFC 9112 5.
    case missingColon = "A field line has no colon after its name."
    /// RFC 9112 6.1; this server takes no content.
    case transferEncoding = "Transfer-Encoding is not accepted: requests to this server have no content."
    /// RFC 9112 6.2; this server takes no content.
    case contentLength = "Content-Length must be a plain 0: requests to this server have no content."
    /// RFC 9112 6.3 item 5.
    case repeatedContentLength = "Content-Length must not be sent more than once."
    /// RFC 9112 3.2.
    case missingHost = "An HTTP/1.1 request must have a Host field."
    /// RFC 9112 3.2.
    case repeatedHost = "Host must not be sent more than once."
    /// RFC 9112 3.2, RFC 9110 7.2.
    case invalidHost = "Host must be a valid host name or address with an optional port."

    // MARK: Refusals of requests that are well formed, and limits

    /// RFC 9110 15.5.6.
    case methodNotAllowed = "Only GET, HEAD and OPTIONS are allowed."
    /// RFC 9110 15.6.2.
    case methodNotImplemented = "The method is not known to this server; methods are case-sensitive."
    /// RFC 9112 3: a method longer than any that is implemented is a 501.
    case methodTooLong = "The method is longer than any that this server knows."
    /// RFC 9110 15.6.6.
    case unsupportedVersion = "Only HTTP/1.0 and HTTP/1.1 are supported."
    /// RFC 9110 15.5.15, RFC 9112 3.
    case targetTooLong = "The target is too long."
    /// RFC 6585 5.
    case headTooLarge = "The request head is too large."
    /// RFC 6585 5.
    case tooManyFields = "The request head has too many fields."

    /// One sentence for people that names the culprit.
    package var detail: String { rawValue }

    /// The status code of the answer.
    package var status: Int {
        switch self {
        case .methodNotAllowed: 405
        case .targetTooLong: 414
        case .headTooLarge, .tooManyFields: 431
        case .methodNotImplemented, .methodTooLong: 501
        case .unsupportedVersion: 505
        default: 400
        }
    }

    /// What a byte is at fault for that has no place where it stands: line ends and controls name themselves.
    static func misplaced(_ byte: UInt8, otherwise error: HeadError) -> HeadError {
        if byte == ByteClasses.lineFeed { return .bareLineFeed }
        return ByteClasses.isControl(byte) ? .controlCharacter : error
    }
}

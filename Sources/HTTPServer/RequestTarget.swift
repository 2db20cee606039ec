/// Where the parts of a request target lie in the head's bytes (RFC 9112 3.2).
package struct RequestTarget: Equatable, Sendable {
    /// The form a target has.
    package enum Form: Sendable {
        /// `/path?query`, what clients send to servers.
        case origin
        /// `http://host/path?query`, what clients send to proxies; its authority replaces the Host field.
        case absolute
        /// `host:port` of CONNECT, which is always refused.
        case authority
        /// `*` of OPTIONS: the server as a whole.
        case asterisk
    }

    /// The target's form.
    package let form: Form
    /// The target as sent.
    package let raw: Range<Int>
    /// The authority (host and port) of an absolute or authority form.
    package let authority: Range<Int>?
    /// The path as sent, from its first slash on; `*` for the asterisk form; empty where an absolute URI has none.
    package let path: Range<Int>
    /// The query as sent, without its question mark; `nil` when there is no question mark.
    package let query: Range<Int>?

    /// Whether the request concerns the server as a whole: OPTIONS with `*`, or with an absolute URI without path and
    /// query, which means the same (RFC 9112 3.2.4).
    package let isServerWide: Bool

    /// The path with its percent-escapes decoded, `/` where an absolute URI has none (RFC 9110 4.2.3).
    ///
    /// An escaped slash stays `%2F` and dot segments stay as they are, so a name that is looked up exactly can never
    /// lead elsewhere. Throws `HeadError.pathEncoding` when the escapes do not spell UTF-8.
    package func decodedPath(in buffer: Span<UInt8>) throws(HeadError) -> String {
        guard !path.isEmpty else { return "/" }
        do {
            return try PercentDecoding.text(path, in: buffer, keepingSlash: true)
        } catch {
            throw .pathEncoding
        }
    }

    /// The query's parameters in order, none when there is no query.
    package func parameters(in buffer: Span<UInt8>) throws(QueryString.Fault) -> [QueryString.Parameter] {
        guard let query else { return [] }
        return try QueryString.parameters(of: query, in: buffer)
    }
}

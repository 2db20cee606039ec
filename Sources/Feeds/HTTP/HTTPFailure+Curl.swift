internal import CCurl
internal import Glibc

extension HTTPFailure {
    /// What a code of libcurl means for people, given the handle that it was said of.
    ///
    /// - Parameter code: any but `CURLE_OK`.
    init(_ code: CURLcode, of easy: OpaquePointer, limits: HTTPLimits) {
        let isRedirected = next_to_go_easy_long(easy, CURLINFO_REDIRECT_COUNT) > 0
        switch code {
        case CURLE_URL_MALFORMAT: self = isRedirected ? .redirectToBadAddress : .badAddress
        case CURLE_UNSUPPORTED_PROTOCOL:
            // Also said of an answer without a head, which HTTP/0.9 would allow.
            if Self.hasWebScheme(easy) {
                self = .notHTTP
            } else {
                self = isRedirected ? .redirectToOtherScheme : .badAddress
            }
        case CURLE_COULDNT_RESOLVE_HOST: self = .unknownName
        case CURLE_COULDNT_RESOLVE_PROXY: self = .unknownProxyName
        case CURLE_COULDNT_CONNECT: self = Self.connecting(next_to_go_easy_long(easy, CURLINFO_OS_ERRNO))
        case CURLE_OPERATION_TIMEDOUT:
            let elapsed = Duration.microseconds(next_to_go_easy_size(easy, CURLINFO_TOTAL_TIME_T))
            self = elapsed < limits.total ? .noConnection(within: limits.connecting) : .noAnswer(within: limits.total)
        case CURLE_TOO_MANY_REDIRECTS: self = .tooManyRedirects
        case CURLE_FILESIZE_EXCEEDED: self = .bodyTooLarge(over: limits.bodyBytes)
        case CURLE_GOT_NOTHING: self = .closedWithoutAnswer
        case CURLE_RECV_ERROR, CURLE_PROXY:
            let status = next_to_go_easy_long(easy, CURLINFO_HTTP_CONNECTCODE)
            self = status >= 300 ? .proxyAnswered(status) : .brokenOff
        case CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: self = .brokenOff
        case CURLE_WEIRD_SERVER_REPLY: self = .notHTTP
        case CURLE_BAD_CONTENT_ENCODING: self = .notDecompressible
        case CURLE_SSL_CONNECT_ERROR: self = .tls("no agreement on a connection")
        case CURLE_PEER_FAILED_VERIFICATION: self = .tls("the certificate is not to be trusted")
        case CURLE_SSL_CACERT_BADFILE: self = .tls("no list of trusted certificates on this machine")
        default: self = .other(String(cString: curl_easy_strerror(code)))
        }
    }

    private static func connecting(_ number: Int) -> HTTPFailure {
        switch Int32(truncatingIfNeeded: number) {
        case ECONNREFUSED: .refused
        case let number: .unreachable(String(cString: strerror(number)).lowercased())
        }
    }

    /// Whether the address that was asked last, after redirects, is one of http or https.
    private static func hasWebScheme(_ easy: OpaquePointer) -> Bool {
        guard let url = next_to_go_easy_string(easy, CURLINFO_EFFECTIVE_URL) else { return false }
        let text = String(cString: url).lowercased()
        return text.hasPrefix("http://") || text.hasPrefix("https://")
    }
}

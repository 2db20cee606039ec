/// Why a transfer brought no answer.
package enum HTTPFailure: Error, Equatable, Sendable {
    case cancelled
    /// The URL cannot be read, or its scheme is neither http nor https.
    case badAddress
    case unknownName
    case unknownProxyName
    case refused
    /// The system's words for why no connection could be made.
    case unreachable(String)
    case noConnection(within: Duration)
    case noAnswer(within: Duration)
    /// The proxy's answer to CONNECT.
    case proxyAnswered(Int)
    /// What was wrong, without a name.
    case tls(String)
    case tooManyRedirects
    case redirectToBadAddress
    case redirectToOtherScheme
    /// With the limit in bytes.
    case bodyTooLarge(over: Int)
    case closedWithoutAnswer
    /// The connection ended in the middle of the request or of the answer.
    case brokenOff
    case notHTTP
    case notDecompressible
    /// Anything else, in libcurl's own words for the kind of error.
    case other(String)

    /// One clause in plain words; never a name or an address, which may be private.
    package var reason: String {
        switch self {
        case .cancelled: "the poll was cancelled"
        case .badAddress: "the feed's address is not a valid http or https URL"
        case .unknownName: "could not resolve the feed's name"
        case .unknownProxyName: "could not resolve the proxy's name"
        case .refused: "connection refused"
        case .unreachable(let words): "no connection: \(words)"
        case .noConnection(let limit): "no connection within \(words(for: limit))"
        case .noAnswer(let limit): "no answer within \(words(for: limit))"
        case .proxyAnswered(let status): "the proxy answered \(status)"
        case .tls(let words): "TLS failure: \(words)"
        case .tooManyRedirects: "too many redirects"
        case .redirectToBadAddress: "redirect to an address that cannot be read"
        case .redirectToOtherScheme: "redirect to another scheme"
        case .bodyTooLarge(let limit): "body over \(words(forBytes: limit))"
        case .closedWithoutAnswer: "the connection was closed without an answer"
        case .brokenOff: "the connection broke off"
        case .notHTTP: "the answer is not HTTP"
        case .notDecompressible: "the body cannot be decompressed"
        case .other(let words): words
        }
    }
}

/// Whole seconds as `10 s`, anything else as `300 ms`.
private func words(for limit: Duration) -> String {
    let milliseconds = limit.milliseconds
    return milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
}

/// Whole mebibytes as `4 MiB`, anything else in bytes.
private func words(forBytes limit: Int) -> String {
    limit > 0 && limit.isMultiple(of: 1 << 20) ? "\(limit >> 20) MiB" : "\(limit) bytes"
}

extension Duration {
    /// Whole milliseconds, rounded up, at least 1, because 0 means no limit to libcurl.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}

@testable import HTTPServer

/// A request line for rows that are about the fields, and one that is answered without Host.
private let line = "GET / HTTP/1.1\r\n"
private let oldLine = "GET / HTTP/1.0\r\n"

extension RequestHeadCase {
    /// Rows about field lines.
    static let fields: [RequestHeadCase] = [
        .accept("RFC 9110 5.1: every token is a field name", "\(oldLine)!#$%&'*+-.^_`|~09azAZ: a\r\n\r\n"),
        .accept("RFC 9110 5.5: an empty value", "\(oldLine)A:\r\n\r\n"),
        .accept("RFC 9112 5: no whitespace is needed around a value", "\(oldLine)A:b\r\n\r\n"),
        .accept("RFC 9112 5: spaces and tabs around a value", "\(oldLine)A: \t b \t\r\n\r\n"),
        .accept("RFC 9112 5: whitespace around a value the server uses", "\(oldLine)Accept: \t b c \t\r\n\r\n"),
        .accept("RFC 9110 5.5: a value of whitespace only is empty", "\(oldLine)A: \t \r\n\r\n"),
        .accept("RFC 9110 5.5: obs-text in a value", "\(oldLine)A: \u{E080}\u{E0FF}\r\n\r\n"),
        .accept("RFC 9110 5.5: whitespace and signs in a value", "\(oldLine)A: a\tb :\"(),/;<=>?@[\\]{}\r\n\r\n"),
        .accept("RFC 9110 5.3: a field may come again", "\(oldLine)A: 1\r\nA: 2\r\n\r\n"),
        .accept("RFC 9110 5.1: long names", "\(oldLine)X\(String(repeating: "-y", count: 40)): 1\r\n\r\n"),
        .refuse("RFC 9112 2.2: no whitespace before the first field", .leadingWhitespace, "\(line)▸ Host: a\r\n\r\n"),
        .refuse("RFC 9112 5.2: no folding with a space", .lineFolding, "\(line)Host: a\r\n▸ b\r\n\r\n"),
        .refuse("RFC 9112 5.2: no folding with a tab", .lineFolding, "\(line)Host: a\r\n▸\tb\r\n\r\n"),
        .refuse("RFC 9112 5.2: no folding with nothing in it", .lineFolding, "\(line)Host: a\r\nA:\r\n▸ \r\n\r\n"),
        .refuse("RFC 9110 5.1: a name is not empty", .emptyFieldName, "\(line)▸: a\r\n\r\n"),
        .refuse("RFC 9110 5.1: a name begins with a token's character", .fieldNameCharacter, "\(line)▸(A: b\r\n\r\n"),
        .refuse("RFC 9110 5.1: a name is a token", .fieldNameCharacter, "\(line)A▸/B: b\r\n\r\n"),
        .refuse("RFC 9110 5.6.2: a name is ASCII", .fieldNameCharacter, "\(line)A▸é: b\r\n\r\n"),
        .refuse("RFC 9112 5.1: no space before the colon", .spaceBeforeColon, "\(line)Host▸ : a\r\n\r\n"),
        .refuse("RFC 9112 5.1: no tab before the colon", .spaceBeforeColon, "\(line)Host▸\t: a\r\n\r\n"),
        .refuse("RFC 9112 5: a line has a colon", .missingColon, "\(line)Host▸\r\n\r\n"),
        .refuse("RFC 9112 2.2: no LF in a name", .bareLineFeed, "\(line)Host▸\n\r\n"),
        .refuse("RFC 9110 5.1: no NUL in a name", .controlCharacter, "\(line)Ho▸\u{0}st: a\r\n\r\n"),
        .refuse("RFC 9110 5.1: no NUL for a name", .controlCharacter, "\(line)▸\u{0}: a\r\n\r\n"),
        .refuse("RFC 9110 5.5: no NUL in a value", .controlCharacter, "\(line)A: a▸\u{0}b\r\n\r\n"),
        .refuse("RFC 9110 5.5: no NUL before a value", .controlCharacter, "\(line)A:▸\u{0}b\r\n\r\n"),
        .refuse("RFC 9110 5.5: no other control in a value", .controlCharacter, "\(line)A: a▸\u{1B}[2J\r\n\r\n"),
        .refuse("RFC 9110 5.5: no DEL in a value", .controlCharacter, "\(line)A: a▸\u{7F}\r\n\r\n"),
        .refuse("RFC 9112 2.2: no LF after a value", .bareLineFeed, "\(line)Host: a▸\n\r\n"),
        .refuse("RFC 9112 2.2: no CR alone in a value", .bareCarriageReturn, "\(line)A: a\r▸b\r\n\r\n"),
        .refuse("RFC 9112 2.2: no two CR after a value", .bareCarriageReturn, "\(line)A: a\r▸\r\n\r\n"),
        .refuse("RFC 9112 2.2: the last line is not LF", .bareLineFeed, "\(line)Host: a\r\n▸\n"),
        .refuse("RFC 9112 2.2: the last line is not CR", .bareCarriageReturn, "\(line)Host: a\r\n\r▸a"),
    ]

    /// Rows about content, which no request to this server has.
    static let contents: [RequestHeadCase] = [
        .accept("contract 8: one plain 0 for Content-Length", "\(oldLine)Content-Length: 0\r\n\r\n"),
        .refuse("contract 8: no other length", .contentLength, "\(oldLine)Content-Length: ▸5\r\n\r\n"),
        .refuse("contract 8: no second digit", .contentLength, "\(oldLine)Content-Length: 0▸0\r\n\r\n"),
        .refuse("RFC 9110 8.6: a length has no sign", .contentLength, "\(oldLine)Content-Length: ▸+0\r\n\r\n"),
        .refuse("RFC 9112 6.3 item 5: a length is no list", .contentLength, "\(oldLine)Content-Length: 0▸, 0\r\n\r\n"),
        .refuse("RFC 9110 8.6: a length has no space in it", .contentLength, "\(oldLine)Content-Length: 0 ▸0\r\n\r\n"),
        .refuse("RFC 9110 8.6: a length is not empty", .contentLength, "\(oldLine)Content-Length: ▸\r\n\r\n"),
        .refuse("RFC 9110 5.1: names in any case", .contentLength, "\(oldLine)cONTENT-lENGTH: ▸1\r\n\r\n"),
        .refuse(
            "contract 8: one Content-Length only", .repeatedContentLength,
            "\(oldLine)Content-Length: 0\r\nContent-Length▸: 0\r\n\r\n"),
        .refuse("contract 8: no Transfer-Encoding", .transferEncoding, "\(line)Transfer-Encoding▸: chunked\r\n\r\n"),
        .refuse("RFC 9112 6.1: nor with HTTP/1.0", .transferEncoding, "\(oldLine)Transfer-Encoding▸: chunked\r\n\r\n"),
        .refuse("RFC 9112 6.1: nor identity", .transferEncoding, "\(line)transfer-encoding▸: identity\r\n"),
        .refuse(
            "RFC 9112 6.1: nor with a method that is refused", .transferEncoding,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding▸: chunked\r\n\r\n"),
        .refuse(
            "contract 4: content does not hide a 405", .methodNotAllowed,
            "POST / HTTP/1.0\r\nContent-Length: 10\r\n\r▸\n0123456789"),
        .refuse(
            "RFC 9110 8.6: the length of a refused method is digits", .contentLength,
            "POST / HTTP/1.0\r\nContent-Length: 1▸x\r\n\r\n"),
        .refuse(
            "RFC 9110 8.6: the length of a refused method is one number", .contentLength,
            "POST / HTTP/1.0\r\nContent-Length: 1 ▸1\r\n\r\n"),
        .refuse(
            "RFC 9112 6.3 item 5: the length of a refused method comes once", .repeatedContentLength,
            "POST / HTTP/1.0\r\nContent-Length: 1\r\nContent-Length▸: 2\r\n\r\n"),
    ]

    /// Rows about Host.
    static let hosts: [RequestHeadCase] = [
        .accept("RFC 3986 3.2.2: characters of a name", "\(line)Host: 09azAZ-._~!$&'()*+,;=%2f\r\n\r\n"),
        .accept("RFC 3986 3.2.3: a port", "\(line)Host: a.example:8080\r\n\r\n"),
        .accept("RFC 3986 3.2.3: an empty port", "\(line)Host: a:\r\n\r\n"),
        .accept("RFC 9112 3.2: an empty Host where there is no authority", "\(line)Host:\r\n\r\n"),
        .accept("RFC 3986 3.2.2: an IPv4 address", "\(line)Host: 127.0.0.1:80\r\n\r\n"),
        .accept("RFC 3986 3.2.2: an IPv6 address", "\(line)Host: [2001:db8::1]:80\r\n\r\n"),
        .accept("RFC 3986 3.2.2: a future literal", "\(line)Host: [vF.a:1]\r\n\r\n"),
        .accept("RFC 9110 5.1: Host in lower case", "\(line)host: a\r\n\r\n"),
        .refuse("contract 8: HTTP/1.1 needs Host", .missingHost, "\(line)\r▸\n"),
        .refuse("RFC 9110 2.5: later minor versions need Host", .missingHost, "GET / HTTP/1.2\r\n\r▸\n"),
        .refuse("contract 8: one Host only", .repeatedHost, "\(line)Host: a\r\nHost▸: a\r\n\r\n"),
        .refuse("RFC 9112 3.2: one Host with HTTP/1.0 too", .repeatedHost, "\(oldLine)Host: a\r\nHost▸: b\r\n\r\n"),
        .refuse("RFC 9112 3.2: one Host, the first empty", .repeatedHost, "\(line)Host:\r\nHost▸: a\r\n\r\n"),
        .refuse("RFC 9112 3.2: a valid Host with HTTP/1.0 too", .invalidHost, "\(oldLine)Host: a▸/\r\n\r\n"),
        .refuse("RFC 9112 3.2.2: Host beside an absolute form", .invalidHost, "GET http://a/ HTTP/1.1\r\nHost: ▸/\r\n"),
        .refuse("RFC 3986 3.2.2: no space in a host", .invalidHost, "\(line)Host: a ▸b\r\n\r\n"),
        .refuse("RFC 9112 3.2: no list of hosts", .invalidHost, "\(line)Host: a, ▸b\r\n\r\n"),
        .refuse("RFC 9110 7.2: no user information in Host", .invalidHost, "\(line)Host: u▸@a\r\n\r\n"),
        .refuse("RFC 9110 7.2: no scheme in Host", .invalidHost, "\(line)Host: http:▸//a\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: a host is ASCII", .invalidHost, "\(line)Host: ▸é\r\n\r\n"),
        .refuse("RFC 3986 3.2.3: a port is digits", .invalidHost, "\(line)Host: a:▸x\r\n\r\n"),
        .refuse("RFC 3986 3.2.3: one port", .invalidHost, "\(line)Host: a:1▸:2\r\n\r\n"),
        .refuse("RFC 9110 4.2.1: no port without host", .invalidHost, "\(line)Host: ▸:80\r\n\r\n"),
        .refuse("RFC 3986 2.1: an escape in Host", .invalidHost, "\(line)Host: %4▸x\r\n\r\n"),
        .refuse("RFC 3986 2.1: an escape cut off in Host", .invalidHost, "\(line)Host: %4▸\r\n\r\n"),
        .refuse("contract 8: no %00 in Host", .invalidHost, "\(line)Host: %0▸0\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: brackets are closed", .invalidHost, "\(line)Host: [::1▸\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: only a port after brackets", .invalidHost, "\(line)Host: [::1]▸a\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: an address has no zone", .invalidHost, "\(line)Host: [fe80::1▸%25eth0]\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: a future literal has a version", .invalidHost, "\(line)Host: [v▸.a]\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: a future literal has text", .invalidHost, "\(line)Host: [v1.▸]\r\n\r\n"),
        .refuse("RFC 3986 3.2.2: a future literal's text", .invalidHost, "\(line)Host: [v1.a▸/]\r\n\r\n"),
    ]

    /// Rows about the limits; those of the contract, and small ones.
    static let bounds: [RequestHeadCase] = [
        .accept("contract 8: 8192 bytes of head", "\(oldLine)A:\(String(repeating: "b", count: 8170))\r\n\r\n"),
        .refuse(
            "contract 8: more than 8192 bytes of head", .headTooLarge,
            "\(oldLine)A:\(String(repeating: "b", count: 8171))\r\n\r▸\n"),
        .accept("contract 8: 4096 bytes of target", "GET /\(String(repeating: "a", count: 4095)) HTTP/1.0\r\n\r\n"),
        .refuse(
            "contract 8: more than 4096 bytes of target", .targetTooLong,
            "GET /\(String(repeating: "a", count: 4095))▸a HTTP/1.0\r\n\r\n"),
        .accept("contract 8: 64 fields", "\(oldLine)\(String(repeating: "A:\r\n", count: 64))\r\n"),
        .refuse(
            "contract 8: more than 64 fields", .tooManyFields,
            "\(oldLine)\(String(repeating: "A:\r\n", count: 64))▸A:\r\n\r\n"),
        .refuse(
            "RFC 9112 3: 32 bytes of a method", .methodNotImplemented,
            "\(String(repeating: "M", count: 32)) / HTTP/1.0\r\n\r▸\n"),
        .refuse("RFC 9112 3: more than 32 bytes of a method", .methodTooLong, "\(String(repeating: "M", count: 32))▸M"),
        .accept(
            "contract 8: what follows a head of the largest size", "\(oldLine)\r\n▸GET",
            limits: HeadLimits(headBytes: 18)),
        .refuse(
            "contract 8: an empty line counts as head", .headTooLarge, "\r\nGET / HTTP/1.0\r\n▸\r\n",
            limits: HeadLimits(headBytes: 18)),
        .refuse(
            "RFC 9110 15.5.15: an escape exceeds the target", .targetTooLong, "GET /%▸41 HTTP/1.0\r\n\r\n",
            limits: HeadLimits(targetBytes: 2)),
        .refuse(
            "contract 10, 8: a fault at the byte that exceeds wins", .fragment, "GET /a▸#",
            limits: HeadLimits(targetBytes: 2)),
        .refuse(
            "RFC 6585 5: a fault of the 65th field's first byte wins", .emptyFieldName, "\(oldLine)▸: a\r\n",
            limits: HeadLimits(fields: 0)),
    ]
}

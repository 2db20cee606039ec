/// A second, slow reading of the rules, written against whole lines of text instead of single bytes, for the parser
/// to be compared with.
///
/// A byte is a character of the same number here.
enum RequestHeadReference {
    /// What the rules say of bytes that hold a whole head: the answer's status, 200 for one that is accepted.
    struct Verdict: Equatable {
        let status: Int
        /// The head's length.
        let length: Int
    }

    /// The verdict on a head, or `nil` when the bytes hold no `CRLF CRLF` that could end one.
    static func judge(_ bytes: [UInt8]) -> Verdict? {
        let hasEmptyLine = bytes.starts(with: [13, 10])
        let body = hasEmptyLine ? bytes[2...] : bytes[...]
        guard
            let end = (body.startIndex..<max(body.startIndex, bytes.count - 3)).first(where: {
                bytes[$0...].starts(with: [13, 10, 13, 10])
            })
        else { return nil }
        let text = body[..<end].map { Character(Unicode.Scalar($0)) }
        return Verdict(status: status(of: lines(of: text)), length: end + 4)
    }

    private static func lines(of text: [Character]) -> [String] {
        var lines = [""]
        var index = 0
        while index < text.count {
            if text[index] == "\r", index + 1 < text.count, text[index + 1] == "\n" {
                lines.append("")
                index += 2
            } else {
                lines[lines.count - 1].append(text[index] == "\r" || text[index] == "\n" ? "\u{0}" : text[index])
                index += 1
            }
        }
        return lines
    }

    private static func status(of lines: [String]) -> Int {
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken),
            parts[2].wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil,
            isTarget(parts[1], of: parts[0])
        else { return 400 }
        var hosts: [String] = []
        var lengths: [String] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].allSatisfy(isToken)
            else { return 400 }
            let value = trimmed(line[line.index(after: colon)...])
            guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 32 && $0.value != 127 }) else {
                return 400
            }
            switch line[..<colon].lowercased() {
            case "host": hosts.append(value)
            case "content-length": lengths.append(value)
            case "transfer-encoding": return 400
            default: break
            }
        }
        let isAnswered = ["GET", "HEAD", "OPTIONS"].contains(parts[0])
        let digits = lengths.allSatisfy { $0 == "0" || !isAnswered && $0.wholeMatch(of: /[0-9]+/) != nil }
        guard hosts.count <= 1, hosts.allSatisfy({ $0.isEmpty || isAuthority($0) }), lengths.count <= 1, digits else {
            return 400
        }
        if !parts[2].hasPrefix("HTTP/1.") { return 505 }
        if parts[2] != "HTTP/1.0" && hosts.isEmpty { return 400 }
        if isAnswered { return 200 }
        return ["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"].contains(parts[0]) ? 405 : 501
    }

    private static func trimmed(_ value: Substring) -> String {
        var value = value
        while value.first == " " || value.first == "\t" { value.removeFirst() }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        return String(value)
    }

    private static func isToken(_ character: Character) -> Bool {
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".contains(character)
    }

    private static func isTarget(_ target: String, of method: String) -> Bool {
        if method == "CONNECT" {
            guard let colon = target.lastIndex(of: ":"), isAuthority(target) else { return false }
            return (1...65535).contains(Int(target[target.index(after: colon)...]) ?? 0)
        }
        if target == "*" {
            return !["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE"].contains(method)
        }
        var rest = target[...]
        if let scheme = target.prefixMatch(of: /(?i)http:\/\//) {
            rest = target[scheme.range.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            guard isAuthority(String(authority)) else { return false }
            rest = rest[authority.endIndex...]
            if rest.isEmpty { return true }
        } else if rest.first != "/" {
            return false
        }
        let text = #/(\/|\?)([0-9A-Za-z\-._~!$&'()*+,;=:@\/?]|%(?!00)[0-9A-Fa-f][0-9A-Fa-f])*/#
        return rest.wholeMatch(of: text) != nil
    }

    static func isAuthority(_ text: String) -> Bool {
        let name = #/([0-9A-Za-z\-._~!$&'()*+,;=]|%(?!00)[0-9A-Fa-f][0-9A-Fa-f])+(:[0-9]*)?/#
        if text.wholeMatch(of: name) != nil { return true }
        guard let literal = text.wholeMatch(of: #/\[([^\]]*)\](:[0-9]*)?/#) else { return false }
        let future = #/[vV][0-9A-Fa-f]+\.[0-9A-Za-z\-._~!$&'()*+,;=:]+/#
        return literal.1.wholeMatch(of: future) != nil || isIPv6(String(literal.1))
    }

    /// `IPv6address` by its definition: eight groups, two of which an IPv4 address may stand for, `::` for one or more.
    static func isIPv6(_ text: String) -> Bool {
        var text = text
        if text.contains("."), let tail = text.split(separator: ":", omittingEmptySubsequences: false).last {
            let octets = tail.split(separator: ".", omittingEmptySubsequences: false)
            guard octets.count == 4, tail.count < text.count,
                octets.allSatisfy({ UInt8($0) != nil && String(Int($0) ?? -1) == $0 })
            else { return false }
            text = text.dropLast(tail.count) + "0:0"
        }
        let halves = text.split(separator: /::/, maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let groups = halves.map { half in
            half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
        }
        guard groups.joined().allSatisfy({ $0.wholeMatch(of: /[0-9A-Fa-f]{1,4}/) != nil }) else { return false }
        let count = groups.reduce(0) { $0 + $1.count }
        return halves.count == 1 ? count == 8 : halves.count == 2 && count <= 7
    }
}

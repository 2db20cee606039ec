/// Where a Redis server is, from `redis://[:password@]host[:port][/db]`.
package struct RedisAddress: Equatable, Sendable {
    package var host: String
    package var port: UInt16
    /// Never to be shown.
    package var password: String?
    package var database: Int

    /// The server as an operator is told of it, without the password.
    package var shown: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Why an address cannot be used, as one clause that follows the option's name; it never shows a password.
    package struct Mistake: Error, Equatable, Sendable {
        package var clause: String
    }

    private static let form = "must be an address such as redis://:password@host:6379/0"

    package init(_ text: String) throws(Mistake) {
        // A scheme is the same in any case (RFC 3986 3.1).
        let scheme = text.prefix { $0 != "/" }.lowercased()
        if scheme == "rediss:", text.dropFirst(scheme.count).hasPrefix("//") {
            throw Mistake(
                clause:
                    "cannot be rediss://: the Redis library in use has no TLS; put a tunnel in front and use redis://")
        }
        guard scheme == "redis:", text.dropFirst(scheme.count).hasPrefix("//") else {
            throw Mistake(clause: Self.form)
        }
        var rest = text.dropFirst("redis://".count)
        if let at = rest.lastIndex(of: "@") {
            let user = rest[..<at]
            guard user.hasPrefix(":") else {
                throw Mistake(clause: "cannot have a user name, only a password: \(Self.form)")
            }
            guard let decoded = Self.decoded(user.dropFirst()), !decoded.isEmpty else {
                throw Mistake(clause: Self.form)
            }
            password = decoded
            rest = rest[rest.index(after: at)...]
        }
        database = 0
        if let slash = rest.firstIndex(of: "/") {
            let path = rest[rest.index(after: slash)...]
            if !path.isEmpty {
                guard let number = Self.number(path, in: 0...65_535) else {
                    throw Mistake(clause: "must end in the number of a database, not '\(path)'")
                }
                database = number
            }
            rest = rest[..<slash]
        }
        (host, port) = try Self.hostAndPort(rest)
    }

    private static func hostAndPort(_ text: Substring) throws(Mistake) -> (String, UInt16) {
        var host = text
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw Mistake(clause: form) }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        let isName = !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@[]".utf8.contains($0) }
        guard isName else { throw Mistake(clause: form) }
        guard let port else { return (String(host), 6_379) }
        guard let number = number(port, in: 1...65_535) else {
            throw Mistake(clause: "must have a port from 1 to 65535, not '\(port)'")
        }
        return (String(host), UInt16(number))
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
            return nil
        }
        return range.contains(number) ? number : nil
    }

    /// A password may hold any byte, written as `%40` (RFC 3986 2.1).
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

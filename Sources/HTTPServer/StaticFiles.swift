/// The files of a folder, held in memory: only names known when it was read are answered.
package struct StaticFiles: Equatable, Sendable {
    /// By path, beginning with a slash.
    private var files: [String: File]

    package struct File: Equatable, Sendable {
        package var mediaType: String
        package var content: [UInt8]
        package var entityTag: String
    }

    /// - Parameter contents: by name relative to the folder, with `/` between its parts.
    package init(_ contents: [String: [UInt8]] = [:]) {
        files = [:]
        for (name, content) in contents {
            let file = File(
                mediaType: Self.mediaType(of: name), content: content, entityTag: Self.entityTag(of: content))
            files["/" + name] = file
            if name == "index.html" { files["/"] = file }
        }
    }

    package var isEmpty: Bool { files.isEmpty }

    /// The answer for a path, or 304 when the client has it already (RFC 9110 13.1.2); nil for an unknown name.
    package func response(for path: String, ifNoneMatch: String?, fields: [ResponseField] = []) -> Response? {
        guard let file = files[path] else { return nil }
        let validators = [ResponseField("ETag", file.entityTag), ResponseField("Cache-Control", "no-cache")] + fields
        if let ifNoneMatch, EntityTags.matches(ifNoneMatch, file.entityTag) {
            return Response(status: 304, fields: validators)
        }
        let type = ResponseField("Content-Type", file.mediaType)
        return Response(status: 200, fields: [type] + validators + Self.pageFields, body: file.content)
    }

    /// What a page may do: nothing but its own files and streams.
    private static let pageFields = [
        ResponseField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors *"),
        ResponseField("X-Content-Type-Options", "nosniff"),
        ResponseField("Referrer-Policy", "no-referrer"),
    ]

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last.map(String.init) {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "json", "webmanifest": "application/json"
        case "txt": "text/plain; charset=utf-8"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }

    /// A strong validator from the content alone (FNV-1a, 64 bits, and the length).
    private static func entityTag(of content: [UInt8]) -> String {
        let hash = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))-\(content.count)\""
    }
}

/// Comparing entity tags (RFC 9110 8.8.3).
package enum EntityTags {
    /// Whether a list as in `If-None-Match` names `tag`; compared weakly.
    package static func matches(_ list: String, _ tag: String) -> Bool {
        let wanted = opaque(tag[...])
        return list.split(separator: ",").contains { element in
            let element = element.drop { $0 == " " || $0 == "\t" }
            let trimmed = element.prefix { $0 != " " && $0 != "\t" }
            return trimmed == "*" || opaque(trimmed) == wanted
        }
    }

    private static func opaque(_ tag: Substring) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
}

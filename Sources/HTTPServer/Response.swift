package import EventLoop

/// One response header field.
package struct ResponseField: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A whole answer with a body of known length.
package struct Response: Equatable, Sendable {
    package var status: Int
    package var fields: [ResponseField]
    package var body: [UInt8]

    package init(status: Int, fields: [ResponseField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What a handler makes of a request.
package enum Answer {
    case response(Response)
    /// The connection is handed over: the closure owns the socket from then on, and sends the head given to it first.
    case stream(fields: [ResponseField], take: (_ descriptor: Descriptor, _ head: [UInt8]) -> Void)
}

/// The bytes of status line and fields (RFC 9112 section 4 and 5).
enum ResponseHead {
    static func bytes(status: Int, fields: [ResponseField], date: String, closes: Bool, keeps: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(reason(status))\r\nDate: \(date)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        if closes { text += "Connection: close\r\n" }
        if keeps { text += "Connection: keep-alive\r\n" }
        text += "\r\n"
        return Array(text.utf8)
    }

    /// The phrases of RFC 9110 section 15 and RFC 6585.
    static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 414: "URI Too Long"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Unknown"
        }
    }
}

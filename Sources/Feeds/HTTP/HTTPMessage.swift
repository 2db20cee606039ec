/// A GET request with the limits of its transfer.
package struct HTTPRequest: Equatable, Sendable {
    /// An absolute `http://` or `https://` URL.
    package var url: String
    /// Sent as they are; names and values hold no line ends.
    package var fields: [HTTPField]
    package var limits: HTTPLimits

    package init(url: String, fields: [HTTPField] = [], limits: HTTPLimits = HTTPLimits()) {
        self.url = url
        self.fields = fields
        self.limits = limits
    }
}

/// What a transfer may take (contract 7).
package struct HTTPLimits: Equatable, Sendable {
    /// For the name, the connection and its TLS handshake together; by default 5 s.
    package var connecting: Duration
    /// From the request to the last byte of its answer, redirects included; by default 10 s.
    package var total: Duration
    /// Bytes of a body after decompression; by default 4 MiB.
    package var bodyBytes: Int
    /// Redirects followed, one after the other; by default 5.
    package var redirects: Int

    package init(
        connecting: Duration = .seconds(5), total: Duration = .seconds(10), bodyBytes: Int = 4 << 20,
        redirects: Int = 5
    ) {
        self.connecting = connecting
        self.total = total
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }
}

/// One line of a message's head.
package struct HTTPField: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer that ended a transfer, after all redirects.
package struct HTTPResponse: Equatable, Sendable {
    /// The status code, 100 to 999.
    package var status: Int
    package var fields: [HTTPField]
    /// Decompressed.
    package var body: [UInt8]

    package init(status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The first value of a field, whose name is compared without regard to case (RFC 9110 5.1); nil when absent.
    package func value(of name: String) -> String? {
        let name = name.lowercased()
        return fields.first { $0.name.lowercased() == name }?.value
    }
}

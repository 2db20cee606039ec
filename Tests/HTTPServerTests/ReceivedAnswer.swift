import TestSupport
import Testing

/// An answer as a client reads it (RFC 9112 6.3).
struct ReceivedAnswer: Equatable {
    var status: Int
    /// Names in lower case, values as sent, in order.
    var fields: [(name: String, value: String)]
    var body: String

    static func == (left: ReceivedAnswer, right: ReceivedAnswer) -> Bool {
        left.status == right.status && left.body == right.body && left.fields.elementsEqual(right.fields, by: ==)
    }

    /// The value of a field that may be there once.
    func field(_ name: String) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.count > 1 ? "repeated: \(values)" : values.first
    }

    /// All answers of a connection, one after the other.
    ///
    /// - Parameter methods: of the requests, in order; GET where none is said.
    static func all(_ bytes: [UInt8], to methods: [String] = []) throws -> [ReceivedAnswer] {
        var answers: [ReceivedAnswer] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)), "no end of a head")
            var lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            let statusLine = lines.removeFirst()
            try #require(statusLine.hasPrefix("HTTP/1.1 "))
            let status = try #require(Int(statusLine.dropFirst(9).prefix(3)))
            let fields = try lines.map { line in
                let colon = try #require(line.firstRange(of: ": "))
                return (name: line[..<colon.lowerBound].lowercased(), value: String(line[colon.upperBound...]))
            }
            rest = rest[end.upperBound...]
            var answer = ReceivedAnswer(status: status, fields: fields, body: "")
            let method = answers.count < methods.count ? methods[answers.count] : "GET"
            if method != "HEAD" && status != 204 && status != 304 {
                let length = try answer.field("content-length").map { try #require(Int($0)) } ?? rest.count
                try #require(length <= rest.count, "the body is cut off")
                answer.body = String(decoding: rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
            }
            answers.append(answer)
        }
        return answers
    }
}

extension SimulatedSockets.Peer {
    /// All answers so far.
    func answers(to methods: String...) throws -> [ReceivedAnswer] { try ReceivedAnswer.all(received, to: methods) }

    /// The one answer so far.
    func answer(to method: String = "GET") throws -> ReceivedAnswer {
        let answers = try ReceivedAnswer.all(received, to: [method])
        try #require(answers.count == 1)
        return answers[0]
    }
}

/// A plain request of HTTP/1.1.
func get(_ target: String, method: String = "GET", fields: String...) -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

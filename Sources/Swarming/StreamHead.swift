/// What the head of an answer says about the stream that follows.
struct StreamHead: Equatable {
    var isChunked = false
    var isGzip = false

    /// Why the answer is not a stream.
    struct Refusal: Error, Equatable {
        var reason: String
    }

    /// - Parameter head: the lines up to the empty one, in bytes.
    init(_ head: some Collection<UInt8>) throws(Refusal) {
        let lines = String(decoding: head, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n")
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1.") else {
            throw Refusal(reason: "the answer is not HTTP/1")
        }
        guard words[1] == "200" else {
            throw Refusal(reason: "the answer is \(words.dropFirst().joined(separator: " "))")
        }
        var type = "nothing"
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].drop { $0 == " " }.lowercased()
            switch parts[0].lowercased() {
            case "content-type": type = String(value.prefix { $0 != ";" })
            case "transfer-encoding": isChunked = value == "chunked"
            case "content-encoding": isGzip = value == "gzip"
            default: break
            }
        }
        guard type == "text/event-stream" else { throw Refusal(reason: "the answer is \(type), not text/event-stream") }
    }
}

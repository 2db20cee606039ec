/// A reader of `text/event-stream` by the letter of WHATWG HTML 9.2.6, fed with bytes as they arrive.
///
/// It serves tests and the load client, so it also counts what a well-kept server never sends (``oddities``).
package struct EventStreamParser: Sendable {
    package struct Event: Equatable, Sendable {
        package var type: String
        package var data: String
        package var lastEventID: String

        package init(type: String = "message", data: String, lastEventID: String = "") {
            self.type = type
            self.data = data
            self.lastEventID = lastEventID
        }
    }

    /// The reconnection time in milliseconds, once the stream has set one.
    package private(set) var retry: Int?
    package private(set) var lastEventID = ""
    /// Things that the standard lets pass and this server must not send: unknown fields, CR, NUL, broken UTF-8.
    package private(set) var oddities: [String] = []
    /// Comment lines seen.
    package private(set) var comments = 0

    private var line: [UInt8] = []
    private var isAtStart = true
    private var sawCarriageReturn = false
    private var type = ""
    private var data = ""
    private var hasData = false

    package init() {}

    /// Takes the next bytes of the stream and returns the events that they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if sawCarriageReturn {
                sawCarriageReturn = false
                if byte == 0x0A { continue }
            }
            guard byte == 0x0A || byte == 0x0D else {
                line.append(byte)
                continue
            }
            if byte == 0x0D {
                sawCarriageReturn = true
                oddities.append("CR")
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch() }
        if line.contains(0) { oddities.append("NUL") }
        if String(validating: line, as: UTF8.self) == nil { oddities.append("UTF-8") }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            take(field: text(line[...]), value: "")
            return nil
        }
        if colon == 0 {
            comments += 1
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        take(field: text(line[..<colon]), value: text(value))
        return nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func take(field: String, value: String) {
        switch field {
        case "event": type = value
        case "data":
            data += value + "\n"
            hasData = true
        case "id": if !value.utf8.contains(0) { lastEventID = value }
        case "retry":
            let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, let milliseconds = Int(value) { retry = milliseconds } else { oddities.append("retry") }
        default: oddities.append("field \(field)")
        }
    }

    private mutating func dispatch() -> Event? {
        defer {
            type = ""
            data = ""
            hasData = false
        }
        guard hasData else { return nil }
        data.unicodeScalars.removeLast()
        return Event(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID)
    }
}

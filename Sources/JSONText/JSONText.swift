/// Writes one line of JSON with its keys in the order in which they are given, which no library encoder promises.
///
/// Line ends never stand in it raw, nor U+2028 and U+2029, so that a line of it is a line to every reader.
package struct JSONText: Sendable {
    /// What has been written so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// One object as a whole text.
    package static func object(_ members: (inout JSONText) -> Void) -> [UInt8] {
        var text = JSONText()
        text.object(members)
        return text.bytes
    }

    package mutating func object(_ members: (inout JSONText) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONText, Elements.Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { write(&self, element) }
        close(UInt8(ascii: "]"))
    }

    /// The key of the value that is written next.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ number: Int) { literal(String(number)) }
    package mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

    package mutating func value(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { utf8 in
            unsafe appendEscaped(UnsafeRawBufferPointer(utf8))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// `null` for nil.
    package mutating func value(_ string: String?) {
        if let string { value(string) } else { literal("null") }
    }

    /// `null` for nil.
    package mutating func value(_ number: Int?) {
        if let number { value(number) } else { literal("null") }
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ number: Int?) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    package mutating func member(_ name: StaticString, _ string: String) {
        key(name)
        value(string)
    }

    package mutating func member(_ name: StaticString, _ string: String?) {
        key(name)
        value(string)
    }

    mutating func append(_ more: UInt8...) { bytes.append(contentsOf: more) }
    mutating func append(_ text: StaticString) { bytes.append(contentsOf: text.description.utf8) }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }
}

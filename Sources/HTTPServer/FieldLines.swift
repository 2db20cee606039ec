/// Goes through the field lines of a head that the parser has accepted.
struct FieldLines {
    private var position: Int
    private let end: Int

    /// The lines from the first name to the empty line.
    init(start: Int, end: Int) {
        position = start
        self.end = end
    }

    /// The next line's name in lower case, and where its value lies.
    mutating func next(in buffer: Span<UInt8>) -> (name: TokenKey, value: Range<Int>)? {
        guard position < end else { return nil }
        var name = TokenKey()
        while buffer[position] != UInt8(ascii: ":") {
            name.append(ByteClasses.lowercased(buffer[position]))
            position += 1
        }
        let start = position + 1
        while buffer[position] != ByteClasses.carriageReturn { position += 1 }
        let value = ByteText.trimmed(start..<position, in: buffer)
        position += 2
        return (name, value)
    }
}

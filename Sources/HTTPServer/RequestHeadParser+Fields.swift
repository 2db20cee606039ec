extension RequestHeadParser {
    /// The first byte of a line after the request line: a name's, or the end of the head.
    mutating func takeFieldStart(_ byte: UInt8) throws(HeadError) {
        switch byte {
        case ByteClasses.carriageReturn:
            state = .lastLineFeed
        case ByteClasses.space, ByteClasses.tab:
            throw fieldCount == 0 ? .leadingWhitespace : .lineFolding
        case UInt8(ascii: ":"): throw .emptyFieldName
        default:
            guard ByteClasses.isToken(byte) else { throw .misplaced(byte, otherwise: .fieldNameCharacter) }
            guard fieldCount < limits.fields else { throw .tooManyFields }
            fieldCount += 1
            token = TokenKey()
            token.append(ByteClasses.lowercased(byte))
            state = .fieldName
        }
    }

    /// Takes those of the next bytes that belong to a name.
    mutating func takeNameRun(of bytes: Span<UInt8>) -> Int {
        var count = 0
        while count < bytes.count, ByteClasses.isToken(bytes[count]) {
            token.append(ByteClasses.lowercased(bytes[count]))
            count += 1
        }
        return count
    }

    /// What ends a name: the colon after it, or a fault. after it.
    mutating func endFieldName(_ byte: UInt8) throws(HeadError) {
        switch byte {
        case UInt8(ascii: ":"): try beginValue()
        case ByteClasses.space, ByteClasses.tab: throw .spaceBeforeColon
        case ByteClasses.carriageReturn: throw .missingColon
        default: throw .misplaced(byte, otherwise: .fieldNameCharacter)
        }
    }

    /// The colon: the name is known, and with it whether the field may be there at all.
    private mutating func beginValue() throws(HeadError) {
        kind = token.fieldKind
        switch kind {
        case .kept(.host):
            guard slots[.host].lines == 0 else { throw .repeatedHost }
        case .contentLength:
            guard !hasContentLength else { throw .repeatedContentLength }
            hasContentLength = true
        case .transferEncoding: throw .transferEncoding
        case .kept, .ignored: break
        }
        valueStart = 0
        valueEnd = 0
        state = .fieldValue
    }

    /// Takes those of the next bytes that are text, space or tab of a value that has begun and has no syntax to
    /// check, as most bytes of a head are.
    mutating func takeValueRun(of bytes: Span<UInt8>) -> Int {
        guard valueEnd > 0, kind != .contentLength, kind != .kept(.host) else { return 0 }
        var count = 0
        var textCount = 0
        while count < bytes.count {
            let byte = bytes[count]
            if ByteClasses.isFieldText(byte) {
                textCount = count + 1
            } else if !ByteClasses.isWhitespace(byte) {
                break
            }
            count += 1
        }
        if textCount > 0 { valueEnd = offset + textCount }
        return count
    }

    /// A byte of a value or of the whitespace around it, or the carriage return after it.
    mutating func takeFieldValue(_ byte: UInt8) throws(HeadError) {
        if ByteClasses.isFieldText(byte) {
            try checkValue(byte)
            if valueEnd == 0 { valueStart = offset }
            valueEnd = offset + 1
        } else if byte == ByteClasses.carriageReturn {
            try endValue()
            state = .fieldLineFeed
        } else if !ByteClasses.isWhitespace(byte) {
            throw .misplaced(byte, otherwise: .controlCharacter)
        }
    }

    /// Checks a byte of a value whose syntax matters.
    private mutating func checkValue(_ byte: UInt8) throws(HeadError) {
        let isFirst = valueEnd == 0
        let followsGap = !isFirst && valueEnd < offset
        switch kind {
        case .kept(.host):
            guard !followsGap, hostGrammar.take(byte) else { throw .invalidHost }
        case .contentLength:
            let isPlainZero = isFirst && byte == UInt8(ascii: "0")
            let isAnnounced = !method.isAllowed && !followsGap && ByteClasses.isDigit(byte)
            guard isPlainZero || isAnnounced else { throw .contentLength }
        default: break
        }
    }

    private mutating func endValue() throws(HeadError) {
        let value = valueEnd == 0 ? offset..<offset : valueStart..<valueEnd
        switch kind {
        case .kept(let field):
            // An empty Host is what a client without an authority to name must send (RFC 9112 3.2).
            if field == .host && !hostGrammar.isEmpty && !hostGrammar.isComplete { throw .invalidHost }
            slots.note(field, value: value)
        case .contentLength where value.isEmpty: throw .contentLength
        default: break
        }
    }
}

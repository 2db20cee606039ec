extension RequestHeadParser {
    /// The very first byte: a method's, or an empty line's.
    mutating func takeStart(_ byte: UInt8) throws(HeadError) {
        if byte == ByteClasses.carriageReturn {
            state = .emptyLineFeed
            return
        }
        state = .method
        try takeMethod(byte)
    }

    /// A byte of the method, or the space after it.
    mutating func takeMethod(_ byte: UInt8) throws(HeadError) {
        if ByteClasses.isToken(byte) {
            guard token.length < limits.methodBytes else { throw .methodTooLong }
            token.append(byte)
            return
        }
        switch byte {
        case ByteClasses.space where token.length > 0:
            method = token.method
            targetGrammar.begin(method: method, at: offset + 1)
            state = .target
        case ByteClasses.space, ByteClasses.tab: throw .requestLineSpacing
        case ByteClasses.carriageReturn: throw token.length == 0 ? .emptyLines : .missingTarget
        default: throw .misplaced(byte, otherwise: .methodCharacter)
        }
    }

    /// A byte of the target, or the space after it.
    mutating func takeTarget(_ byte: UInt8) throws(HeadError) {
        let length = targetGrammar.length(at: offset)
        if length == 0 && byte == ByteClasses.carriageReturn { throw .missingTarget }
        if byte == ByteClasses.space {
            guard length > 0 else { throw .requestLineSpacing }
            target = try targetGrammar.end(at: offset)
            state = .version
            return
        }
        try targetGrammar.take(byte, at: offset)
        guard length < limits.targetBytes else { throw .targetTooLong }
    }

    /// A byte of the version, or the carriage return after it.
    mutating func takeVersion(_ byte: UInt8) throws(HeadError) {
        let fits: Bool
        switch versionPosition {
        case 0: fits = byte == UInt8(ascii: "H")
        case 1, 2: fits = byte == UInt8(ascii: "T")
        case 3: fits = byte == UInt8(ascii: "P")
        case 4: fits = byte == UInt8(ascii: "/")
        case 5:
            fits = ByteClasses.isDigit(byte)
            major = byte &- UInt8(ascii: "0")
        case 6: fits = byte == UInt8(ascii: ".")
        case 7:
            fits = ByteClasses.isDigit(byte)
            minor = byte &- UInt8(ascii: "0")
        default:
            fits = byte == ByteClasses.carriageReturn
            if fits { state = .requestLineFeed }
        }
        guard fits else { throw misplacedInVersion(byte) }
        versionPosition += 1
    }

    private func misplacedInVersion(_ byte: UInt8) -> HeadError {
        switch byte {
        case ByteClasses.space where versionPosition == 0 || versionPosition == 8, ByteClasses.tab:
            .requestLineSpacing
        case ByteClasses.carriageReturn: versionPosition == 0 ? .missingVersion : .malformedVersion
        default: .misplaced(byte, otherwise: .malformedVersion)
        }
    }
}

/// Recognises a request target byte by byte (RFC 9112 3.2), refusing the first byte that cannot belong to it.
struct TargetGrammar: Sendable {
    private enum State: UInt8 {
        case start, scheme, authority, path, query, escapeHigh, escapeLow, asterisk
    }

    private var state = State.start
    private var method = RequestMethod.other
    /// The state to return to after an escape.
    private var resume = State.path
    private var isZeroEscape = false
    /// Where in `http://` the next byte stands.
    private var schemePosition = 0
    private var authority = AuthorityGrammar()

    private var start = 0
    private var authorityStart: Int?
    private var authorityEnd: Int?
    private var pathStart: Int?
    private var queryStart: Int?

    /// Expects the target of a request with this method at an offset of the head.
    mutating func begin(method: RequestMethod, at offset: Int) {
        self.method = method
        start = offset
        guard method == .connect else { return }
        authorityStart = offset
        state = .authority
    }

    /// How long the target is up to an offset of the head.
    func length(at offset: Int) -> Int { offset - start }

    /// Takes those of the next bytes, at most this many, that belong to a path or query and begin nothing new.
    func takeRun(of bytes: Span<UInt8>, atMost limit: Int) -> Int {
        guard state == .path || state == .query else { return 0 }
        let end = min(bytes.count, limit)
        var count = 0
        while count < end, ByteClasses.isPath(bytes[count]) { count += 1 }
        return count
    }

    /// Takes the byte at an offset of the head; throws when it cannot follow.
    mutating func take(_ byte: UInt8, at offset: Int) throws(HeadError) {
        switch state {
        case .path, .query: try takeText(byte, at: offset)
        case .escapeHigh, .escapeLow: try takeEscape(byte)
        case .start: try takeFirst(byte, at: offset)
        case .scheme: try takeScheme(byte, at: offset)
        case .authority: try takeAuthority(byte, at: offset)
        case .asterisk: throw misplaced(byte, otherwise: .targetForm)
        }
    }

    /// Ends the target before an offset of the head, where the space stands; throws when it may not end there.
    mutating func end(at offset: Int) throws(HeadError) -> RequestTarget {
        switch state {
        case .start, .scheme: throw .targetForm
        case .escapeHigh, .escapeLow: throw .percentEscape
        case .authority: try endAuthority(at: offset)
        case .path, .query, .asterisk: break
        }
        let pathEnd = queryStart.map { $0 - 1 } ?? offset
        return RequestTarget(
            form: form,
            raw: start..<offset,
            authority: authorityStart.map { $0..<(authorityEnd ?? offset) },
            path: (pathStart ?? pathEnd)..<pathEnd,
            query: queryStart.map { $0..<offset },
            isServerWide: form == .asterisk || method == .options && pathStart == nil && queryStart == nil)
    }

    private var form: RequestTarget.Form {
        if method == .connect { return .authority }
        if state == .asterisk { return .asterisk }
        return authorityStart == nil ? .origin : .absolute
    }

    private mutating func takeFirst(_ byte: UInt8, at offset: Int) throws(HeadError) {
        switch byte {
        case UInt8(ascii: "/"):
            pathStart = offset
            state = .path
        case UInt8(ascii: "*"):
            // A method that is not known here may well define a use for it, as the preface of HTTP/2 shows.
            guard method == .options || method == .other else { throw .asteriskTarget }
            pathStart = offset
            state = .asterisk
        default:
            state = .scheme
            try takeScheme(byte, at: offset)
        }
    }

    private mutating func takeScheme(_ byte: UInt8, at offset: Int) throws(HeadError) {
        let lower = ByteClasses.lowercased(byte)
        let fits =
            switch schemePosition {
            case 0: lower == UInt8(ascii: "h")
            case 1, 2: lower == UInt8(ascii: "t")
            case 3: lower == UInt8(ascii: "p")
            case 4: byte == UInt8(ascii: ":")
            default: byte == UInt8(ascii: "/")
            }
        guard fits else { throw misplaced(byte, otherwise: .targetForm) }
        schemePosition += 1
        guard schemePosition == 7 else { return }
        authorityStart = offset + 1
        state = .authority
    }

    private mutating func takeAuthority(_ byte: UInt8, at offset: Int) throws(HeadError) {
        let endsAuthority = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
        if endsAuthority && method != .connect {
            try endAuthority(at: offset)
            authorityEnd = offset
            if byte == UInt8(ascii: "/") { pathStart = offset } else { queryStart = offset + 1 }
            state = byte == UInt8(ascii: "/") ? .path : .query
            return
        }
        guard authority.take(byte), method != .connect || authority.port <= 65535 else {
            throw misplaced(byte, otherwise: method == .connect ? .connectTarget : .targetHost)
        }
    }

    private func endAuthority(at offset: Int) throws(HeadError) {
        if method == .connect && authority.port == 0 { throw .connectTarget }
        guard authority.isComplete else { throw .targetHost }
    }

    private mutating func takeText(_ byte: UInt8, at offset: Int) throws(HeadError) {
        if ByteClasses.isPath(byte) { return }
        switch byte {
        case UInt8(ascii: "%"):
            resume = state
            state = .escapeHigh
        case UInt8(ascii: "?"):
            if state == .path { queryStart = offset + 1 }
            state = .query
        default: throw misplaced(byte, otherwise: .targetCharacter)
        }
    }

    private mutating func takeEscape(_ byte: UInt8) throws(HeadError) {
        guard ByteClasses.hexValue(byte) != nil else { throw misplaced(byte, otherwise: .percentEscape) }
        if state == .escapeHigh {
            isZeroEscape = byte == UInt8(ascii: "0")
            state = .escapeLow
            return
        }
        if isZeroEscape && byte == UInt8(ascii: "0") { throw .encodedNul }
        state = resume
    }

    private func misplaced(_ byte: UInt8, otherwise error: HeadError) -> HeadError {
        switch byte {
        case ByteClasses.carriageReturn: .missingVersion
        case ByteClasses.tab: .requestLineSpacing
        case UInt8(ascii: "#"): .fragment
        default: .misplaced(byte, otherwise: error)
        }
    }
}

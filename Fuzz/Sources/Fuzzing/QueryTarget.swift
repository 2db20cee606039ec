internal import HTTPServer

/// Queries: what is read must say the same when it is written with every byte escaped, and read again.
enum QueryTarget {
    static func run(_ bytes: [UInt8]) {
        guard let parameters = try? QueryString.parameters(of: 0..<bytes.count, in: bytes.span) else { return }
        require(parameters.count <= QueryString.defaultLimit, "a query has no more parameters than the limit")
        require(
            parameters.allSatisfy { !$0.name.utf8.contains(0) || bytes.contains(0) }, "a name has no NUL from an escape"
        )
        guard !bytes.contains(0) else { return }
        let written: [UInt8] = Array(
            parameters.map { escaped($0.name) + [0x3D] + escaped($0.value) }.joined(separator: [0x26]))
        let again = try? QueryString.parameters(of: 0..<written.count, in: written.span)
        require(same(again ?? [], parameters), "a query says the same in other words")
    }

    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte in
            let digits = String(byte, radix: 16)
            return Array(("%" + (digits.utf8.count < 2 ? "0" : "") + digits).utf8)
        }
    }

    /// By bytes: texts that differ only in how they are composed are different texts here.
    private static func same(_ left: [QueryString.Parameter], _ right: [QueryString.Parameter]) -> Bool {
        left.elementsEqual(right) {
            $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
        }
    }
}

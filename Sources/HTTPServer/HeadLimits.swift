/// How large a request head may be (contract 8).
package struct HeadLimits: Equatable, Sendable {
    /// Bytes of the whole head, an empty line before it and the one that ends it included.
    package var headBytes: Int
    /// Field lines.
    package var fields: Int
    /// Bytes of the request target as sent.
    package var targetBytes: Int
    /// Bytes of the method; the longest registered one has 17.
    package var methodBytes: Int

    /// Limits that differ from the contract's (8 KiB, 64 fields, 4 KiB of target) only where named.
    package init(headBytes: Int = 8192, fields: Int = 64, targetBytes: Int = 4096, methodBytes: Int = 32) {
        self.headBytes = headBytes
        self.fields = fields
        self.targetBytes = targetBytes
        self.methodBytes = methodBytes
    }

    /// The contract's limits.
    package static let `default` = HeadLimits()
}

internal import Racing

/// Ways to cut an input in pieces, the same ones for the same input.
enum Splits {
    /// The whole, single bytes, and pieces of 0 to 9 bytes as the input itself decides.
    static func all(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        [[bytes[...]], bytes.indices.map { bytes[$0...$0] }, pieces(of: bytes)]
    }

    /// FNV-1a: the same in each run.
    static func fingerprint(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var random = SplitMix64(seed: fingerprint(of: bytes))
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + random.next(in: 0...9))
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }
}

internal import Racing

/// Which feed a history is of, as kept files and other nodes are asked for it.
enum FeedIdentity {
    /// The word of the source; for an address or a path with a hash of it, which tells them apart without telling
    /// what may be private.
    static func text(of choice: FeedChoice, written: String) -> String {
        switch choice {
        case .demo, .neds, .nedsV2, .ladbrokes: choice.source.rawValue
        case .url, .file, .replay: "\(choice.source.rawValue) \(hash(written))"
        }
    }

    /// FNV-1a of 64 bits, in hexadecimal: the same in every process, which Swift's own hashes are not.
    private static func hash(_ text: String) -> String {
        let number = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(number, radix: 16)
    }
}

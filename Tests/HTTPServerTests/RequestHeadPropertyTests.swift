import Testing

@testable import HTTPServer

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct RequestHeadPropertyTests {
    private static let short = RequestHeadCase.all.map(\.bytes).filter { $0.count < 200 }
    private static let accepted = RequestHeadCase.all.filter { $0.error == nil && $0.bytes.count < 200 }.map(\.bytes)
    /// Bytes that mean something somewhere, to hit the rules more often than chance would.
    private static let telling = Array("\r\n\t :/?#%*@[].,;=-0159afAFxhHTGP\u{0}\u{7F}é".utf8)

    @Test(arguments: 1...20)
    func `a mutated head is judged the same however it is split`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = Self.mutated(&generator)
            let whole = parse([bytes[...]])
            let bytewise = parse(bytes.indices.map { bytes[$0...$0] })
            let inPieces = parse(Self.pieces(of: bytes, &generator))
            #expect(bytewise == whole && inPieces == whole, "\(bytes)")
        }
    }

    @Test func `a mutated head is judged as the reference judges it`() {
        var generator = SeededGenerator(seed: 21)
        var accepted = 0
        for _ in 0..<3000 {
            let bytes = Self.mutated(&generator)
            // The reference knows no limits.
            let result = parse([bytes[...]], limits: HeadLimits(methodBytes: 8192)).verdict
            let verdict = RequestHeadReference.judge(bytes)
            switch result.progress {
            case .complete:
                accepted += 1
                #expect(verdict == .init(status: 200, length: result.offset), "\(bytes)")
            case .failed(let error):
                #expect(verdict.map { $0.status == error.status } ?? (error.status == 400), "\(bytes)")
            case .incomplete:
                #expect(verdict == nil && result.offset == bytes.count, "\(bytes)")
            }
        }
        #expect(accepted > 100, "too few to tell")
    }

    @Test(arguments: 22...41)
    func `an address of random signs is judged as the reference judges it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let signs = Array("::::0012fF..125".utf8)
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 2...24, using: &generator)).map { _ in
                signs[Int.random(in: 0..<signs.count, using: &generator)]
            }
            var grammar = IPv6Grammar()
            let isAddress = text.allSatisfy { grammar.take($0) } && grammar.isComplete
            let string = String(decoding: text, as: UTF8.self)
            #expect(isAddress == RequestHeadReference.isIPv6(string), "\(string)")
        }
    }

    private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        let origins = Bool.random(using: &generator) ? accepted : short
        var bytes = origins[Int.random(in: 0..<origins.count, using: &generator)]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
            let byte = telling[Int.random(in: 0..<telling.count, using: &generator)]
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where !bytes.isEmpty: bytes[index] = byte
            case 1 where !bytes.isEmpty: bytes.remove(at: index)
            case 2 where !bytes.isEmpty: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 3:
                let other = short[Int.random(in: 0..<short.count, using: &generator)]
                let length = Int.random(in: 0...other.count, using: &generator)
                bytes = bytes[..<min(index, bytes.count)] + other.suffix(length)
            case 4:
                let end = Int.random(in: index...bytes.count, using: &generator)
                bytes.insert(contentsOf: bytes[min(index, end)..<end], at: end)
            default: bytes.insert(byte, at: min(index, bytes.count))
            }
        }
        return bytes
    }

    private static func pieces(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 0...9, using: &generator))
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }
}

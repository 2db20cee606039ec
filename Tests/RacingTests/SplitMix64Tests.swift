import Racing
import Testing

struct SplitMix64Tests {
    @Test(
        arguments: [
            (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]),
            (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]),
        ] as [(UInt64, [UInt64])])
    func `a seed gives the published numbers`(seed: UInt64, numbers: [UInt64]) {
        var generator = SplitMix64(seed: seed)
        #expect(numbers.map { _ in generator.next() } == numbers)
    }

    @Test func `a range is drawn from to both of its ends and not beyond`() {
        var generator = SplitMix64(seed: 7)
        let drawn = Set((0..<500).map { _ in generator.next(in: -2...3) })
        #expect(drawn == [-2, -1, 0, 1, 2, 3])
    }
}

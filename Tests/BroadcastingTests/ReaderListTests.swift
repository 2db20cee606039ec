import EventLoop
import Racing
import Testing

@testable import Broadcasting

@Suite struct `The readers of a topic` {
    /// A plain model beside the list: which are in step, which are not, and what index each believes to have.
    private struct Model {
        var list = ReaderList()
        var inStep: Set<Descriptor> = []
        var others: Set<Descriptor> = []
        var index: [Descriptor: Int] = [:]

        mutating func add(_ descriptor: Descriptor) {
            index[descriptor] = list.append(descriptor)
            others.insert(descriptor)
        }

        mutating func remove(_ descriptor: Descriptor) {
            guard let place = index.removeValue(forKey: descriptor) else { return }
            list.remove(at: place) { index[$0] = $1 }
            inStep.remove(descriptor)
            others.remove(descriptor)
        }

        mutating func settle() {
            list.settle()
            inStep.formUnion(others)
            others = []
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `are those that have had the last frame, then the others, whoever leaves`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var model = Model()
        for step in 0..<400 {
            switch random.next(in: 0...9) {
            case 0...4: model.add(Descriptor(step))
            case 5...8:
                let all = model.index.keys.sorted()
                if !all.isEmpty { model.remove(all[random.next(in: 0...all.count - 1)]) }
            default: model.settle()
            }
            #expect(Set(model.list.descriptors.prefix(model.list.inStep)) == model.inStep)
            #expect(Set(model.list.descriptors.dropFirst(model.list.inStep)) == model.others)
            #expect(model.list.count == model.inStep.count + model.others.count)
            #expect(model.index.allSatisfy { model.list.descriptors[$0.value] == $0.key })
        }
    }
}

@Suite struct `A checksum` {
    private static let texts = ["", "a", "data: {}\n\n", String(repeating: "x", count: 70_000)].map { Array($0.utf8) }

    @Test func `of the empty text and of "123456789" is the known one`() {
        #expect(StreamChecksum().crc == 0)
        // The check value of CRC-32 as gzip has it.
        #expect(StreamChecksum(of: Array("123456789".utf8)).crc == 0xCBF4_3926)
    }

    @Test(arguments: texts, texts)
    func `of texts that follow each other is that of the whole`(first: [UInt8], second: [UInt8]) {
        var checksum = StreamChecksum(of: first)
        checksum.append(second)
        #expect(checksum == StreamChecksum(of: first + second))
    }

    @Test(arguments: texts, texts)
    func `of a reader is worked out from its topic's`(own: [UInt8], before: [UInt8]) {
        var topic = StreamChecksum(of: before)
        let mark = StreamChecksum.Mark(own: StreamChecksum(of: own), topic: topic)
        #expect(mark.checksum(at: topic) == StreamChecksum(of: own))
        var all = own
        for text in Self.texts {
            topic.append(text)
            all += text
            #expect(mark.checksum(at: topic) == StreamChecksum(of: all))
        }
    }
}

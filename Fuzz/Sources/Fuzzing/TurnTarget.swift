internal import Cluster
internal import EventLoop

/// Answers of Redis to a node's turn, whoever has written to it: each line of an input is a part, a number if it begins
/// with a colon, and one that is empty is none.
enum TurnTarget {
    static func run(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 10, maxSplits: 7, omittingEmptySubsequences: false).map(reply)
        for answer in [RedisReply.list(parts), .list([]), parts[0], .list([.list(parts)])] {
            guard let turn = TurnAnswer(answer) else { continue }
            require((0...TurnAnswer.latest).contains(turn.time.seconds), "a time can be meant")
            require((0..<1_000_000_000).contains(turn.time.nanoseconds), "a second has no more parts")
            if let id = turn.newest?.id {
                require(EntryID(id.text) == id && EntryID(id.next.text) == id.next, "an id is read as it is written")
                require(id < id.next, "there is a next one")
            }
        }
    }

    private static func reply(_ line: ArraySlice<UInt8>) -> RedisReply {
        if line.isEmpty { return .null }
        guard line.first == 0x3A else { return .bytes(Array(line)) }
        return .number(Int(String(decoding: line.dropFirst(), as: UTF8.self)) ?? 0)
    }
}

import Foundation
import GzipReading
import Racing
import ServerSentEvents
import TestSupport

/// Somebody who listens, in a temper of its own, over one connection after another.
final class SimulatedClient {
    /// How a client takes what it is sent.
    enum Temper: CaseIterable {
        /// Reads everything at once.
        case eager
        /// Reads a few bytes, now and then.
        case slow
        /// Reads in gulps with long pauses.
        case fitful
        /// Goes away and comes back with its Last-Event-ID.
        case restless
        /// Never reads again after its beginning.
        case stalled
        /// Closes its own direction and goes on reading.
        case halfClosed
        /// Sends bytes that nobody asked for.
        case talkative
    }

    let temper: Temper
    let target: String
    let isCompressed: Bool
    let isLines: Bool
    private(set) var witness: StreamWitness
    private(set) var peer: SimulatedSockets.Peer?
    /// Which loop it is connected to.
    private(set) var loop = 0
    private var reader = StreamReader()
    private var read = 0
    private var taken = 0
    private var lines: [UInt8] = []
    private var takenChunks = 0
    /// The connection never had to wait for this client.
    private(set) var neverWaited = true

    init(random: inout SplitMix64) {
        temper = Temper.allCases[random.next(in: 0...Temper.allCases.count - 1)]
        let count = random.next(in: 1...8)
        let categories: CategorySet = [
            .all, .all, CategorySet(.horse), [CategorySet(.harness), CategorySet(.greyhound)],
        ][
            random.next(in: 0...3)]
        let slugs = Category.allCases.filter { categories.contains(CategorySet($0)) }.map(\.slug).joined(separator: ",")
        let announce = ["frequent", "frequent", "milestones", "off"][random.next(in: 0...3)]
        isLines = random.next(in: 0...4) == 0
        isCompressed = !isLines && random.next(in: 0...1) == 0
        target = "/events\(isLines ? ".ndjson" : "")?category=\(slugs)&count=\(count)&announce=\(announce)"
        witness = StreamWitness(categories: categories, count: count)
    }

    var isConnected: Bool { peer.map { !$0.isGone && !$0.isClosed } ?? false }

    func connect(to world: SimulatedWorld, loop: Int, mayReset: Bool) {
        self.loop = loop
        let peer = world.sockets[loop].connect()
        self.peer = peer
        reader = StreamReader(isCompressed: isCompressed)
        (read, taken, takenChunks, lines, neverWaited) = (0, 0, 0, [], true)
        world.trace("  \(target) (\(temper)) connects to \(loop) with \(witness.revision ?? 0)")
        witness.connect(mayReset: mayReset || witness.revision == nil, at: world.now)
        var fields = ["Host: a"]
        if isCompressed { fields.append("Accept-Encoding: gzip") }
        if let revision = witness.revision { fields.append("Last-Event-ID: \(revision)") }
        peer.send("GET \(target) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    /// What the temper brings about in a tenth of a second.
    func act(_ random: inout SplitMix64) {
        guard let peer, isConnected else { return }
        switch temper {
        case .eager: break
        case .slow:
            neverWaited = false
            peer.window = random.next(in: 0...5) == 0 ? random.next(in: 1...2_000) : 0
        case .fitful:
            neverWaited = false
            if random.next(in: 0...30) == 0 { peer.window = peer.window == Int.max ? random.next(in: 0...50) : Int.max }
        case .stalled:
            neverWaited = false
            if reader.events.count > 3 { peer.window = 0 }
        case .restless: if random.next(in: 0...60) == 0 { peer.close() }
        case .halfClosed: if random.next(in: 0...40) == 0 { peer.finishWriting() }
        case .talkative: if random.next(in: 0...10) == 0 { peer.send("GET /races HTTP/1.1\r\nHost: b\r\n\r\n") }
        }
    }

    func timeFell(to second: Int) { witness.timeFell(to: second) }

    /// Takes what has come and holds it against the contract.
    func listen(_ world: SimulatedWorld) {
        guard let peer else { return }
        let bytes = peer.received
        if isLines, bytes.starts(with: Array("HTTP/1.1 503 ".utf8)) {
            guard peer.text.contains("\r\n\r\n") else { return }
            if !peer.text.contains("Retry-After: 20\r\n") { witness.fault("503 without Retry-After") }
            return peer.close()
        }
        if bytes.count > read {
            reader.feed(Array(bytes[read...]))
            read = bytes.count
        }
        for fault in reader.faults { witness.fault(fault) }
        for oddity in reader.parser.oddities where !isLines { witness.fault("against the standard: \(oddity)") }
        let moment = StreamWitness.Moment(
            now: world.now, latest: world.latestSecond, hideAfter: world.hideAfter, feed: world.feed)
        for (type, id, text) in isLines ? takeLines() : takeEvents() {
            guard let data = world.data.read(text) else {
                witness.fault("no JSON: \(text.prefix(80))")
                continue
            }
            if type != "countdown" { world.trace("  \(target) (\(temper)) hears \(type) \(id) \(text)") }
            witness.hear(type, id: id, data, at: moment)
            world.compare(type, data.now, text, of: self)
        }
    }

    private func takeEvents() -> [(String, String, String)] {
        let events = reader.events
        defer { taken = events.count }
        return events[taken...].map { ($0.type, $0.lastEventID, $0.data) }
    }

    private func takeLines() -> [(String, String, String)] {
        let chunks = reader.chunks
        defer { takenChunks = chunks.count }
        return chunks[takenChunks...].compactMap { chunk in
            guard chunk.count > 1 else { return nil }
            guard chunk.last == 0x0A, chunk.dropLast().firstIndex(of: 0x0A) == nil else {
                witness.fault("a chunk that is not one line")
                return nil
            }
            struct Head: Decodable {
                var event: String
                var id: String?
            }
            guard let head = try? JSONDecoder().decode(Head.self, from: Data(chunk)) else {
                witness.fault("a line that is no event")
                return nil
            }
            return (head.event, head.id ?? "", String(decoding: chunk, as: UTF8.self))
        }
    }

    var head: String { reader.head }
    var hasWholeEnd: Bool { reader.hasEnded && (reader.inflater?.hasEnded ?? true) }
}

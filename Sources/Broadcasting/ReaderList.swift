internal import EventLoop

/// The sockets of a topic that have taken everything so far: first those whose last bytes were the last frame, then
/// those that joined or caught up since.
///
/// The two differ only for compressed streams, where the first can do with the difference from that frame.
struct ReaderList {
    private(set) var descriptors: [Descriptor] = []
    /// How many of them have had the last frame.
    private(set) var inStep = 0

    var count: Int { descriptors.count }

    /// Adds one that has not had the last frame.
    ///
    /// - Returns: its index.
    mutating func append(_ descriptor: Descriptor) -> Int {
        descriptors.append(descriptor)
        return descriptors.count - 1
    }

    /// Takes one off; others fill its place.
    ///
    /// - Parameter moved: told whose index has become another.
    mutating func remove(at index: Int, moved: (Descriptor, Int) -> Void) {
        var hole = index
        if index < inStep {
            inStep -= 1
            fill(&hole, from: inStep, moved)
        }
        fill(&hole, from: descriptors.count - 1, moved)
        descriptors.removeLast()
    }

    private mutating func fill(_ hole: inout Int, from last: Int, _ moved: (Descriptor, Int) -> Void) {
        guard hole != last else { return }
        descriptors[hole] = descriptors[last]
        moved(descriptors[hole], hole)
        hole = last
    }

    /// All of them have been sent the same frame.
    mutating func settle() { inStep = descriptors.count }
}

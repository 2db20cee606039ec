internal import HistoryRecords
internal import Racing

/// What a server begins with: the history that the last one kept, as far as it is of use.
enum KeptState {
    /// - Parameters:
    ///   - feed: which feed the history must be of.
    ///   - second: the current one.
    /// - Returns: nil when there is nothing to go on with; the log says why, unless there never was anything.
    static func read(
        _ folder: StateFolder, feed: String, rules: CardHistory.Rules, origin: FeedOrigin, at second: Second, log: Log
    ) -> CardHistory? {
        do throws(StateFolder.Failure) {
            guard let bytes = try folder.read() else { return nil }
            do throws(CardHistoryRecord.Refusal) {
                let history = try HistoryFormat.decode(bytes, feed: feed, rules: rules, origin: origin)
                    .resumed(at: second)
                log(.info, "the state was read: known since \(history.firstKnown.rfc3339)")
                return history
            } catch {
                folder.putAside()
                log(
                    .warning,
                    "the state in \(folder.path) cannot be used: \(error.reason); going on without (kept as"
                        + " \(StateFolder.fileName).refused)")
            }
        } catch {
            log(.warning, "the state in \(folder.path) cannot be read: \(error.reason); going on without")
        }
        return nil
    }
}

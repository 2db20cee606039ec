/// The report for people.
extension SwarmReport {
    var text: String {
        var lines = [
            "streams   \(live) of \(subscribers) at \(url), open after \(Self.seconds(milliseconds: rampMilliseconds))"
                + Self.list(failures, "failed"),
            "window    \(seconds) s, \(deliveries) of \(expected) frames, \(bytes) bytes"
                + (deliveries > 0 ? ", \(bytes / deliveries) a frame" : "")
                + (shift == 0 ? "" : ", the server's clock is \(shift) s ahead"),
            "lateness  " + Self.milliseconds(lateness),
            "faults    " + Self.words(faults) + ", \(ended) ended (\(endedAfterBye) after bye)"
                + (faultsOutside.total == 0 ? "" : "; outside the window " + Self.words(faultsOutside)),
            "checked   \(checkedEvents) events of \(verified) streams to the letter"
                + Self.list(
                    Dictionary(uniqueKeysWithValues: streamFaults.map { ($0.text, $1) }), "faults"),
        ]
        if let cost = nanosecondsPerDelivery {
            lines.append(
                "server    \(Self.thousandths(cost.all)) us of processor a frame "
                    + "(\(Self.thousandths(cost.all - cost.system)) own, \(Self.thousandths(cost.system)) kernel)")
        }
        if let idle, let end = usageAtEnd, let each = residentBytesPerStream {
            lines.append(
                "memory    \(end.residentBytes / 1_024) KB resident, \(each) bytes a stream beyond the "
                    + "\(idle.residentBytes / 1_024) KB before the first")
        }
        if let herd { lines += Self.lines(herd) }
        if isShort { lines.append("ended before its time") }
        lines.append(isSound ? "sound" : "NOT SOUND")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ herd: Return) -> [String] {
        [
            "herd      \(herd.returned) of \(herd.dropped) are back, \(herd.ended) ended again; time to the first frame "
                + milliseconds(herd.times) + list(herd.failures, "failed"),
            "stayed    \(herd.stayedFrames) frames meanwhile, lateness " + milliseconds(herd.stayedLateness) + ", "
                + words(herd.stayedFaults),
        ]
    }

    private static func words(_ faults: SecondFaults) -> String {
        "\(faults.gaps) gaps, \(faults.doubles) doubles, \(faults.disorder) out of order, \(faults.early) early"
    }

    private static func milliseconds(_ lateness: Lateness?) -> String {
        guard let lateness else { return "unknown, without a frame" }
        return "p50 \(thousandths(lateness.p50))  p90 \(thousandths(lateness.p90))  p99 \(thousandths(lateness.p99))"
            + "  p99.9 \(thousandths(lateness.p999))  max \(thousandths(lateness.max)) ms"
    }

    /// As in `; 3 failed: Connection refused (2), no answer in time (1)`.
    private static func list(_ counts: [String: Int], _ what: String) -> String {
        guard !counts.isEmpty else { return ", 0 \(what)" }
        let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
        return "; \(counts.values.reduce(0, +)) \(what): " + parts.joined(separator: ", ")
    }

    private static func seconds(milliseconds: Int) -> String { thousandths(milliseconds) + " s" }

    /// Thousandths as a number with two decimals.
    static func thousandths(_ value: Int) -> String {
        let hundredths = (abs(value) + 5) / 10
        let decimals = hundredths % 100
        return "\(value < 0 ? "-" : "")\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
    }
}

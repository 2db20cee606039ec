/// The time that remains to one race's advertised start, in figures, in words, and whether it is close.
package struct Countdown: Equatable, Sendable {
    /// Whole seconds to the start; negative once it has passed.
    package let remaining: Int

    package init(remaining: Int) {
        self.remaining = remaining
    }

    /// Whether announcements about this race are frequent: from 29 seconds down to the start itself.
    package var frequent: Bool { (0..<30).contains(remaining) }

    /// Figures for the eye: `1h 2m 5s`, `5m 0s`, `30s`, `-59s`.
    package var text: String {
        let (hours, minutes, seconds) = parts
        let sign = remaining < 0 ? "-" : ""
        if hours > 0 { return "\(sign)\(hours)h \(minutes)m \(seconds)s" }
        if minutes > 0 { return "\(sign)\(minutes)m \(seconds)s" }
        return "\(sign)\(seconds)s"
    }

    /// Words for the ear: `1 hour 2 minutes 5 seconds`, `starting now`, `started 1 second ago`.
    package var spoken: String {
        if remaining == 0 { return "starting now" }
        let (hours, minutes, seconds) = parts
        let words = [counted(hours, "hour"), counted(minutes, "minute"), counted(seconds, "second")]
            .compactMap(\.self).joined(separator: " ")
        return remaining < 0 ? "started \(words) ago" : words
    }

    private var parts: (hours: Int, minutes: Int, seconds: Int) {
        let whole = abs(remaining)
        return (whole / 3_600, whole / 60 % 60, whole % 60)
    }
}

/// `1 hour`, `2 hours`; nil for none.
func counted(_ value: Int, _ unit: String) -> String? {
    switch value {
    case 0: nil
    case 1: "1 \(unit)"
    default: "\(value) \(unit)s"
    }
}

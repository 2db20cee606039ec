/// A race that an answer named but nobody can be shown; its id still counts as present.
package struct SkippedRace: Equatable, Sendable {
    /// The `race_id` where there is a readable one, else the key under which the summary stood.
    package var key: String
    package var reason: Reason

    package init(key: String, reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// Why; the raw value is the label in the metrics and stays as it is.
    package enum Reason: String, Error, CaseIterable, Sendable {
        /// The summary is not a JSON object.
        case notAnObject = "not_an_object"
        /// `race_id` is missing, empty or not a string: the key of the summary does not stand in for it.
        case noID = "no_id"
        /// `meeting_name` is missing, empty or not a string.
        case noMeeting = "no_meeting"
        /// `race_number` is missing or not a whole number; `3.0` is one, `"3"` is not.
        case noNumber = "no_number"
        /// `advertised_start` or its `seconds` is missing.
        case noStart = "no_start"
        case startNotANumber = "start_not_a_number"
        /// Outside ``FeedDecoder/sanityWindow(around:)``, or beyond what a number can hold.
        case startAbsurd = "start_absurd"
        case unknownCategory = "unknown_category"
        /// A text that is shown cannot be read, as with half a surrogate pair.
        case badText = "bad_text"
        /// Later than the ``FeedDecoder/racesPerCategory`` earliest races of its category.
        case beyondLimit = "beyond_limit"
    }
}

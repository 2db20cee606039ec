/// Texts as they stand between the quotation marks of a JSON string (RFC 8259, section 7).
///
/// What is joined from escaped texts is escaped, so each list of words is escaped once and not for every answer.
enum DemoText {
    /// Like the public feed, this escapes `&`, `<` and `>` too, as if for HTML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += #"\""#
            case "\\": escaped += #"\\"#
            case "&", "<", ">", "\u{0}"..."\u{1f}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                escaped += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func escaped(_ texts: [String]) -> [String] { texts.map(escaped) }
}

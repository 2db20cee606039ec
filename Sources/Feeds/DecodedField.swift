/// One value of an answer, with what was wrong with it instead of an error that would lose its neighbours.
enum DecodedField<Value> {
    /// Missing or `null`.
    case absent
    /// There, but of another type.
    case mistyped
    /// Of a type that would do, but not to be read: half a surrogate pair, a number too large.
    case unreadable
    case given(Value)
}

extension KeyedDecodingContainer {
    /// The value under `key`, whatever it is.
    func field<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ budget: DecodingBudget?
    ) throws(DecodingBudget.Exhausted) -> DecodedField<Value> {
        do {
            return try decodeIfPresent(type, forKey: key).map(DecodedField.given) ?? .absent
        } catch DecodingError.typeMismatch {
            try budget?.paySmall()
            return .mistyped
        } catch {
            try budget?.payFault()
            return .unreadable
        }
    }
}

/// The largest whole number below which a decoded number is exactly the one that was written: 2^53.
private let exactLimit = 9_007_199_254_740_992.0

extension Double {
    /// The same number as an integer; nil when it has a fraction or is too large to tell.
    var wholeNumber: Int? {
        magnitude < exactLimit ? Int(exactly: self) : nil
    }
}

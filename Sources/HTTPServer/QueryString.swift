/// A strict decoder of a target's query into its parameters (WHATWG URL 5.1, `application/x-www-form-urlencoded`).
package enum QueryString {
    /// A name and a value, decoded; a parameter without `=` has an empty value.
    package struct Parameter: Equatable, Sendable {
        /// The decoded name.
        package let name: String
        /// The decoded value.
        package let value: String

        /// A parameter of these two.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Why a query is refused, always with 400.
    package enum Fault: Error, Equatable, Sendable {
        /// More parameters than this.
        case tooManyParameters(limit: Int)
        /// The parameter's escapes are malformed or contain `%00`; a parser's target never gets here.
        case malformedEscape(parameter: String)
        /// The parameter's escapes do not spell UTF-8.
        case invalidUTF8(parameter: String)

        /// One sentence for people that names the parameter.
        package var detail: String {
            switch self {
            case .tooManyParameters(let limit): "The query has more than \(limit) parameters."
            case .malformedEscape(let name): "The query parameter \(name) has a malformed percent-escape."
            case .invalidUTF8(let name): "The query parameter \(name) is not valid UTF-8."
            }
        }
    }

    /// How many parameters a query may have when nothing else is said.
    package static let defaultLimit = 64

    /// The parameters of the query that lies in a range of bytes, in order, repeated ones included.
    ///
    /// `+` and `%20` are spaces; empty parts (`a=1&&b=2`) are passed over. A name that cannot be decoded is named as
    /// it was sent.
    package static func parameters(
        of query: Range<Int>, in bytes: Span<UInt8>, limit: Int = defaultLimit
    ) throws(Fault) -> [Parameter] {
        var parameters: [Parameter] = []
        var start = query.lowerBound
        while start < query.upperBound {
            let end = ByteText.firstIndex(of: UInt8(ascii: "&"), in: start..<query.upperBound, of: bytes)
            if start < end {
                guard parameters.count < limit else { throw .tooManyParameters(limit: limit) }
                parameters.append(try parameter(at: start..<end, in: bytes))
            }
            start = end + 1
        }
        return parameters
    }

    private static func parameter(at part: Range<Int>, in bytes: Span<UInt8>) throws(Fault) -> Parameter {
        let equals = ByteText.firstIndex(of: UInt8(ascii: "="), in: part, of: bytes)
        let nameRange = part.lowerBound..<equals
        let name = try text(nameRange, in: bytes, parameter: String(fieldValue: nameRange, in: bytes))
        let value = try text(min(equals + 1, part.upperBound)..<part.upperBound, in: bytes, parameter: name)
        return Parameter(name: name, value: value)
    }

    private static func text(
        _ range: Range<Int>, in bytes: Span<UInt8>, parameter: @autoclosure () -> String
    ) throws(Fault) -> String {
        do {
            return try PercentDecoding.text(range, in: bytes, plusIsSpace: true)
        } catch {
            throw error == .encoding ? .invalidUTF8(parameter: parameter()) : .malformedEscape(parameter: parameter())
        }
    }
}

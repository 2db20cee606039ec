/// Where the lines of one field are.
struct FieldSlot: Equatable, Sendable {
    /// The first line's value without whitespace around it.
    var first = 0..<0
    /// How many lines there are.
    var lines = 0
}

/// One slot a kept field, in fixed storage.
struct FieldSlots: Sendable {
    private var slots = InlineArray<10, FieldSlot>(repeating: FieldSlot())

    subscript(field: HeadField) -> FieldSlot { slots[field.rawValue] }

    /// Notes a line of a field by the range of its value.
    mutating func note(_ field: HeadField, value: Range<Int>) {
        if slots[field.rawValue].lines == 0 { slots[field.rawValue].first = value }
        slots[field.rawValue].lines += 1
    }
}

extension Double? {
    /// The value; `nil` if it is negative. Phones and receivers write -1 for unknown values.
    var notNegative: Double? { flatMap { $0 < 0 ? nil : $0 } }

    /// The value; `nil` if it is negative or zero. Phones write 0 for an unknown accuracy.
    var positive: Double? { flatMap { $0 > 0 ? $0 : nil } }
}

extension Double? {
    /// The value; `nil` if it is negative. Phones and receivers write -1 for unknown values.
    var notNegative: Double? { flatMap { $0 < 0 ? nil : $0 } }
}

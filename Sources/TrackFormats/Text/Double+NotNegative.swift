extension Double? {
    /// The value unless it is negative: phones and receivers write -1 for what they do not know.
    var notNegative: Double? { flatMap { $0 < 0 ? nil : $0 } }
}

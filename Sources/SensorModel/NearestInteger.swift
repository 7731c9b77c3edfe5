extension Int {
    /// Creates the nearest integer, clamped to the range of `Int`; NaN becomes zero.
    ///
    /// For values from outside the program, for which the standard conversion would trap.
    package init(nearest value: Double) {
        let rounded = value.rounded()
        self = Int(exactly: rounded) ?? (rounded.isNaN ? 0 : rounded > 0 ? .max : .min)
    }
}

extension Int {
    /// The nearest integer: the largest or smallest one for a value beyond them, zero for NaN.
    ///
    /// For values from outside, whose plain conversion would end the program.
    package init(nearest value: Double) {
        let rounded = value.rounded()
        self = Int(exactly: rounded) ?? (rounded.isNaN ? 0 : rounded > 0 ? .max : .min)
    }
}

import Glibc

/// How a number lies on a slider: evenly, or by its logarithm where its range spans orders of magnitude.
public struct ParameterScale: Sendable, Hashable {
    /// The range of the number.
    public let range: ClosedRange<Double>
    /// True if equal ways on the slider are equal factors.
    public let isLogarithmic: Bool

    /// The ratio of the ends from which on the logarithm is used.
    private static let logarithmicFrom = 200.0
    /// The share of the range that stands for its lower end where that is zero and the rest is logarithmic.
    private static let steps = 1_000.0

    /// Creates the scale of a range.
    public init(_ range: ClosedRange<Double>) {
        self.range = range
        isLogarithmic = range.lowerBound > 0 && range.upperBound / range.lowerBound >= Self.logarithmicFrom
    }

    /// Returns the place of a number on the slider, 0 ... 1.
    public func share(of number: Double) -> Double {
        guard range.upperBound > range.lowerBound, number.isFinite else { return 0 }
        let held = min(range.upperBound, max(range.lowerBound, number))
        if isLogarithmic { return log(held / range.lowerBound) / log(range.upperBound / range.lowerBound) }
        return (held - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// Returns the number at a place on the slider, rounded to what the user would write, within the range.
    public func number(at share: Double) -> Double {
        let share = share.isFinite ? min(1, max(0, share)) : 0
        if share == 0 { return range.lowerBound }
        if share == 1 { return range.upperBound }
        let exact =
            isLogarithmic
            ? range.lowerBound * pow(range.upperBound / range.lowerBound, share)
            : range.lowerBound + (range.upperBound - range.lowerBound) * share
        // Two digits tell a factor well enough; a linear slider gets a thousand steps.
        let step =
            isLogarithmic
            ? pow(10, floor(log10(exact)) - 1) : niceStep(atLeast: (range.upperBound - range.lowerBound) / Self.steps)
        // Divided by a whole number where the step is a fraction, so that 0.3 is 0.3.
        let rounded = step < 1 ? (exact / step).rounded() / (1 / step).rounded() : (exact / step).rounded() * step
        return min(range.upperBound, max(range.lowerBound, rounded))
    }

    /// Returns a number as the user writes it: the fewest digits, up to six, that say it.
    public static func text(_ number: Double) -> String {
        guard number.isFinite else { return missingText }
        if number != 0, abs(number) < 1e-6 { return "\(number)" }
        for decimals in 0...6 {
            let power = Double(powerOfTen(decimals))
            if abs((number * power).rounded() / power - number) <= abs(number) * 1e-9 {
                return decimalText(number, decimals: decimals)
            }
        }
        return decimalText(number, decimals: 6)
    }

    /// Returns the number that the user wrote, with a point or a comma and any minus; nil if it is not one.
    public static func number(parsing text: String) -> Double? {
        var plain = ""
        for character in text where !character.isWhitespace {
            plain.append(character == "−" ? "-" : character == "," ? "." : character)
        }
        guard let number = Double(plain), number.isFinite else { return nil }
        return number
    }
}

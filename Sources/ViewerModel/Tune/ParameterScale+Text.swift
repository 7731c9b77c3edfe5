import FusionCore
import Glibc
public import Replay
import SensorModel

extension ParameterScale {
    /// The number of steps of a linear slider.
    private static let steps = 1_000.0

    /// Returns the number at a position of the slider, rounded to few digits, within the range.
    public func number(at share: Double) -> Double {
        let exact = exactNumber(at: share)
        guard exact > range.lowerBound, exact < range.upperBound else { return exact }
        // Two digits are enough for a factor; a linear slider gets a thousand steps.
        let step =
            law == .linear
            ? niceStep(atLeast: (range.upperBound - range.lowerBound) / Self.steps) : pow(10, floor(log10(exact)) - 1)
        // Divided by a whole number if the step is a fraction, so that 0.3 is exact.
        let rounded = step < 1 ? (exact / step).rounded() / (1 / step).rounded() : (exact / step).rounded() * step
        return min(range.upperBound, max(range.lowerBound, rounded))
    }

    /// Returns a number as text with the fewest digits that represent it, up to six.
    public static func text(_ number: Double) -> String {
        guard number.isFinite else { return missingText }
        if number != 0, abs(number) < 1e-6 { return "\(number)" }
        for decimals in 0...6 {
            let power = Double(powerOfTen(decimals))
            if abs((number * power).rounded() / power - number) <= abs(number) * 1e-9 {
                return decimalText(number, decimals: decimals, isGrouped: false)
            }
        }
        return decimalText(number, decimals: 6, isGrouped: false)
    }

    /// Returns a value with its unit; a choice or a switch untranslated.
    static func text(of value: ParameterValue, _ unit: String) -> String {
        switch value {
        case .number(let number): text(number) + (unit.isEmpty ? "" : " \(unit)")
        case .choice(let name): TunePanel.title(ofChoice: name)
        case .toggle(let isOn): isOn ? translatable("On") : translatable("Off")
        }
    }

    /// Parses a number with a point or a comma and any kind of minus; `nil` if it is not a number.
    public static func number(parsing text: String) -> Double? {
        var plain = ""
        for character in text where !character.isWhitespace {
            plain.append(character == "−" ? "-" : character == "," ? "." : character)
        }
        guard let number = Double(plain), number.isFinite else { return nil }
        return number
    }
}

import Glibc

/// The text for a value that is missing or meaningless.
public let missingText = "–"

/// Returns a number with a fixed number of decimals, rounded half away from zero.
///
/// A negative number has a true minus sign, but zero has none, even after rounding. A number that is not finite, or too
/// large to be exact, becomes ``missingText``. Five digits and more are grouped as in the user's locale.
/// - Parameters:
///   - value: The number.
///   - decimals: Digits after the separator, 0 ... 9.
///   - separator: The decimal separator; by default, that of the user's locale.
///   - isGrouped: Whether to group the digits; false for a text that is read back.
public func decimalText(
    _ value: Double, decimals: Int = 0, separator: String = decimalSeparator(), isGrouped: Bool = true
) -> String {
    let decimals = min(9, max(0, decimals))
    let power = powerOfTen(decimals)
    let scaled = (abs(value) * Double(power)).rounded(.toNearestOrAwayFromZero)
    guard scaled.isFinite, scaled < 1e18 else { return missingText }
    let digits = Int64(scaled)
    let sign = value < 0 && digits > 0 ? "−" : ""
    let whole = "\(digits / power)"
    let start = sign + (isGrouped && whole.utf8.count >= leastGrouped ? DigitGrouping.ofLocale().text(whole) : whole)
    guard decimals > 0 else { return start }
    return start + separator + paddedText(Int(digits % power), digits: decimals)
}

/// Returns a count for the user: 600, 4096, and 12,345 in a locale that groups digits.
public func countText(_ count: Int) -> String { decimalText(Double(count)) }

/// The minimum number of digits that are grouped.
private let leastGrouped = 5

/// Returns the decimal separator of the process's locale; a point if no locale was set.
public func decimalSeparator() -> String {
    guard let separator = nl_langinfo(nl_item(RADIXCHAR)) else { return "." }
    return String(cString: separator)
}

/// Returns a number with three digits, but at most two decimals: 0.25, 3.42, 31.2, 312.
public func significantText(_ value: Double) -> String {
    let size = abs(value)
    return decimalText(value, decimals: size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}

/// Returns a whole number with at least `digits` digits, padded with zeros.
func paddedText(_ value: Int, digits: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Returns 10 to a power of 0 ... 18.
func powerOfTen(_ exponent: Int) -> Int64 {
    var result: Int64 = 1
    for _ in 0..<min(18, max(0, exponent)) { result *= 10 }
    return result
}

/// Returns text in which a number stays on the same line as its unit: a space between a digit and a letter does not
/// break. O(n).
public func unbrokenNumbers(_ text: String) -> String {
    let characters = Array(text)
    return String(
        characters.indices.map { index in
            let isInside = index > 0 && index + 1 < characters.count
            let isUnit = isInside && characters[index - 1].isNumber && characters[index + 1].isLetter
            return characters[index] == " " && isUnit ? "\u{A0}" : characters[index]
        })
}

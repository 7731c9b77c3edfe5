/// A decimal number as written in a text: sign, digits and a power of ten.
///
/// Separate from `Double`, which cannot hold the nanoseconds of a time in seconds since 1970.
public struct DecimalNumber {
    /// Whether the number has a minus sign.
    public private(set) var isNegative = false
    /// The first 19 significant digits.
    public private(set) var digits: UInt64 = 0
    /// The power of ten by which ``digits`` is multiplied.
    public private(set) var exponent = 0
    /// Whether the text has more digits than ``digits`` holds.
    private var isTruncated = false
    /// The first digit beyond those in ``digits``.
    private var nextDigit: UInt64 = 0
    private var hasOverflowed = false
    /// The bytes from which the number was parsed.
    public private(set) var text: UnsafeRawBufferPointer

    /// Parses the longest number at the start of a text; `nil` if the text does not start with a number.
    ///
    /// The grammar is that of JSON, but also allows leading zeros and a leading plus. An exponent must follow at
    /// least one digit.
    public init?(prefixOf bytes: UnsafeRawBufferPointer) {
        text = bytes
        var index = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        var count = 0
        while index < bytes.count, let digit = Self.digit(bytes[index]) {
            append(digit, isFraction: false)
            count += 1
            index += 1
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            var next = index + 1
            while next < bytes.count, let digit = Self.digit(bytes[next]) {
                append(digit, isFraction: true)
                count += 1
                next += 1
            }
            if count > 0 { index = next }
        }
        guard count > 0 else { return nil }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e"),
            let (value, end) = Self.power(bytes, from: index + 1)
        {
            exponent += value
            index = end
        }
        text = UnsafeRawBufferPointer(rebasing: bytes[..<index])
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? UInt64(value) : nil
    }

    private static func power(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (value: Int, end: Int)? {
        var index = start
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        var value = 0
        let first = index
        while index < bytes.count, let digit = digit(bytes[index]) {
            value = min(value * 10 + Int(digit), 100_000)
            index += 1
        }
        return index > first ? (isNegative ? -value : value, index) : nil
    }

    @inline(__always)
    private mutating func append(_ digit: UInt64, isFraction: Bool) {
        if digits < 1_000_000_000_000_000_000 {
            digits = digits * 10 + digit
            if isFraction { exponent -= 1 }
        } else {
            if !hasOverflowed { nextDigit = digit }
            hasOverflowed = true
            if digit != 0 { isTruncated = true }
            if !isFraction { exponent += 1 }
        }
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The nearest `Double`; NaN if the text cannot be converted.
    public var double: Double {
        // Exact operands give a correctly rounded quotient or product (Clinger 1990, the fast case).
        if !isTruncated, digits <= 1 << 53, exponent >= -22, exponent <= 22 {
            let value = Double(digits)
            let magnitude = exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
            return isNegative ? -magnitude : magnitude
        }
        return Double(String(decoding: text, as: UTF8.self)) ?? .nan
    }

    /// The number times 10^9 as an integer, rounded half away from zero; `nil` if it does not fit.
    public var nanoseconds: Int64? {
        let shift = exponent + 9
        var magnitude = digits
        if shift >= 0 {
            guard magnitude == 0 || shift <= 18 else { return nil }
            for _ in 0..<(magnitude == 0 ? 0 : shift) {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                if overflow { return nil }
                magnitude = product
            }
            if shift == 0, nextDigit >= 5 { magnitude += 1 }
        } else if shift < -19 {
            magnitude = 0
        } else {
            for _ in 0..<(-shift - 1) { magnitude /= 10 }
            magnitude = (magnitude + 5) / 10
        }
        guard magnitude <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
}

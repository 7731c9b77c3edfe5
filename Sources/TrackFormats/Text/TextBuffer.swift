import SensorModel

/// Text under construction, as UTF-8 bytes.
///
/// Appends most numbers without a `String` or a formatter: a track of 100 000 points has half a million numbers.
public struct TextBuffer: Sendable {
    /// The text appended so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty buffer.
    public init() {}

    /// Removes all text and keeps the memory.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Removes the last byte.
    mutating func removeLast() { bytes.removeLast() }

    /// Appends constant text.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text unchanged.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends the contents of another buffer.
    mutating func append(_ text: TextBuffer) { bytes.append(contentsOf: text.bytes) }

    /// Appends one byte.
    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Appends an integer.
    mutating func append(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: UInt64(value.magnitude), width: 1)
    }

    /// Appends digits, padded with leading zeros to a width.
    mutating func append(magnitude: UInt64, width: Int) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { scratch in
            var rest = magnitude
            var index = scratch.count
            repeat {
                index -= 1
                scratch[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0 || scratch.count - index < width
            bytes.append(contentsOf: scratch[index...])
        }
    }

    /// Appends the shortest decimal that reads back as the same `Double`; `null` if the value is not finite.
    mutating func append(_ value: Double) {
        guard value.isFinite else { return append("null") }
        append(value.description)
    }

    /// Appends a number rounded to 0 ... 9 decimals, without trailing zeros or an exponent.
    mutating func append(_ value: Double, decimals: Int) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard abs(scaled) < 9e18 else { return append(value.isFinite ? value.description : "0") }
        append(Int64(scaled), decimals: decimals)
    }

    /// Appends an integer number of units of 10^-decimals, without trailing zeros.
    mutating func append(_ count: Int64, decimals: Int) {
        if count < 0 { bytes.append(UInt8(ascii: "-")) }
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        append(magnitude: count.magnitude / scale, width: 1)
        var fraction = count.magnitude % scale
        guard fraction > 0 else { return }
        var width = decimals
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        bytes.append(UInt8(ascii: "."))
        append(magnitude: fraction, width: width)
    }

    /// Appends an instant as seconds since 1970, with as many decimals as needed but at least one.
    mutating func append(seconds instant: Instant) {
        append(instant.nanoseconds, decimals: 9)
        if instant.nanoseconds % 1_000_000_000 == 0 { append(".0") }
    }

    /// Appends text as a quoted JSON string.
    ///
    /// Escapes characters that affect a terminal or the surrounding text, such as control characters and direction
    /// marks, so that the text is safe to show and reads back unchanged.
    mutating func append(json text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain {
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where scalar.isHidden: for unit in UTF16.encode(scalar) ?? .init() { appendEscape(unit) }
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a UTF-16 code unit as `\u` and four hexadecimal digits.
    private mutating func appendEscape(_ unit: UInt16) {
        append("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(unit >> shift & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Appends text as XML content or an attribute value, without the characters that XML cannot represent.
    mutating func append(xml text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            case "\n", "\t": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}

import SensorModel

/// Text under construction, as UTF-8 bytes.
///
/// Numbers are appended without `String` or a formatter where that is possible: a track of 100 000 points is half a
/// million of them.
public struct TextBuffer: Sendable {
    /// The text so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    public init() {}

    /// Removes everything and keeps the memory.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Takes the last byte away.
    mutating func removeLast() { bytes.removeLast() }

    /// Appends a constant text.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text as it is.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends another text.
    mutating func append(_ text: TextBuffer) { bytes.append(contentsOf: text.bytes) }

    /// Appends one byte.
    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Appends an integer.
    mutating func append(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: UInt64(value.magnitude), width: 1)
    }

    /// Appends digits, with zeros in front up to a width.
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

    /// Appends the shortest number that reads back as the same `Double`; `null` for one that is not one.
    mutating func append(_ value: Double) {
        guard value.isFinite else { return append("null") }
        append(value.description)
    }

    /// Appends a number rounded to a count of decimals (0 ... 9), without trailing zeros and without an exponent.
    mutating func append(_ value: Double, decimals: Int) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard abs(scaled) < 9e18 else { return append(value.isFinite ? value.description : "0") }
        append(Int64(scaled), decimals: decimals)
    }

    /// Appends an integer count of 10^-decimals, without trailing zeros.
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

    /// Appends an instant as seconds since 1970 with as many decimals as it needs, at least one.
    mutating func append(seconds instant: Instant) {
        append(instant.nanoseconds, decimals: 9)
        if instant.nanoseconds % 1_000_000_000 == 0 { append(".0") }
    }

    /// Appends a text as a JSON string with its quotes.
    ///
    /// Characters that act on a terminal or on the text about them (control characters, marks of direction) are escaped,
    /// so that the text can be shown as it is, and reads back the same.
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

    /// Appends a unit of UTF-16 as `\u` and four digits.
    private mutating func appendEscape(_ unit: UInt16) {
        append("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(unit >> shift & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Appends a text as XML content or attribute value; characters that XML cannot hold are left out.
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

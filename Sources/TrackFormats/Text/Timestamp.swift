import JSON
import SensorModel

/// A time in the proleptic Gregorian calendar in UTC, and its ISO 8601 text.
///
/// Does not use Foundation's formatter, which needs several microseconds per time; a track can have 100 000 times.
struct Timestamp: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var secondOfDay: Int
    var nanosecond: Int

    /// Splits an instant into its calendar components.
    init(_ instant: Instant) {
        let (date, second, nanosecond) = CivilDate.split(instant)
        (year, month, day) = (date.year, date.month, date.day)
        secondOfDay = second
        self.nanosecond = nanosecond
    }

    /// Returns the instant of a date and a time of day; `nil` if the date does not exist or is out of range.
    ///
    /// Second 60, a leap second, becomes the first second of the next minute.
    static func instant(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int64 = 0
    ) -> Instant? {
        guard 1678...2261 ~= year, let date = CivilDate(year: year, month: month, day: day), 0...24 ~= hour,
            0...59 ~= minute, 0...60 ~= second
        else { return nil }
        return date.instant(secondOfDay: hour * 3_600 + minute * 60 + second, nanosecond: nanosecond)
    }

    /// Parses an ISO 8601 date and time; `nil` for anything else. Without a time zone, the time is UTC, as GPX
    /// requires.
    static func instant(parsing bytes: UnsafeRawBufferPointer) -> Instant? {
        var cursor = DigitCursor(bytes)
        cursor.skipSpace()
        guard let year = cursor.digits(4) else { return nil }
        // Some programs write dots or slashes in the date, dots in the time, and an underscore between them.
        let dash = cursor.take { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        guard let month = cursor.digits(2) else { return nil }
        if let dash, !cursor.take(dash) { return nil }
        guard let day = cursor.digits(2) else { return nil }
        var hour = 0
        var minute = 0
        var second = 0
        var fraction: Int64 = 0
        if cursor.take({ $0 | 0x20 == UInt8(ascii: "t") || $0 == 32 || $0 == UInt8(ascii: "_") }) != nil {
            guard let value = cursor.digits(2) else { return nil }
            hour = value
            let colon = cursor.take { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            guard let value = cursor.digits(2) else { return nil }
            minute = value
            if colon.map({ cursor.take($0) }) ?? true, let value = cursor.digits(2) { second = value }
            if cursor.take(UInt8(ascii: ".")) || cursor.take(UInt8(ascii: ",")) { fraction = cursor.fraction() }
        }
        // Some programs write a space before the time zone.
        cursor.skipSpace()
        guard let offset = cursor.zone() else { return nil }
        cursor.skipSpace()
        guard cursor.isAtEnd,
            let local = instant(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: fraction)
        else { return nil }
        return Instant(nanoseconds: local.nanoseconds - Int64(offset) * 1_000_000_000)
    }

    /// Parses an ISO 8601 date and time; `nil` for anything else.
    static func instant(parsing text: String) -> Instant? {
        var text = text
        return text.withUTF8 { instant(parsing: UnsafeRawBufferPointer($0)) }
    }

    /// Parses an ISO 8601 date and time in a JSON text; `nil` for anything else.
    static func instant(parsing value: JSONValue?) -> Instant? { value?.string.flatMap { instant(parsing: $0) } }
}

/// A cursor over fields of digits.
struct DigitCursor {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 32 { index += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Consumes and returns the next byte if it satisfies a predicate.
    @inline(__always)
    mutating func take(_ isWanted: (UInt8) -> Bool) -> UInt8? {
        guard index < bytes.count, isWanted(bytes[index]) else { return nil }
        defer { index += 1 }
        return bytes[index]
    }

    /// Consumes an exact number of digits.
    @inline(__always)
    mutating func digits(_ count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<count {
            let digit = bytes[index + offset] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        index += count
        return value
    }

    /// Consumes the digits after a decimal point and returns them as nanoseconds.
    mutating func fraction() -> Int64 {
        var value: Int64 = 0
        var scale: Int64 = 100_000_000
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value += Int64(digit) * scale
            scale /= 10
            index += 1
        }
        return value
    }

    /// Consumes a time zone and returns its offset in seconds east of Greenwich; 0 if there is none, `nil` if it is
    /// malformed.
    mutating func zone() -> Int? {
        if isAtEnd || take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
        let isWest = take(UInt8(ascii: "-"))
        guard isWest || take(UInt8(ascii: "+")) else { return bytes[index] <= 32 ? 0 : nil }
        guard let hours = digits(2) else { return nil }
        _ = take(UInt8(ascii: ":"))
        let minutes = isAtEnd ? 0 : digits(2) ?? 0
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

extension TextBuffer {
    /// Appends an instant as ISO 8601 in UTC, with as many decimals as needed.
    mutating func append(iso instant: Instant) {
        let stamp = Timestamp(instant)
        append(magnitude: UInt64(max(0, stamp.year)), width: 4)
        append("-")
        append(magnitude: UInt64(stamp.month), width: 2)
        append("-")
        append(magnitude: UInt64(stamp.day), width: 2)
        append("T")
        append(magnitude: UInt64(stamp.secondOfDay / 3_600), width: 2)
        append(":")
        append(magnitude: UInt64(stamp.secondOfDay / 60 % 60), width: 2)
        append(":")
        append(magnitude: UInt64(stamp.secondOfDay % 60), width: 2)
        if stamp.nanosecond > 0 {
            var fraction = stamp.nanosecond
            var width = 9
            while fraction.isMultiple(of: 10) {
                fraction /= 10
                width -= 1
            }
            append(".")
            append(magnitude: UInt64(fraction), width: width)
        }
        append("Z")
    }
}

import JSON
import SensorModel

/// Times written as numbers.
enum UnixTime {
    /// Parses a date, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970. Infers the unit
    /// from the magnitude.
    static func instant(_ cell: UnsafeRawBufferPointer) -> Instant? {
        guard let number = DecimalNumber(prefixOf: cell), number.text.count == cell.count else {
            return Timestamp.instant(parsing: cell)
        }
        let magnitude = abs(number.double)
        if magnitude < 1e11 { return number.nanoseconds.map(Instant.init(nanoseconds:)) }
        let unit: Int64 = magnitude > 1e17 ? 1 : magnitude > 1e14 ? 1_000 : 1_000_000
        guard magnitude * Double(unit) < 9e18 else { return nil }
        // Exact for integers, which almost all of these times are.
        if number.exponent == 0 {
            let value = Int64(clamping: number.digits) &* unit
            return Instant(nanoseconds: number.isNegative ? -value : value)
        }
        return Instant(seconds: number.double * Double(unit) / 1e9)
    }
}

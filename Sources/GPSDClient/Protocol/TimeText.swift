import SensorModel

/// Parses the times that gpsd sends, such as `2026-11-21T04:18:01.395Z`.
///
/// Written by hand, because a formatter costs more than the rest of a line and rounds to milliseconds.
enum TimeText {
    /// Returns the instant of an ISO 8601 text in UTC with any number of decimals; `nil` if the text is not valid.
    static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == dash, bytes[7] == dash, bytes[10] == 0x54 || bytes[10] == 0x20,
            bytes[13] == colon, bytes[16] == colon, bytes.last == 0x5A
        else { return nil }
        guard let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]), let day = digits(bytes[8..<10]),
            let hour = digits(bytes[11..<13]), let minute = digits(bytes[14..<16]), let second = digits(bytes[17..<19]),
            let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60,
            let fraction = nanoseconds(bytes[19..<(bytes.count - 1)])
        else { return nil }
        return date.instant(secondOfDay: hour * 3_600 + minute * 60 + second, nanosecond: fraction)
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Returns the fraction of a second: empty, or a point and decimals, of which the first nine count.
    private static func nanoseconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let first = bytes.first else { return 0 }
        let decimals = bytes.dropFirst()
        guard first == 0x2E, !decimals.isEmpty, digits(decimals.prefix(18)) != nil else { return nil }
        let kept = Array(decimals.prefix(9))
        guard var value = digits(kept[...]) else { return nil }
        for _ in kept.count..<9 { value *= 10 }
        return Int64(value)
    }
}

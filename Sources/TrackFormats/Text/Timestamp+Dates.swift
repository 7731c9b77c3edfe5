import SensorModel

extension Timestamp {
    /// Parses a date with two digits for the year, which come first, such as `241231` or `24/12/31`. Years from 80 on are
    /// those of the last century: no receiver is older.
    static func instant(shortYearFirst text: String) -> Instant? {
        let parts = text.split { $0 == "/" || $0 == "-" || $0 == "." }
        let digits = parts.joined()
        guard digits.count == 6, parts.count == 1 || parts.count == 3, parts.allSatisfy({ $0.count.isMultiple(of: 2) }),
            let number = Int(digits), number >= 0
        else { return nil }
        return instant(year: year(ofTwoDigits: number / 10_000), month: number / 100 % 100, day: number % 100)
    }

    /// Returns the date of a number of six digits for day, month and year, such as 20125 for 2 January 2025, as in NMEA
    /// and IGC; `nil` if the date does not exist.
    static func instant(dayMonthYear number: Int) -> Instant? {
        guard 0...999_999 ~= number else { return nil }
        return instant(year: year(ofTwoDigits: number % 100), month: number / 100 % 100, day: number / 10_000)
    }

    /// Returns a year with its century.
    static func year(ofTwoDigits year: Int) -> Int { year + (year < 80 ? 2_000 : 1_900) }
}

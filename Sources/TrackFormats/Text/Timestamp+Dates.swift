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
        let year = number / 10_000
        return instant(year: year + (year < 80 ? 2_000 : 1_900), month: number / 100 % 100, day: number % 100)
    }
}

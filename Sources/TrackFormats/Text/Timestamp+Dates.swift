import SensorModel

extension Timestamp {
    /// Parses `31.12.2024`, optionally followed by a time of day. The dots indicate that the day comes first.
    static func instant(dayFirst text: String) -> Instant? {
        let halves = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        let parts = (halves.first ?? "").split(separator: ".")
        guard parts.count == 3, parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
        func padded(_ part: Substring) -> String { part.count == 1 ? "0\(part)" : String(part) }
        let day = "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
        return instant(parsing: halves.count == 2 ? "\(day)T\(halves[1])" : day)
    }

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

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
}

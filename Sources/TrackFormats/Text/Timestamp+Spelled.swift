import SensorModel

extension Timestamp {
    /// Parses a date whose month is a word, as Java, C, JavaScript, and mail write it: `Sun Jun 11 07:34:09 PDT 2017`,
    /// `Sun, 11 Jun 2017 07:34:09 GMT`, `Sun Jun 11 2017 07:34:09 GMT-0700 (PDT)`. Without a zone, the time is UTC;
    /// `nil` for a zone without a known offset.
    static func instant(spelled text: String) -> Instant? {
        var (year, month, day, clock) = (Int?.none, Int?.none, Int?.none, Substring?.none)
        var offset = Int?.none
        // What follows in parentheses repeats the zone.
        for word in text.prefix(while: { $0 != "(" }).split(whereSeparator: { $0 == " " || $0 == "," }) {
            if word.contains(":"), word.first?.isNumber == true {
                clock = word
            } else if let number = Int(word), word.first?.isNumber == true {
                if word.count == 4 { year = number } else { day = number }
            } else if let number = ordinal(word) {
                day = number
            } else if let index = months.firstIndex(of: word.prefix(3).lowercased()) {
                month = index + 1
            } else if let zone = zone(word) {
                offset = zone
            } else if !weekdays.contains(word.prefix(3).lowercased()) {
                return nil
            }
        }
        guard let year, let month, let day, let clock else { return nil }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return instant(parsing: "\(year)-\(padded(month))-\(padded(day))T\(clock)").map { $0 + -Double(offset ?? 0) }
    }

    /// Parses the day of a month such as `31st`.
    private static func ordinal(_ word: Substring) -> Int? {
        ["st", "nd", "rd", "th"].contains(word.suffix(2)) ? Int(word.dropLast(2)) : nil
    }

    /// Returns the seconds east of Greenwich that a zone states: `GMT+0200`, `-07:00`, or `PDT`.
    static func zone(_ word: Substring) -> Int? {
        if let hours = zones[word.uppercased()] { return hours * 3_600 }
        var digits = String(word.hasPrefix("GMT") || word.hasPrefix("UTC") ? word.dropFirst(3) : word)
        guard let sign = digits.first, sign == "+" || sign == "-" else { return nil }
        return digits.withUTF8 { bytes in
            var cursor = DigitCursor(UnsafeRawBufferPointer(bytes))
            return cursor.zone().flatMap { cursor.isAtEnd ? $0 : nil }
        }
    }

    static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The hours east of Greenwich of the zones that mail allows by name (RFC 5322), and of Europe's.
    private static let zones = [
        "UTC": 0, "GMT": 0, "UT": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
        "MEZ": 1, "MESZ": 2,
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
}

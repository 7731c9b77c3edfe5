extension Timestamp {
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

    /// The hours east of Greenwich of the zones that mail allows by name (RFC 5322), and of Europe's.
    private static let zones = [
        "UTC": 0, "GMT": 0, "UT": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
        "MEZ": 1, "MESZ": 2,
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
}

import SensorModel

/// A clock for times of day without a date, which continues past midnight.
struct ClockDays {
    /// Whether a time has been read.
    private(set) var isUsed = false
    private var days = 0.0
    private var last = 0.0

    private static let day = 86_400.0

    /// Returns the instant of the next time of day, counting days from 1970.
    mutating func instant(secondsOfDay: Double) -> Instant {
        if isUsed, last - secondsOfDay > Self.day / 2 { days += 1 }
        isUsed = true
        last = secondsOfDay
        return Instant(seconds: days * Self.day + secondsOfDay)
    }

    /// Parses a time such as `17:05:02.5`, `Sun 05:05:02 PM` or `17:05:02Z`, and returns seconds since midnight in UTC,
    /// which are negative or more than a day for some zones; `nil` for anything else.
    static func secondsOfDay(_ text: String) -> Double? {
        var words = text.split(separator: " ")
        if words.count > 1, let first = words.first, first.count == 3, first.allSatisfy(\.isLetter) {
            words.removeFirst()
        }
        var offset = 0
        if words.count > 1, let last = words.last, let zone = Timestamp.zone(last) {
            offset = zone
            words.removeLast()
        }
        var isAfternoon: Bool?
        if words.count == 2, let half = words.last?.uppercased(), half == "AM" || half == "PM" {
            isAfternoon = half == "PM"
            words.removeLast()
        }
        guard words.count == 1, var word = words.first else { return nil }
        if word.last == "Z" {
            word.removeLast()
        } else if let sign = word.lastIndex(where: { $0 == "+" || $0 == "-" }), let zone = Timestamp.zone(word[sign...])
        {
            offset = zone
            word = word[..<sign]
        }
        return secondsOfDay(word, isAfternoon: isAfternoon).map { $0 - Double(offset) }
    }

    private static func secondsOfDay(_ word: Substring, isAfternoon: Bool?) -> Double? {
        var parts = word.split(separator: ":", omittingEmptySubsequences: false)
        // Some programs write a colon before the milliseconds.
        if parts.count == 4, parts[3].count == 3 { parts = Array(parts[..<2]) + ["\(parts[2]).\(parts[3])"] }
        guard 2...3 ~= parts.count, let hour = Int(parts[0]), let minute = Int(parts[1]),
            let second = parts.count == 3 ? Double(parts[2].replacing(",", with: ".")) : 0, 0...24 ~= hour,
            0...59 ~= minute, 0.0..<61 ~= second
        else { return nil }
        let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
        return Double(hours * 3_600 + minute * 60) + second
    }

    /// Parses a time without separators, such as `170502` or `170502.5`, and returns seconds since midnight; `nil` for
    /// anything else.
    static func secondsOfDay(packed text: String) -> Double? {
        let digits = text.prefix { $0.isWholeNumber }
        guard digits.count == 6, let number = Int(digits), let fraction = Double("0\(text.dropFirst(6))") else {
            return nil
        }
        let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100)
        guard 0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second, 0.0..<1 ~= fraction else { return nil }
        return Double(hour * 3_600 + minute * 60 + second) + fraction
    }
}

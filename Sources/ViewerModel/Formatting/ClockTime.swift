public import SensorModel

/// The date and time of day of an instant, at a given offset from UTC.
public struct ClockTime: Sendable, Hashable {
    /// The day.
    public let date: CivilDate
    /// The hour of the day, 0 ... 23.
    public let hour: Int
    /// The minute of the hour, 0 ... 59.
    public let minute: Int
    /// The whole second of the minute, 0 ... 59.
    public let second: Int

    /// Reads the clock at an instant.
    /// - Parameters:
    ///   - instant: Event time.
    ///   - utcOffset: Seconds east of UTC.
    public init(_ instant: Instant, utcOffset: Int) {
        let (date, second, _) = CivilDate.split(instant, utcOffset: utcOffset)
        self.date = date
        hour = second / 3_600
        minute = second / 60 % 60
        self.second = second % 60
    }

    /// The time of day: `08:56`.
    public var minuteText: String { "\(paddedText(hour, digits: 2)):\(paddedText(minute, digits: 2))" }
    /// The time of day: `08:56:03`.
    public var secondText: String { "\(minuteText):\(paddedText(second, digits: 2))" }
}

extension CivilDate {
    /// Reads a day such as 2026-05-17; `nil` if it is not one.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], 1...9_999 ~= year
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The English name of the day of the week.
    public var weekdayName: String {
        [
            translatable("Monday"), translatable("Tuesday"), translatable("Wednesday"), translatable("Thursday"),
            translatable("Friday"), translatable("Saturday"), translatable("Sunday"),
        ][weekday]
    }

    /// The English name of the month.
    public var monthName: String {
        [
            translatable("January"), translatable("February"), translatable("March"), translatable("April"),
            translatable("May"), translatable("June"), translatable("July"), translatable("August"),
            translatable("September"), translatable("October"), translatable("November"), translatable("December"),
        ][month - 1]
    }

    /// The day for a title: `Friday 14 November 2025`.
    public var longText: String { "\(weekdayName) \(day) \(monthName) \(year)" }
    /// The day as ISO 8601 writes it: `2025-11-14`.
    public var isoText: String {
        "\(paddedText(year, digits: 4))-\(paddedText(month, digits: 2))-\(paddedText(day, digits: 2))"
    }
}

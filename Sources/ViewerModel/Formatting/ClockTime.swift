import FusionCore
public import SensorModel

/// A moment on a wall clock and in a calendar, at an offset from UTC that comes in as data.
///
/// Source of the calendar arithmetic: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (civil_from_days).
public struct ClockTime: Sendable, Hashable {
    /// The day.
    public let date: CivilDate
    /// The hour, 0 ... 23.
    public let hour: Int
    /// The minute, 0 ... 59.
    public let minute: Int
    /// The second, 0 ... 59.
    public let second: Int

    /// Reads the clock at an instant.
    /// - Parameters:
    ///   - instant: Event time.
    ///   - utcOffset: Seconds east of UTC.
    public init(_ instant: Instant, utcOffset: Int) {
        let (seconds, _) = floorDivide(instant.nanoseconds, 1_000_000_000)
        let (day, ofDay) = floorDivide(seconds + Int64(utcOffset), 86_400)
        date = CivilDate(daysSince1970: Int(day))
        hour = Int(ofDay / 3_600)
        minute = Int(ofDay / 60 % 60)
        second = Int(ofDay % 60)
    }

    /// The time of day: `08:56`.
    public var minuteText: String { "\(paddedText(hour, digits: 2)):\(paddedText(minute, digits: 2))" }
    /// The time of day: `08:56:03`.
    public var secondText: String { "\(minuteText):\(paddedText(second, digits: 2))" }
}

/// A day of the Gregorian calendar.
public struct CivilDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    public let daysSince1970: Int
    /// The year.
    public let year: Int
    /// The month, 1 ... 12.
    public let month: Int
    /// The day of the month, 1 ... 31.
    public let day: Int

    /// Creates the day a number of days after 1970-01-01.
    public init(daysSince1970 days: Int) {
        daysSince1970 = days
        let (era, dayOfEra) = floorDivide(Int64(days) + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
        month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    }

    /// Reads a day such as 2026-05-17; `nil` if it is not one.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], 1...9_999 ~= year,
            1...12 ~= month, 1...31 ~= day
        else { return nil }
        // The days before a year and a month of it, which then begins in March.
        let shifted = month <= 2 ? year - 1 : year
        let monthOfYear = (month + 9) % 12
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthOfYear + 2) / 5 + day - 1
        self.init(daysSince1970: days - 719_468)
        guard self.day == day, self.month == month, self.year == year else { return nil }
    }

    /// The day of the week, 0 for Monday.
    public var weekday: Int { Int(floorDivide(Int64(daysSince1970) + 3, 7).remainder) }

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
    /// The day for a list: `Friday 14 November`.
    public var shortText: String { "\(weekdayName) \(day) \(monthName)" }
    /// The day as ISO 8601 writes it: `2025-11-14`.
    public var isoText: String {
        "\(paddedText(year, digits: 4))-\(paddedText(month, digits: 2))-\(paddedText(day, digits: 2))"
    }

    /// Returns whether one day comes before another.
    public static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSince1970 < right.daysSince1970 }
}

/// Divides towards minus infinity, so that times before 1970 are right too.
private func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

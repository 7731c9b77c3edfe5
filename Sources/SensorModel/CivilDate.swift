/// A day of the proleptic Gregorian calendar.
///
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (days_from_civil, civil_from_days).
public struct CivilDate: Sendable, Hashable, Comparable {
    /// The number of days since 1970-01-01.
    public let daysSince1970: Int
    /// The year, from -9999 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int

    /// The range of years in which no calculation here overflows.
    private static let years = -9_999...9_999
    private static let daysOfEra = 146_097
    /// The number of days from March 1 of the year 0 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    /// Creates the day that is a number of days after 1970-01-01, clamped to the years -9999 to 9999.
    public init(daysSince1970 asked: Int) {
        let days = min(2_932_896, max(-4_371_587, asked))
        daysSince1970 = days
        let (era, dayOfEra) = floorDivide(days + Self.daysBefore1970, Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Creates a day from a year, a month, and a day of the month; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years ~= year, 1...12 ~= month, 1...Self.days(in: month, of: year) ~= day else { return nil }
        let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * Self.daysOfEra + dayOfEra - Self.daysBefore1970
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Returns the day that contains an instant, and the time since its midnight.
    /// - Parameters:
    ///   - instant: The instant.
    ///   - utcOffset: The offset from UTC in seconds, positive to the east.
    public static func split(_ instant: Instant, utcOffset: Int = 0) -> (date: CivilDate, second: Int, nanosecond: Int)
    {
        let (seconds, nanosecond) = floorDivide(Int(instant.nanoseconds), 1_000_000_000)
        let (days, second) = floorDivide(seconds + utcOffset, 86_400)
        return (CivilDate(daysSince1970: days), second, nanosecond)
    }

    /// The day of the week, 0 for Monday.
    public var weekday: Int { floorDivide(daysSince1970 + 3, 7).remainder }

    /// Returns the instant a number of seconds after midnight UTC; `nil` if it does not fit into 64-bit nanoseconds.
    public func instant(secondOfDay: Int, nanosecond: Int64 = 0) -> Instant? {
        let (days, tooLong) = Int64(daysSince1970).multipliedReportingOverflow(by: 86_400)
        let (seconds, tooLate) = days.addingReportingOverflow(Int64(secondOfDay))
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = scaled.addingReportingOverflow(nanosecond)
        return tooLong || tooLate || overflow || carry ? nil : Instant(nanoseconds: sum)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns whether one day is earlier than another.
    public static func < (left: CivilDate, right: CivilDate) -> Bool { left.daysSince1970 < right.daysSince1970 }
}

/// Divides and rounds toward minus infinity, so that times before 1970 are also correct.
private func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

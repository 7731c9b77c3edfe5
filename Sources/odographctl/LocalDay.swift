import ArgumentParser
import Foundation
import FusionCore
import SensorModel

/// A calendar day in this machine's time zone.
struct LocalDay {
    /// The start of the day up to the start of the next day.
    let range: Range<Instant>

    /// Parses a date such as 2026-05-17, `today`, `yesterday`, or `-7d` for seven days ago; `nil` means today. Fails if the
    /// text is none of these.
    init?(_ text: String?) {
        let calendar = Calendar.current
        let ago = text.flatMap(Self.daysAgo)
        guard let date = ago == nil ? text.map({ Self.date($0, calendar) }) ?? Date() : Date(),
            let day = LocalDay(containing: Instant(seconds: date.timeIntervalSince1970)).flatMap({
                $0.before(days: ago ?? 0)
            })
        else { return nil }
        self = day
    }

    /// Creates the day that contains an instant.
    init?(containing instant: Instant) {
        let calendar = Calendar.current
        let start = calendar.startOfDay(for: Date(timeIntervalSince1970: instant.seconds))
        guard let next = calendar.date(byAdding: .day, value: 1, to: start) else { return nil }
        range = Instant(seconds: start.timeIntervalSince1970)..<Instant(seconds: next.timeIntervalSince1970)
    }

    /// Returns the instants of a date that ``init(_:)`` parses, or of a week such as 2026-W20 (ISO 8601); `nil` for other text.
    static func days(_ text: String) -> Range<Instant>? {
        let parts = text.split(separator: "-W", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let year = parts[0], let week = parts[1] else { return LocalDay(text)?.range }
        guard years.contains(year) else { return nil }
        let calendar = Calendar(identifier: .iso8601)
        let components = DateComponents(
            calendar: calendar, timeZone: .current, weekday: 2, weekOfYear: week, yearForWeekOfYear: year)
        guard let monday = calendar.date(from: components),
            calendar.component(.weekOfYear, from: monday) == week,
            let next = calendar.date(byAdding: .day, value: 7, to: monday)
        else { return nil }
        return Instant(seconds: monday.timeIntervalSince1970)..<Instant(seconds: next.timeIntervalSince1970)
    }

    /// The start of the day.
    var start: Instant { range.lowerBound }

    /// Returns the day that is a number of days earlier.
    func before(days: Int) -> LocalDay? {
        // At noon, a day with a change of the clocks is a day, too.
        let noon = Date(timeIntervalSince1970: start.seconds + 43_200)
        return Calendar.current.date(byAdding: .day, value: -days, to: noon)
            .flatMap { LocalDay(containing: Instant(seconds: $0.timeIntervalSince1970)) }
    }

    /// The time span of the day.
    var span: TimeSpan { TimeSpan(start: range.lowerBound, end: range.upperBound) }

    /// The years that are parsed. Calendars take minutes for a year of twenty digits.
    private static let years = 1...9_999
    /// The maximum number of days ago.
    private static let mostDaysAgo = 36_600

    private static func daysAgo(_ text: String) -> Int? {
        switch text {
        case "today": return 0
        case "yesterday": return 1
        default:
            guard text.hasPrefix("-"), text.hasSuffix("d"), let days = Int(text.dropFirst().dropLast()) else {
                return nil
            }
            return 0...mostDaysAgo ~= days ? days : nil
        }
    }

    private static func date(_ text: String, _ calendar: Calendar) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], years.contains(year)
        else { return nil }
        let components = DateComponents(calendar: calendar, year: year, month: month, day: day)
        return components.isValidDate ? components.date : nil
    }

    /// Returns whether the day contains an instant.
    func contains(_ instant: Instant) -> Bool { range.contains(instant) }

    /// Parses a time that the user states, as ``instant(_:)``.
    /// - Throws: A `ValidationError` that explains how to write a time.
    func statedInstant(_ text: String) throws -> Instant {
        guard let instant = instant(text) else {
            throw ValidationError(
                "“\(text)” is not a time: use 14:05, 14:05:30, 2026-05-17T14:05:30, or seconds since 1970.")
        }
        return instant
    }

    /// Parses a time: `14:05` or `14:05:30` on this day, seconds since 1970, or `2026-05-17T14:05:30`, optionally
    /// with a time zone such as `Z` or `+02:00`. Returns `nil` for anything else.
    func instant(_ text: String) -> Instant? {
        if let cut = text.firstIndex(of: "T") {
            if let date = try? Date(text, strategy: .iso8601) { return Instant(seconds: date.timeIntervalSince1970) }
            return LocalDay(String(text[..<cut]))?.instant(String(text[text.index(after: cut)...]))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        if parts.count == 1 {
            return Double(text).flatMap { $0.isFinite && abs($0) < 9e9 ? Instant(seconds: $0) : nil }
        }
        guard parts.count <= 3, let hour = parts[0], let minute = parts[1], let second = parts.count > 2 ? parts[2] : 0,
            0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second
        else { return nil }
        let calendar = Calendar.current
        var components = calendar.dateComponents(
            [.year, .month, .day], from: Date(timeIntervalSince1970: range.lowerBound.seconds))
        (components.hour, components.minute, components.second) = (hour, minute, second)
        return calendar.date(from: components).map { Instant(seconds: $0.timeIntervalSince1970) }
    }
}

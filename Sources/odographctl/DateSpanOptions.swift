import ArgumentParser
import Foundation
import FusionCore
import SensorModel

/// The time span of a command on the library: today, the most recent days, or an explicit start and end.
struct DateSpanOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The first day or time: 2026-05-17, 14:05 of today, 2026-05-17T14:05. (default: today)", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("The last day, included, or the time of the end. (default: now)", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("The last days, today included: 7 is a week.", valueName: "days"))
    var last: Int?

    /// The maximum number of days in a span.
    static let mostDays = 36_600

    func validate() throws {
        if last != nil, from != nil || to != nil { throw ValidationError("Use --last, or --from and --to.") }
        if let last, !(1...Self.mostDays ~= last) {
            throw ValidationError("--last takes a number of days from 1 to \(Self.mostDays).")
        }
        guard try days().count <= Self.mostDays else {
            throw ValidationError("That is more than \(Self.mostDays) days; choose fewer.")
        }
    }

    /// Whether the user specified a span.
    var isNamed: Bool { from != nil || to != nil || last != nil }

    /// Returns the span; ends without a time of day are extended to whole days.
    /// - Throws: A `ValidationError` that explains how to write a time.
    func span() throws -> TimeSpan {
        guard let today = LocalDay(nil) else { throw ValidationError("This machine's clock has no date.") }
        if let last {
            let noon = Date(timeIntervalSince1970: today.range.lowerBound.seconds + 43_200)
            let first = Calendar.current.date(byAdding: .day, value: 1 - last, to: noon)
                .flatMap { LocalDay(containing: Instant(seconds: $0.timeIntervalSince1970)) }
            return TimeSpan(start: (first ?? today).range.lowerBound, end: today.range.upperBound)
        }
        let start = try from.map { try LocalDay($0)?.range.lowerBound ?? instant($0, today) } ?? today.range.lowerBound
        let end = try to.map { try LocalDay($0)?.range.upperBound ?? instant($0, today) } ?? today.range.upperBound
        guard start < end else { throw ValidationError("--from is after --to; swap them.") }
        return TimeSpan(start: start, end: end)
    }

    /// Returns the days of the span, with the first and the last cut at its ends.
    func days() throws -> [(date: String, span: TimeSpan)] {
        let whole = try span()
        var days: [(String, TimeSpan)] = []
        var next = LocalDay(containing: whole.start)
        while let day = next, day.range.lowerBound < whole.end, days.count <= Self.mostDays {
            if let part = day.span.intersection(whole) { days.append((Self.date(part.start), part)) }
            next = LocalDay(containing: day.range.upperBound)
        }
        return days
    }

    private func instant(_ text: String, _ today: LocalDay) throws -> Instant {
        // A lone number would be read as seconds since 1970, although it is more likely a mistyped year.
        guard text.contains(":"), let instant = today.instant(text) else {
            throw ValidationError("“\(text)” is not a date or time: use 2026-05-17, 14:05, or 2026-05-17T14:05.")
        }
        return instant
    }

    private static func date(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: instant.seconds).formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}

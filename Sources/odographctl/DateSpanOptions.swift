import ArgumentParser
import Foundation
import FusionCore
import SensorModel
import SessionStore

/// The time span of a command: the most recent days, or an explicit start and end.
struct DateSpanOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The first day or time: 2026-05-17, yesterday, -7d, the week 2026-W20, 14:05, 2026-05-17T14:05.",
            valueName: "time"))
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day, included, or the time of the end. (default: now)", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("The last days, today included: 7 is a week.", valueName: "days"))
    var last: Int?

    /// The minimum number that is read as seconds since 1970: a time in 1973.
    private static let leastSeconds = 1e8
    /// The maximum number of days in a span.
    static let mostDays = 36_600

    func validate() throws {
        if last != nil, from != nil || to != nil { throw ValidationError("Use --last, or --from and --to.") }
        if let last, !(1...Self.mostDays ~= last) {
            throw ValidationError("--last takes a number of days from 1 to \(Self.mostDays).")
        }
    }

    /// Whether the user specified a span.
    var isNamed: Bool { from != nil || to != nil || last != nil }

    /// Returns the span; ends without a time of day are extended to whole days.
    /// - Parameter days: The number of days of a span without a start; `nil` for everything before its end.
    /// - Throws: A `ValidationError` that explains how to write a time.
    func span(days: Int? = nil) throws -> TimeSpan {
        guard let today = LocalDay(nil) else { throw ValidationError("This machine's clock has no date.") }
        if let last {
            return TimeSpan(start: (today.before(days: last - 1) ?? today).start, end: today.range.upperBound)
        }
        let until = try to.map { try instants($0, today) }
        let end = until?.upperBound ?? today.range.upperBound
        let lastDay = until.flatMap { LocalDay(containing: $0.lowerBound) } ?? today
        let start =
            try from.map { try instants($0, today).lowerBound } ?? days.flatMap { lastDay.before(days: $0 - 1)?.start }
            ?? Instant(nanoseconds: .min)
        guard start < end else { throw ValidationError("--from is after --to; swap them.") }
        return TimeSpan(start: start, end: end)
    }

    /// Returns the time spans before and after the span, for a session that starts at an instant: times of day refer to
    /// that day.
    func hidden(_ start: Instant) throws -> HiddenSpans {
        guard isNamed, let day = LocalDay(containing: start) else { return HiddenSpans() }
        return try HiddenSpans(
            from: from.map { try instants($0, day).lowerBound }, to: to.map { try instants($0, day).upperBound })
    }

    /// Returns the days of a span, with the first and the last cut at its ends.
    func days(of whole: TimeSpan) throws -> [(date: String, span: TimeSpan)] {
        var days: [(String, TimeSpan)] = []
        var next = LocalDay(containing: whole.start)
        while let day = next, day.range.lowerBound < whole.end, days.count <= Self.mostDays {
            if let part = day.span.intersection(whole) { days.append((Self.date(part.start), part)) }
            next = LocalDay(containing: day.range.upperBound)
        }
        guard days.count <= Self.mostDays else {
            throw ValidationError("That is more than \(Self.mostDays) days; choose fewer.")
        }
        return days
    }

    /// Returns the instants of a day, a week, or one time.
    private func instants(_ text: String, _ today: LocalDay) throws -> ClosedRange<Instant> {
        if let days = LocalDay.days(text) { return days.lowerBound...days.upperBound }
        // A small number alone would be read as seconds since 1970, although it is more likely a mistyped year.
        guard text.contains(":") || Double(text) ?? 0 >= Self.leastSeconds, let instant = today.instant(text) else {
            throw ValidationError(
                "“\(text)” is not a date or time: use 2026-05-17, yesterday, -7d, 2026-W20, 14:05, 2026-05-17T14:05, or "
                    + "seconds since 1970.")
        }
        return instant...instant
    }

    /// Returns the date of an instant, such as 2026-05-17.
    static func date(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: instant.seconds).formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}

extension HiddenSpans {
    /// Creates a list that shows only what was recorded from one instant to another one; `nil` is the start or the end.
    /// - Throws: A `ValidationError` if nothing can be between them.
    init(from start: Instant?, to end: Instant?, hidden: HiddenSpans = HiddenSpans()) throws {
        let (start, end) = (start ?? Instant(nanoseconds: .min), end ?? Instant(nanoseconds: .max))
        guard start <= end else { throw ValidationError("The start is after the end; swap them.") }
        self.init(croppingTo: start...end, hidden: hidden)
    }
}

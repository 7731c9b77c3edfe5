import SensorModel

/// How a table writes its times.
struct TimeForms {
    /// Whether a date with two digits for the year begins with them.
    var hasYearFirst = false
    /// The order of day and month if the date itself does not say it.
    var order: DateOrder?
    /// Seconds in one of the numbers that count from the start of a recording.
    var unit = 1.0
    /// Whether six digits without a date are a time of day.
    var isPacked = false
    /// The columns of a time that is divided among several; `nil` for a time in one column, or in two with its date.
    var columns: ClockColumns?

    /// Returns whether a cell states no time: it has no digit (`NaN`, `-`, a header that is repeated after a restart), or is a
    /// date of zeros.
    static func isMissing(_ cell: UnsafeRawBufferPointer) -> Bool {
        guard let first = cell.first else { return true }
        guard !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return false }
        let digits = cell.lazy.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits.isEmpty { return true }
        let separators = cell.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
        return separators == 2 && digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// Parses a time, on a date in a separate cell if there is one; `nil` for anything else.
    func instant(
        _ cell: UnsafeRawBufferPointer, on date: UnsafeRawBufferPointer?, _ clock: inout ClockDays
    ) -> Instant? {
        let text = String(decoding: cell.prefix(64), as: UTF8.self)
        let packed = date != nil || isPacked ? ClockDays.secondsOfDay(packed: text) : nil
        guard let ofDay = ClockDays.secondsOfDay(text) ?? packed else {
            // A logger's time of day that is wrong must not be read as seconds since 1970.
            guard date == nil || !hasYearFirst else { return nil }
            return whole(cell, text)
        }
        guard let date else { return clock.instant(secondsOfDay: ofDay) }
        let day = String(decoding: date.prefix(64), as: UTF8.self)
        let instant =
            Timestamp.instant(parsing: day) ?? (hasYearFirst ? Timestamp.instant(shortYearFirst: day) : nil)
            ?? Timestamp.instant(loose: day, order: order)
            ?? (packed == nil || day.count != 6 ? nil : Int(day).flatMap(Timestamp.instant(dayMonthYear:)))
        return instant.map { Self.instant(secondsOfDay: ofDay, near: $0) }
    }

    /// Parses a date with its time of day, or a number of seconds.
    private func whole(_ cell: UnsafeRawBufferPointer, _ text: String) -> Instant? {
        if text.utf8.count == 14, let packed = Timestamp.instant(loose: text, order: order) { return packed }
        if unit != 1, let seconds = Double(text).map({ $0 * unit }), abs(seconds) < SensorTable.earliest {
            return Instant(seconds: seconds)
        }
        return UnixTime.instant(cell) ?? Timestamp.instant(loose: text, order: order)
    }

    /// Returns the instant of a time of day on a date. If the date has its own time of day, which can be that of another zone,
    /// the day is the one that brings both closest together.
    private static func instant(secondsOfDay: Double, near date: Instant) -> Instant {
        let day = 86_400.0
        let midnight = date + -(date.seconds.truncatingRemainder(dividingBy: day))
        let instant = midnight + secondsOfDay
        guard date != midnight else { return instant }
        return instant + day * ((date - instant) / day).rounded()
    }
}

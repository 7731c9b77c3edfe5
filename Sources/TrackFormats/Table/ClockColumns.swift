import SensorModel

/// A time in several columns of numbers: the week and second of GPS, seconds and nanoseconds since 1970, or a date and
/// a time of day in parts.
struct ClockColumns: Hashable {
    private enum Form { case week, seconds, parts }

    private let form: Form
    private let indices: [Int]

    /// The names of each part, reduced to lowercase letters and digits.
    private static let names: [(form: Form, parts: [Set<String>])] = [
        (
            .week,
            [
                ["week", "gpsw", "gpsweek", "wn", "weekno", "weeknumber"],
                ["tow", "itow", "gpstow", "gpssow", "sow", "secondsofweek", "timeofweek", "towms"],
            ]
        ),
        (
            .seconds,
            [
                ["sec", "secs", "seconds", "stampsec", "stampsecs"],
                ["nanosec", "nsec", "nsecs", "nanoseconds", "stampnsec", "stampnsecs", "stampnanosec"],
            ]
        ),
        (
            .parts,
            [
                ["year", "yyyy", "yy"], ["month", "mon"], ["day", "dd"], ["hour", "hours", "hh"],
                ["minute", "minutes", "min"],
                ["second", "seconds", "sec", "ss"],
            ]
        ),
    ]
    /// The start of week 0 of GPS, in seconds since 1970.
    private static let gpsEpoch = 315_964_800.0
    private static let secondsOfWeek = 604_800.0

    /// Returns `nil` unless the names of a header contain all parts of a time.
    init?(_ names: [String]) {
        let plain = names.map {
            $0.lowercased().prefix { $0 != "(" && $0 != "[" }.filter { $0.isLetter || $0.isNumber }
        }
        for (form, parts) in Self.names {
            let indices = parts.compactMap { part in plain.firstIndex { part.contains($0) } }
            guard indices.count == parts.count else { continue }
            (self.form, self.indices) = (form, indices)
            return
        }
        return nil
    }

    /// Returns the time that a line states in pairs of a name and a number, such as `Year,2016,Month,10` (Wahoo); `nil` for
    /// any other line.
    static func instant(inPairs line: UnsafeRawBufferPointer) -> Instant? {
        var row = TableLine(header: line)
        return row.cut(line) { cells in
            let names = stride(from: 0, to: cells.count, by: 2).map { String(decoding: cells[$0], as: UTF8.self) }
            let values = stride(from: 1, to: cells.count, by: 2).map { cells[$0] }
            return ClockColumns(names)?.instant(values)
        }
    }

    /// Returns the time of a row; `nil` if a part is missing.
    func instant(_ cells: [UnsafeRawBufferPointer]) -> Instant? {
        let numbers = indices.compactMap { index -> Double? in
            index < cells.count ? Double(String(decoding: cells[index].prefix(32), as: UTF8.self)) : nil
        }
        guard numbers.count == indices.count, numbers.allSatisfy({ $0 >= 0 && $0 < 1e12 }) else { return nil }
        switch form {
        case .week:
            // The receivers of u-blox count milliseconds.
            let seconds = numbers[1] > Self.secondsOfWeek ? numbers[1] / 1_000 : numbers[1]
            let instant = Instant(seconds: Self.gpsEpoch + numbers[0] * Self.secondsOfWeek + seconds)
            return instant + -LeapSeconds.count(at: instant)
        case .seconds:
            return Instant(seconds: numbers[0]) + numbers[1] / 1e9
        case .parts:
            let whole = numbers.prefix(5).map { Int($0) }
            let year = whole[0] < 100 ? Timestamp.year(ofTwoDigits: whole[0]) : whole[0]
            let minute = Timestamp.instant(
                year: year, month: whole[1], day: whole[2], hour: whole[3], minute: whole[4], second: 0)
            return numbers[5] < 61 ? minute.map { $0 + numbers[5] } : nil
        }
    }
}

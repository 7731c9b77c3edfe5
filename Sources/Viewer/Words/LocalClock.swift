import Foundation
package import FusionCore
package import SensorModel
package import ViewerModel

extension ClockTime {
    /// The civil time of an instant in this machine's time zone.
    package static func local(_ instant: Instant) -> ClockTime {
        ClockTime(instant, utcOffset: utcOffset(at: instant))
    }

    /// Seconds east of UTC in this machine's time zone, at an instant.
    package static func utcOffset(at instant: Instant) -> Int {
        TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: instant.seconds))
    }
}

extension CivilDate {
    /// The current day in this machine's time zone.
    package static var today: CivilDate { ClockTime.local(Instant(seconds: Date().timeIntervalSince1970)).date }

    /// The span from midnight to midnight in this machine's time zone.
    package var localSpan: TimeSpan {
        let calendar = Calendar.current
        let first = calendar.date(from: DateComponents(year: year, month: month, day: day))
        let start = first ?? Date(timeIntervalSince1970: Double(daysSince1970) * 86_400)
        let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
        return TimeSpan(
            start: Instant(seconds: start.timeIntervalSince1970), end: Instant(seconds: end.timeIntervalSince1970))
    }
}

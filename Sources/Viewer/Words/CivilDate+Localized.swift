import Localization
package import SensorModel
import ViewerModel

extension CivilDate {
    /// The day for a title, in the user's language: `Friday 14 November 2025`.
    package var localizedLongText: String {
        // Weekday, day of the month, month, year.
        localized("{1} {2} {3} {4}", localized(weekdayName), "\(day)", localized(monthName), "\(year)")
    }

    /// The day for a list, in the user's language: `Friday 14 November`.
    package var localizedShortText: String {
        // Weekday, day of the month, month.
        localized("{1} {2} {3}", localized(weekdayName), "\(day)", localized(monthName))
    }

    /// The day as one end of a range, in the user's language: `14 November`.
    package var localizedDayText: String {
        // Day of the month, month. Two sentences are joined by "{1} {2}", which must not be translated as a date.
        localized("{2} {3}", "\(year)", "\(day)", localized(monthName))
    }

    /// A range of days for a title, in the user's language: `30 April – 2 May 2026`.
    package static func localizedRange(_ first: CivilDate, _ last: CivilDate) -> String {
        func withYear(_ date: CivilDate) -> String {
            // Year, day of the month, month.
            localized("{2} {3} {1}", "\(date.year)", "\(date.day)", localized(date.monthName))
        }
        return "\(first.year == last.year ? first.localizedDayText : withYear(first)) – \(withYear(last))"
    }
}

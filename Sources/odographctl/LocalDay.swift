import Foundation
import Recorder
import SensorModel

/// A day of the calendar, in this machine's time zone.
struct LocalDay {
    /// Its first moment and the first of the next day.
    let range: Range<Instant>

    /// Reads a date such as 2026-05-17; nil text is today. Nil where it is no date.
    init?(_ text: String?) {
        let calendar = Calendar.current
        guard let date = text.map({ Self.date($0, calendar) }) ?? Date(),
            let next = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
        else { return nil }
        let start = calendar.startOfDay(for: date)
        range = Instant(seconds: start.timeIntervalSince1970)..<Instant(seconds: next.timeIntervalSince1970)
    }

    private static func date(_ text: String, _ calendar: Calendar) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        let components = DateComponents(calendar: calendar, year: year, month: month, day: day)
        return components.isValidDate ? components.date : nil
    }

    /// Tells whether a moment lies in the day.
    func contains(_ instant: Instant) -> Bool { range.contains(instant) }

    /// The sessions of the library, by name and so by start.
    static func libraryPaths() throws -> [String] {
        let folder = LibraryFolder.standard().path
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".odograph") }.sorted()
            .map { "\(folder)/\($0)" }
    }
}

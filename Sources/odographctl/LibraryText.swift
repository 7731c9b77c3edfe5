import Foundation
import SensorModel
import SessionStore

/// The text output of commands on the library.
enum LibraryText {
    /// Writes a warning for each session that cannot be read.
    static func warn(of entries: [SessionEntry]) {
        for problem in entries.compactMap(\.problem) { StandardError.write("\(problem)") }
    }

    /// Formats an instant in this machine's time zone.
    static func date(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: instant.seconds).formatted(
            Date.ISO8601FormatStyle(dateSeparator: .dash, dateTimeSeparator: .space, timeZone: .current)
                .year().month().day().time(includingFractionalSeconds: false))
    }
}

import Foundation
import SensorModel
import SessionStore

/// How commands over the library write.
enum LibraryText {
    /// Tells of sessions that could not be read.
    static func warn(of entries: [SessionEntry]) {
        for problem in entries.compactMap(\.problem) { StandardError.write("\(problem)") }
    }

    /// Returns a moment in this machine's time zone.
    static func date(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: instant.seconds).formatted(
            Date.ISO8601FormatStyle(dateSeparator: .dash, dateTimeSeparator: .space, timeZone: .current)
                .year().month().day().time(includingFractionalSeconds: false))
    }
}

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

    /// Returns one JSON object on one line.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Returns one JSON object.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

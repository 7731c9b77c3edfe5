import ArgumentParser
import Foundation
import SensorModel
import SessionStore

/// `odographctl records`: shows the records over all sessions.
struct RecordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Show the fastest measured speed (never an estimate) and the other records of the library.",
        discussion: """
            Examples:
              odographctl records
              odographctl records --json
            """)

    @Flag(help: "Write one JSON object: m/s, metres, seconds, counts.")
    var json = false

    func run() throws {
        let entries = try SessionLibrary.existing()?.summarizedEntries() ?? []
        LibraryText.warn(of: entries)
        let records = LibraryRecords(entries)
        if json {
            print(try JSONText.indented(RecordsDocument(records)))
        } else {
            print(text(records).visibleLines)
        }
    }

    private func text(_ records: LibraryRecords) -> String {
        let lines = [
            line("fastest", records.fastestSpeed) { String(format: "%.1f km/h", $0 * 3.6) },
            line("farthest", records.longestDistance) { String(format: "%.3f km", $0 / 1000) },
            line("longest", records.longestDuration, InfoText.duration),
            line("longest on the move", records.longestMovingTime, InfoText.duration),
            line("most steps", records.mostSteps) { "\(Int($0))" },
            line("most flights climbed", records.mostFloorsUp) { "\(Int($0))" },
        ].compactMap { $0 }
        return lines.isEmpty ? "There are no records yet: record or import a session." : lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ best: LibraryRecords.Best?, _ format: (Double) -> String) -> String? {
        guard let best else { return nil }
        let when = best.time.map { LibraryText.date($0) } ?? ""
        let title = best.title.isEmpty ? (best.path as NSString).lastPathComponent : best.title
        return name.column(22) + "\(format(best.value))  \(when)  \(title)"
    }
}

/// The output of `records --json`.
private struct RecordsDocument: Encodable {
    struct Best: Encodable {
        var value: Double
        var time: Double?
        var session: String
        var title: String

        init?(_ best: LibraryRecords.Best?) {
            guard let best else { return nil }
            (value, time, session, title) = (best.value, best.time?.seconds, best.path, best.title)
        }
    }

    var fastestSpeed: Best?
    var longestDistance: Best?
    var longestDuration: Best?
    var longestMovingTime: Best?
    var mostSteps: Best?
    var mostFloorsUp: Best?

    init(_ records: LibraryRecords) {
        fastestSpeed = Best(records.fastestSpeed)
        longestDistance = Best(records.longestDistance)
        longestDuration = Best(records.longestDuration)
        longestMovingTime = Best(records.longestMovingTime)
        mostSteps = Best(records.mostSteps)
        mostFloorsUp = Best(records.mostFloorsUp)
    }
}

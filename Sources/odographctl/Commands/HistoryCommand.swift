import ArgumentParser
import Foundation
import FusionCore
import SensorModel
import SessionStore

/// `odographctl history`: summarizes days over all sessions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show steps, distance, floors and activities by day, over all sessions of the library.",
        discussion: """
            Without options, shows the last 30 days. Days are those of this machine's time zone; the last day is included. Times of \
            day are rounded to whole quarters of an hour. Quantities that no sensor measured are \
            unavailable, which differs from zero.

            Examples:
              odographctl history --last 7
              odographctl history --from 2026-W20 --to yesterday --json
            """)

    @OptionGroup var spanOptions: DateSpanOptions

    @Flag(help: "Write one JSON object: a total and the days; metres, seconds, counts.")
    var json = false

    /// The number of days without a start.
    private static let usualDays = 30

    func run() throws {
        let whole = try spanOptions.span(days: Self.usualDays)
        let days = try spanOptions.days(of: whole)
        let entries = try SessionLibrary.existing()?.summarizedEntries() ?? []
        LibraryText.warn(of: entries)
        let total = LibraryHistory(entries, over: whole)
        let histories = days.map { ($0.date, LibraryHistory(entries, over: $0.span)) }
        if json {
            let document = HistoryDocument(
                from: days.first?.date ?? "", to: days.last?.date ?? "", total: total, days: histories)
            print(try JSONText.indented(document))
            return
        }
        for (name, day) in histories where day.sessionCount > 0 { print(text(name, day)) }
        print(text("total", total))
    }

    private func text(_ name: String, _ day: LibraryHistory) -> String {
        let head = name.column(12)
        guard day.sessionCount > 0 else { return head + Self.word(.noData) }
        var parts = [
            Self.amount("distance", day.distanceAvailability, String(format: "%.3f km", day.distance / 1000))
        ]
        if day.estimatedDistance >= 0.5 {
            parts.append(String(format: "%.3f km estimated", day.estimatedDistance / 1000))
        }
        parts += [
            Self.amount("steps", day.stepsAvailability, "\(day.steps) steps"),
            Self.amount("floors", day.floorsAvailability, "\(day.floorsUp) floors up, \(day.floorsDown) down"),
        ]
        for (activity, seconds) in day.activities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let metres = day.moved[activity].map { String(format: " (%.3f km)", $0 / 1000) } ?? ""
            parts.append("\(activity.rawValue) \(InfoText.duration(seconds))\(metres)")
        }
        return head + parts.joined(separator: ", ")
    }

    /// Returns a measured amount, or the name of the quantity and the reason why it is missing.
    private static func amount(_ name: String, _ availability: Availability, _ text: String) -> String {
        availability == .measured ? text : "\(name) \(word(availability))"
    }

    private static func word(_ availability: Availability) -> String {
        switch availability {
        case .measured: "measured"
        case .unavailable: "unavailable"
        case .notPermitted: "not permitted"
        case .noData: "no data"
        }
    }
}

/// The output of `history --json`.
private struct HistoryDocument: Encodable {
    struct Span: Encodable {
        var date: String?
        var distance: Double
        var estimatedDistance: Double
        var steps: Int
        var floorsUp: Int
        var floorsDown: Int
        var sessions: Int
        var distanceAvailability: String
        var stepsAvailability: String
        var floorsAvailability: String
        var activities: [String: Double]
        var moved: [String: Double]

        init(_ history: LibraryHistory, date: String? = nil) {
            self.date = date
            distance = history.distance
            estimatedDistance = history.estimatedDistance
            steps = history.steps
            floorsUp = history.floorsUp
            floorsDown = history.floorsDown
            sessions = history.sessionCount
            distanceAvailability = history.distanceAvailability.rawValue
            stepsAvailability = history.stepsAvailability.rawValue
            floorsAvailability = history.floorsAvailability.rawValue
            activities = Dictionary(uniqueKeysWithValues: history.activities.map { ($0.key.rawValue, $0.value) })
            moved = Dictionary(uniqueKeysWithValues: history.moved.map { ($0.key.rawValue, $0.value) })
        }
    }

    var from: String
    var to: String
    var total: Span
    var days: [Span]

    init(from: String, to: String, total: LibraryHistory, days: [(String, LibraryHistory)]) {
        (self.from, self.to) = (from, to)
        self.total = Span(total)
        self.days = days.map { Span($0.1, date: $0.0) }
    }
}

import ArgumentParser
import Foundation
import SensorModel
import SessionStore

/// `odographctl history`: what all sessions say about some days.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Tells steps, distance, floors and activities, day by day, over all sessions of the library.",
        discussion: "Days are those of this machine's time zone; both dates are included.")

    @Option(help: ArgumentHelp("The first day: 2026-05-17.", valueName: "date"))
    var from: String

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var to: String

    @Flag(help: "Writes one JSON object: a total and the days; metres, seconds, counts.")
    var json = false

    /// More days than this are refused.
    private static let mostDays = 36_600

    func validate() throws {
        guard try days().count <= Self.mostDays else {
            throw ValidationError("That is more than \(Self.mostDays) days; ask for fewer at once.")
        }
    }

    func run() throws {
        let days = try days()
        guard let first = days.first, let last = days.last else { return }
        let entries = try SessionLibrary.existing()?.summarizedEntries() ?? []
        LibraryText.warn(of: entries)
        let total = LibraryHistory(entries, from: first.start, until: last.end)
        let histories = days.map { ($0.name, LibraryHistory(entries, from: $0.start, until: $0.end)) }
        if json {
            print(try JSONText.indented(HistoryDocument(from: from, to: to, total: total, days: histories)))
            return
        }
        for (name, day) in histories where day.sessionCount > 0 { print(text(name, day)) }
        print(text("total", total))
    }

    private func days() throws -> [(name: String, start: Instant, end: Instant)] {
        let calendar = Calendar.current
        let style = Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day()
        guard let first = try? style.parse(from), let last = try? style.parse(to) else {
            throw ValidationError("Write dates as 2026-05-17.")
        }
        guard first <= last else { throw ValidationError("--from is after --to; exchange them.") }
        var days: [(String, Instant, Instant)] = []
        var day = calendar.startOfDay(for: first)
        while day <= last, days.count <= Self.mostDays {
            guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { break }
            days.append(
                (
                    day.formatted(style), Instant(seconds: day.timeIntervalSince1970),
                    Instant(seconds: next.timeIntervalSince1970)
                ))
            day = next
        }
        return days
    }

    private func text(_ name: String, _ day: LibraryHistory) -> String {
        var parts = [String(format: "%.3f km", day.distance / 1000)]
        if day.estimatedDistance > 0 { parts.append(String(format: "%.3f km estimated", day.estimatedDistance / 1000)) }
        parts += ["\(day.steps) steps", "\(day.floorsUp) floors up, \(day.floorsDown) down"]
        for (activity, seconds) in day.activities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            parts.append("\(activity.rawValue) \(InfoText.duration(seconds))")
        }
        return name.padding(toLength: 12, withPad: " ", startingAt: 0) + parts.joined(separator: ", ")
    }
}

/// `history --json`.
private struct HistoryDocument: Encodable {
    struct Span: Encodable {
        var date: String?
        var distance: Double
        var estimatedDistance: Double
        var steps: Int
        var floorsUp: Int
        var floorsDown: Int
        var sessions: Int
        var activities: [String: Double]

        init(_ history: LibraryHistory, date: String? = nil) {
            self.date = date
            distance = history.distance
            estimatedDistance = history.estimatedDistance
            steps = history.steps
            floorsUp = history.floorsUp
            floorsDown = history.floorsDown
            sessions = history.sessionCount
            activities = Dictionary(uniqueKeysWithValues: history.activities.map { ($0.key.rawValue, $0.value) })
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

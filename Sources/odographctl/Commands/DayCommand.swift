import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl day`: stops, moves and gaps of a session, or of a day of the library.
struct DayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day", abstract: "Tells the stops and moves of a day of the library, or of one session.")

    @Argument(help: "A date (2026-05-17, of the library; today without it) or a session or another file.")
    var subject: String?

    @Flag(help: "Writes NDJSON: one stop, move or gap a line.")
    var json = false

    @Option(help: ArgumentHelp("Says why there is a stop at a time, or why not.", valueName: "time"))
    var explain: String?

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let recording = try recording()
        let track = FinishedTrack(events: recording.events, parameters: try parameterOptions.parameters())
        if let explain {
            guard let instant = Self.instant(explain, on: recording) else {
                throw ValidationError("“\(explain)” is no time: write 14:05, 14:05:30 or seconds since 1970.")
            }
            print(track.day.explanation(at: instant))
        } else if json {
            let sink = ByteSink(descriptor: 1)
            var writer = EstimateLogWriter(sink: sink, kinds: [.storyline])
            for item in track.day.items { try writer.write(item) }
            try sink.close()
        } else {
            for line in DayText(day: track.day).lines { print(line) }
        }
    }

    private func recording() throws -> Recording {
        if let subject, FileManager.default.fileExists(atPath: subject) {
            return try SessionInput(path: subject).recording
        }
        guard let date = LocalDay(subject) else {
            throw ValidationError("“\(subject ?? "")” is neither a file nor a date such as 2026-05-17.")
        }
        let events = try LocalDay.libraryPaths().flatMap { try SessionReader(opening: $0).events() }
        return Recording(unordered: events.filter { date.contains($0.time) })
    }

    private static func instant(_ text: String, on recording: Recording) -> Instant? {
        if let seconds = Double(text) { return Instant(seconds: seconds) }
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard let start = recording.start, parts.count >= 2, parts.count <= 3 else { return nil }
        var components = Calendar.current.dateComponents(
            [.year, .month, .day], from: Date(timeIntervalSince1970: start.seconds))
        components.hour = parts[0]
        components.minute = parts[1]
        components.second = parts.count > 2 ? parts[2] : 0
        return Calendar.current.date(from: components).map { Instant(seconds: $0.timeIntervalSince1970) }
    }
}

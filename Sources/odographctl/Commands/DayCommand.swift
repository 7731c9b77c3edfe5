import ArgumentParser
import FusionCore
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl day`: lists stops, moves and gaps of a session, or of a day in the library.
struct DayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day", abstract: "List the stops and moves of a day in the library, or of one session.",
        discussion: """
            A day of the library combines all of its sessions, without duplicates. Use `odographctl correct` to correct \
            it.

            Examples:
              odographctl day yesterday
              odographctl day walk.odograph --explain 14:05
            """)

    @Argument(
        help:
            "A date of the library (2026-05-17, yesterday), a session or another file. (default: the last day with data)",
        completion: .recordings)
    var subject: String?

    @Flag(help: "Write NDJSON: one stop, move or gap per line; with --explain the explanation.")
    var json = false

    @Option(help: ArgumentHelp("Explain why there is or is not a stop at a time.", valueName: "time"))
    var explain: String?

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let subject = try DaySubject(subject ?? Self.lastDate()) { try parameterOptions.parameters(over: $0) }
        if let explain {
            let time = try subject.instant(explain)
            let answer = subject.inquiry.answer(at: time)
            let text = "\(answer.text)".visible
            print(json ? try JSONText.line(Explanation(time: time.seconds, text: text, answer.turningPoint)) : text)
        } else if json {
            let sink = ByteSink(descriptor: 1)
            var writer = EstimateLogWriter(sink: sink, kinds: [.storyline])
            for item in subject.day.items { try writer.write(item) }
            try sink.close()
        } else {
            // The user did not name the day.
            if self.subject == nil { print(DateSpanOptions.date(subject.date.start)) }
            for line in DayText(day: subject.day, date: subject.isDate ? subject.date : nil).lines {
                print(line.visible)
            }
        }
    }
}

extension DayCommand {
    /// Returns the last day of the library with data; `nil` if there is none.
    private static func lastDate() throws -> String? {
        let ends = try SessionLibrary.existing()?.summarizedEntries().compactMap { $0.summary?.end } ?? []
        return ends.max().flatMap(LocalDay.init(containing:)).map { DateSpanOptions.date($0.start) }
    }
}

/// The output of `day --explain TIME --json`.
private struct Explanation: Encodable {
    var type = "explanation"
    var time: Double
    var text: String
    var parameter: String?
    var value: Double?
    var current: Double?

    init(time: Double, text: String, _ point: TurningPoint?) {
        (self.time, self.text) = (time, text)
        (parameter, value, current) = (point?.name, point?.value, point?.current)
    }
}

import ArgumentParser
import FusionCore
import SensorModel
import TrackFormats

/// `odographctl day`: stops, moves and gaps of a session, or of a day of the library.
struct DayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day", abstract: "Tells the stops and moves of a day of the library, or of one session.",
        discussion: """
            A day of the library is told from all of its sessions, each moment once. What is wrong can be put right \
            with `odographctl correct`.
            """)

    @Argument(help: "A date (2026-05-17, of the library; today without it) or a session or another file.")
    var subject: String?

    @Flag(help: "Write NDJSON: one stop, move or gap per line, then the workouts; with --explain the explanation.")
    var json = false

    @Option(help: ArgumentHelp("Says why there is a stop at a time, or why not.", valueName: "time"))
    var explain: String?

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let subject = try DaySubject(subject) { try parameterOptions.parameters(over: $0) }
        if let explain {
            let time = try subject.instant(explain)
            let text = "\(subject.day.explanation(at: time))"
            print(json ? try JSONText.line(Explanation(time: time.seconds, text: text.visible)) : text.visible)
        } else if json {
            let sink = ByteSink(descriptor: 1)
            var writer = EstimateLogWriter(sink: sink, kinds: [.storyline, .finishedWorkout])
            for item in subject.day.items { try writer.write(item) }
            for workout in subject.day.workouts { try writer.write(workout) }
            try sink.close()
        } else {
            for line in DayText(day: subject.day, date: subject.isDate ? subject.date : nil).lines {
                print(line.visible)
            }
        }
    }
}

/// `day --explain TIME --json`.
private struct Explanation: Encodable {
    var type = "explanation"
    var time: Double
    var text: String
}

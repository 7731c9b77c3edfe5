import ArgumentParser
import Foundation
import Geometry
import Replay
import SensorModel
import SessionStore
import Simulation
import TrackFormats

/// `odographctl simulate`: creates a deterministic session and its ground truth.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate a scenario with known truth. The same seed always gives the same session.",
        discussion: """
            `simulate --list` names the scenarios and the receivers. If the output's name ends in .ndjson, it is an event \
            log instead of a session.

            Examples:
              odographctl simulate walk --output walk.odograph --truth truth.ndjson
              odographctl simulate bike --receiver puck --seed 7 --output bike.odograph
            """)

    @Argument(help: "The scenario.", completion: .list(Scenarios.all.map(\.name)))
    var scenario: String?

    @Option(help: "The seed of all noise.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("The receiver, with its errors. (default: the scenario's own)", valueName: "name"),
        completion: .list(Receivers.all.map(\.name)))
    var receiver: String?

    @Option(
        help: ArgumentHelp(
            "The date or the time of the session's start: 2026-05-17, 2026-05-17T14:05, 2026-05-17T12:05:00Z. (default: the scenario's own)",
            valueName: "time"))
    var start: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seconds to simulate. (default: the whole scenario)", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("The session to create; `-` is an event log on standard output.", valueName: "session"))
    var output: String?

    @Option(help: ArgumentHelp("The file to write the truth to, as NDJSON; `-` is standard output.", valueName: "file"))
    var truth: String?

    @OptionGroup var replacement: ForceOption

    @Option(help: ArgumentHelp("The seconds between two lines of the truth; a multiple of 0.02.", valueName: "seconds"))
    var truthInterval = 1.0

    @Flag(help: "Leave out the motion sensors: a receiver alone.")
    var fixesOnly = false

    @Flag(help: "List the scenarios and the receivers, and exit.")
    var list = false

    @Flag(help: "With --list: write one JSON object.")
    var json = false

    func validate() throws {
        guard !list else { return }
        guard !json else { throw ValidationError("--json goes with --list.") }
        guard let scenario else { throw ValidationError("Give a scenario; --list lists them.") }
        guard Scenarios.named(scenario) != nil else {
            throw ValidationError(
                "There is no scenario “\(scenario)”; `odographctl simulate --list` lists all."
                    + Suggestion.question(scenario, among: Scenarios.all.map(\.name)))
        }
        if let receiver, Receivers.named(receiver) == nil {
            throw ValidationError(
                "There is no receiver “\(receiver)”; `odographctl simulate --list` lists all."
                    + Suggestion.question(receiver, among: Receivers.all.map(\.name)))
        }
        if let duration, !(duration > 0) {
            throw ValidationError("“--duration \(duration)” simulates nothing; use a positive number of seconds.")
        }
        _ = try startInstant()
        let steps = truthInterval / Journey.step
        guard truthInterval > 0, truthInterval <= 3_600, abs(steps - steps.rounded()) < 1e-6 else {
            throw ValidationError("“--truth-interval \(truthInterval)” is not a multiple of 0.02 s up to an hour.")
        }
        guard output != nil else { throw ValidationError("Give the session to create: --output SESSION.") }
        guard output != "-" || truth != "-" else {
            throw ValidationError("Only one of --output and --truth can be written to standard output.")
        }
    }

    func run() throws {
        if list { return try printList() }
        guard let output, var chosen = scenario.flatMap(Scenarios.named) else { return }
        let truthSink = try truth.map {
            try StandardOutput.sink($0, besides: [output], isForced: replacement.force)
        }
        if fixesOnly { chosen.plan.motion = nil }
        if let receiver = receiver.flatMap(Receivers.named) { chosen.plan.receiver = receiver.model }
        chosen.plan.truthInterval = truthInterval
        chosen.plan.duration = duration
        if let start = try startInstant() { chosen.plan.start = start }
        let session = chosen.simulate(seed: seed)
        let recording = Recording(unordered: session.events)
        if output == "-" || output.hasSuffix(".ndjson") {
            try writeEventLog(recording, to: output)
        } else {
            try writeSession(recording, of: chosen, to: output)
        }
        StandardError.write("\(output): \(recording.events.count) events of “\(chosen.name)”, seed \(seed).")
        if let truthSink { try write(session.truth, to: truthSink) }
    }

    /// Returns the start that the user specified; `nil` for the scenario's own.
    /// - Throws: A `ValidationError` that explains how to write a time.
    private func startInstant() throws -> Instant? {
        guard let start else { return nil }
        // A time of day alone would make the session depend on the day on which the command runs.
        let instant =
            LocalDay(start)?.range.lowerBound ?? (start.contains("T") ? LocalDay(nil)?.instant(start) : nil)
        guard let instant, Self.starts.contains(instant.seconds) else {
            throw ValidationError(
                "“\(start)” is not a date or time from 1970 to 2200: use 2026-05-17 or 2026-05-17T14:05.")
        }
        return instant
    }

    /// The possible starts, in seconds since 1970: up to the year 2200.
    private static let starts = 0..<7_258_118_400.0

    private func printList() throws {
        if json {
            func entries(_ rows: [(String, String)]) -> [[String: String]] {
                rows.map { ["name": $0.0, "summary": $0.1] }
            }
            let lists = [
                "scenarios": entries(Scenarios.all.map { ($0.name, $0.summary) }),
                "receivers": entries(Receivers.all.map { ($0.name, $0.summary) }),
            ]
            return print(try JSONText.indented(lists))
        }
        let scenarios = Scenarios.all.map { ($0.name, $0.summary) }
        let receivers = Receivers.all.map { ($0.name, $0.summary) }
        for (heading, rows) in [("Scenarios:", scenarios), ("\nReceivers (--receiver):", receivers)] {
            print(heading)
            for line in rows.lines { print("  " + line) }
        }
    }

    private func writeEventLog(_ recording: Recording, to output: String) throws {
        let sink = try StandardOutput.sink(output, besides: [], isForced: replacement.force)
        var writer = EventLogWriter(sink: sink)
        for event in recording.events { try writer.write(event) }
        try sink.close()
    }

    private func writeSession(_ recording: Recording, of scenario: Scenario, to output: String) throws {
        // The header has the time of the journey, not of the simulation, so that the same seed creates the same file.
        let header = SessionHeader(
            title: "Simulated: \(scenario.name)", created: scenario.plan.start, programVersion: Version.current)
        try OutputFile.makeSession(output, besides: [], isForced: replacement.force) {
            try SessionWriter.make($0, header: header, events: recording.events)
        }
    }

    private func write(_ truth: [TruthSample], to sink: ByteSink) throws {
        let json = JSONText()
        for sample in truth { try sink.write(line: try json.text(of: TruthLine(sample))) }
        try sink.close()
    }
}

/// A line of a truth file.
private struct TruthLine: Encodable {
    let type = "truth"
    let time: Double
    let latitude: Double
    let longitude: Double
    let altitude: Double
    let speed: Double
    let course: Double?
    let activity: String
    let steps: Int

    init(_ sample: TruthSample) {
        time = sample.time.seconds
        latitude = sample.coordinate.latitude
        longitude = sample.coordinate.longitude
        altitude = sample.altitude
        speed = sample.speed
        course = sample.courseDegrees
        activity = sample.activity.rawValue
        steps = sample.steps
    }
}

import ArgumentParser
import Foundation
import Geodesy
import Replay
import SensorModel
import SessionStore
import Simulation

/// `odographctl simulate`: a deterministic session, and what was really so.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Makes a session of a scenario whose truth is known; the same seed makes the same session.",
        discussion: "`simulate --list` names the scenarios.")

    @Argument(help: "The scenario.")
    var scenario: String?

    @Option(help: "The seed of all noise.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The session to make; it must not exist.", valueName: "session"))
    var output: String?

    @Option(help: ArgumentHelp("Where to write the truth as NDJSON.", valueName: "file"))
    var truth: String?

    @Flag(help: "Leaves out the motion sensors: a receiver alone.")
    var fixesOnly = false

    @Flag(help: "Lists the scenarios and ends.")
    var list = false

    func validate() throws {
        guard !list else { return }
        guard let scenario else { throw ValidationError("Name a scenario; --list shows them.") }
        guard Scenarios.named(scenario) != nil else {
            throw ValidationError("There is no scenario “\(scenario)”; `odographctl simulate --list` names them all.")
        }
        guard output != nil else { throw ValidationError("Say where the session goes: --output SESSION.") }
    }

    func run() throws {
        if list {
            let width = Scenarios.all.map(\.name.count).max() ?? 0
            for scenario in Scenarios.all {
                print(scenario.name + String(repeating: " ", count: width + 2 - scenario.name.count) + scenario.summary)
            }
            return
        }
        guard let output, var chosen = scenario.flatMap(Scenarios.named) else { return }
        if let truth { try OutputFile.check(truth, besides: [output]) }
        if fixesOnly { chosen.plan.motion = nil }
        let session = chosen.simulate(seed: seed)
        try write(Recording(unordered: session.events), of: chosen, to: output)
        if let truth { try write(session.truth, to: truth) }
    }

    private func write(_ recording: Recording, of scenario: Scenario, to output: String) throws {
        // The file says when the journey was, not when it was simulated: the same seed makes the same file.
        let header = SessionHeader(
            title: "Simulated: \(scenario.name)", created: scenario.plan.start, programVersion: Version.current)
        try SessionWriter.make(output, header: header, events: recording.events)
        StandardError.write("\(output): \(recording.events.count) events of “\(scenario.name)”, seed \(seed).")
    }

    private func write(_ truth: [TruthSample], to path: String) throws {
        let json = JSONText()
        // The session may be what a link of this name leads to, now that it is there.
        if let output { try OutputFile.check(path, besides: [output]) }
        var text = ""
        for sample in truth { text += try json.text(of: TruthLine(sample)) + "\n" }
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw CommandError("The truth cannot be written to “\(path)”; check the folder and the room in it.")
        }
    }
}

/// One line of a truth file.
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

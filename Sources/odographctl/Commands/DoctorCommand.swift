import ArgumentParser
import Recorder
import SensorModel

/// `odographctl doctor`: reports what is connected, what it delivers, what is wrong and what to do about it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Show the connected sensors, their rates, problems, and advice.",
        discussion: """
            Examples:
              odographctl doctor
              odographctl doctor --seconds 20 --json
            """)

    @OptionGroup var sourceOptions: SourceOptions

    @Flag(help: "Write one JSON object.")
    var json = false

    @Option(help: ArgumentHelp("The time to listen, in seconds.", valueName: "seconds"))
    var seconds = 5.0

    func validate() throws {
        guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds accepts numbers above 0, up to 60.") }
    }

    func run() async throws {
        if !json { StandardError.write("Listening for \(Int(nearest: seconds.rounded(.up))) s …") }
        let examination = try await Examination.run(try sourceOptions.sources(), seconds: seconds)
        let text = DoctorText(examination, recorder: RuntimeFolder.standard().recorder)
        print(json ? try text.json : text.lines.map(\.visible).joined(separator: "\n"))
    }
}

import ArgumentParser
import GPSDClient
import Recorder

/// `odographctl doctor`: what is connected, what it delivers, what is wrong, what to do about it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tells what is connected, what rate it delivers, what is wrong, and what to do about it.")

    @Option(help: ArgumentHelp("The gpsd to examine.", valueName: "host:port"))
    var gpsd = "localhost:2947"

    @Option(
        help: ArgumentHelp(
            "Where to find motion sensors: local:, ip:HOST; may be given more than once. (default: local:)",
            valueName: "uri"))
    var iio: [String] = []

    @Flag(help: "Writes one JSON object.")
    var json = false

    @Option(help: ArgumentHelp("How long to listen.", valueName: "seconds"))
    var seconds = 5.0

    func validate() throws {
        guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds takes a number from 0 to 60.") }
        do { _ = try GPSDAddress(parsing: gpsd) } catch { throw ValidationError("\(error).") }
    }

    func run() async throws {
        let sensors = (iio.isEmpty ? ["local:"] : iio).map { IIOEventSource(uri: $0) as any EventSource }
        if !json { StandardError.write("Listening for \(Int(seconds.rounded(.up))) s …") }
        let examination = try await Examination.run(
            [GPSDSource(try GPSDAddress(parsing: gpsd))] + sensors, seconds: seconds)
        let text = DoctorText(examination, recorder: RuntimeFolder.standard().recorder)
        print(json ? try text.json : text.lines.joined(separator: "\n"))
    }
}

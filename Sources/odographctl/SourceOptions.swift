import ArgumentParser
import GPSDClient
import Recorder

/// Where fixes and motion samples come from.
struct SourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The gpsd to listen to.", valueName: "host:port"))
    var gpsd = "localhost:2947"

    @Option(
        help: ArgumentHelp(
            "Where to find motion sensors: local:, ip:HOST; may be given more than once. (default: local:)",
            valueName: "uri"))
    var iio: [String] = []

    func validate() throws {
        do { _ = try GPSDAddress(parsing: gpsd) } catch { throw ValidationError("\(error).") }
    }

    /// Returns a source for each address.
    func sources() throws -> [any EventSource] {
        let sensors = (iio.isEmpty ? ["local:"] : iio).map { IIOEventSource(uri: $0) as any EventSource }
        return [GPSDSource(try GPSDAddress(parsing: gpsd))] + sensors
    }
}

import ArgumentParser
import GPSDClient
import Recorder

/// Where fixes and motion samples come from.
struct SourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The gpsd to listen to.", valueName: "host:port"))
    var gpsd = "localhost:2947"

    @Option(
        help: ArgumentHelp(
            "Where to find motion sensors: local:, ip:HOST, or none; may be given more than once. (default: local:)",
            valueName: "uri"))
    var iio: [String] = []

    /// The address of no sensors at all.
    private static let noSensors = "none"

    func validate() throws {
        do { _ = try GPSDAddress(parsing: gpsd) } catch { throw ValidationError("\(error).") }
    }

    /// Returns a source for each address.
    func sources() throws -> [any EventSource] {
        let addresses = iio.isEmpty ? ["local:"] : iio.filter { $0 != Self.noSensors }
        let sensors = addresses.map { IIOEventSource(uri: $0) as any EventSource }
        return [GPSDSource(try GPSDAddress(parsing: gpsd))] + sensors
    }
}

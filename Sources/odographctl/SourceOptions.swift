import ArgumentParser
import Foundation
import GPSDClient
import Recorder
import TrackFormats
import Wire

/// The options that select the sources of fixes and motion samples.
struct SourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The gpsd to listen to.", valueName: "host:port"))
    var gpsd = "localhost:2947"

    @Flag(
        help: ArgumentHelp(
            "Also ask GeoClue, the location service, for the location.",
            discussion: """
                For machines without a receiver. GeoClue might ask a network service for the location. What it states is \
                recorded as its own, with its accuracy.
                """))
    var geoclue = false

    @Option(
        help: ArgumentHelp(
            "The address of motion sensors: local:, ip:HOST, or none; may be repeated. (default: local:)",
            valueName: "uri"))
    var iio: [String] = []

    @Option(
        help: ArgumentHelp(
            "A sensor's rate in hertz, or off: accel_3d=50, pressure=off; may be repeated.",
            discussion: """
                The name is that of a sensor, its label, or a stream: acceleration, rotation, magneticField, pressure, \
                temperature. A sensor that is off is not read. (default: 100 Hz of motion sensors, 10 Hz of others)
                """, valueName: "name=rate"))
    var sensor: [String] = []

    /// The address that disables motion sensors.
    private static let noSensors = "none"

    func validate() throws {
        do { _ = try GPSDAddress(parsing: gpsd) } catch { throw ValidationError("\(error).") }
        for address in iio where address != Self.noSensors {
            do { _ = try SensorAddress(parsing: address) } catch { throw ValidationError("\(error)") }
        }
        do { _ = try choices() } catch { throw ValidationError("\(error)") }
    }

    private func choices() throws -> [SensorChoice] { try sensor.map { try SensorChoice(parsing: $0) } }

    /// Returns a source for each address.
    func sources() throws -> [any EventSource] {
        let addresses = iio.isEmpty ? ["local:"] : iio.filter { $0 != Self.noSensors }
        let choices = try choices()
        // This program reads sensors in separate processes.
        let program = InstalledProgram.companion("odographctl")
        let sensors = addresses.map { address in
            IIOEventSource(uri: address, program: program, choices: choices) as any EventSource
        }
        let service: [any EventSource] = geoclue ? [GeoClueSource()] : []
        return [GPSDSource(try GPSDAddress(parsing: gpsd))] + service + sensors
    }
}

import ArgumentParser
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TrackFormats

/// The options that keep places out of an export.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("leave-out"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Leave out what is around a place: its name in the library, or LATITUDE,LONGITUDE; may be repeated.",
            valueName: "place"))
    var places: [String] = []

    @Option(
        name: .customLong("leave-out-radius"),
        help: ArgumentHelp("The radius that is certainly left out around each place.", valueName: "metres"))
    var radius = 300.0

    func validate() throws {
        guard 10...10_000 ~= radius else {
            throw ValidationError("--leave-out-radius takes a number of metres from 10 to 10000.")
        }
    }

    /// Returns what to leave out.
    /// - Throws: A ``CommandError`` for a place that the library does not know.
    func zones() throws -> PrivacyZones {
        guard !places.isEmpty else { return PrivacyZones(around: [], radius: radius) }
        let library = try SessionLibrary.existing()
        let known = library.map { $0.places(of: $0.summarizedEntries()).places } ?? []
        let centres = try places.flatMap { name -> [Coordinate] in
            if let place = Coordinate(text: name) {
                guard place.isValid else { throw ValidationError("“\(name)” is not a place on Earth.") }
                return [place]
            }
            let named = known.filter { $0.name == name }
            guard !named.isEmpty else {
                throw CommandError(
                    "No place of the library is called “\(name)”; `odographctl places --named` lists them."
                        + Suggestion.question(name, among: known.compactMap(\.name)))
            }
            return named.map(\.coordinate)
        }
        return PrivacyZones(around: centres, radius: radius, known: known)
    }
}

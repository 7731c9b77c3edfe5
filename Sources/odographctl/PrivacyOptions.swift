import ArgumentParser
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TrackFormats

/// The options that keep places out of an export.
struct PrivacyOptions: ParsableArguments {
    @Option(
        name: .customLong("leave-out"),
        help: ArgumentHelp(
            "Leave out what is around a place: its name in the library, or LATITUDE,LONGITUDE; may be repeated.",
            valueName: "place"))
    var places: [String] = []

    @Option(
        name: .customLong("leave-out-radius"),
        help: ArgumentHelp("The radius that is certainly left out around each place.", valueName: "metres"))
    var radius = 300.0

    /// The time, in seconds, that a user has to spend outside a zone to be outside.
    private static let shortestOutside = 60.0

    func validate() throws {
        guard 10...10_000 ~= radius else {
            throw ValidationError("--leave-out-radius takes a number of metres from 10 to 10000.")
        }
    }

    /// Returns the zones.
    /// - Throws: A ``CommandError`` for a place that the library does not know.
    func zones() throws -> [PrivacyZone] {
        guard !places.isEmpty else { return [] }
        let library = try SessionLibrary.existing()
        let known = library.map { $0.places(of: $0.summarizedEntries()).places } ?? []
        return try places.flatMap { name -> [PrivacyZone] in
            let numbers = name.split(separator: ",").map { Double($0.filter { $0 != " " }) }
            if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                guard place.isValid else { throw ValidationError("“\(name)” is not a place on Earth.") }
                return [PrivacyZone(around: place, radius: radius)]
            }
            let named = known.filter { $0.name == name }
            guard !named.isEmpty else {
                throw CommandError(
                    "No place of the library is called “\(name)”; `odographctl places --named` lists them.")
            }
            return named.map { PrivacyZone(around: $0.coordinate, radius: radius) }
        }
    }

    /// Returns the time spans in which a receiver was in one of some zones, so that nothing of them is exported: from the last
    /// fix before to the first one after.
    static func hidden(in zones: [PrivacyZone], of events: some Collection<SensorEvent>) -> HiddenSpans {
        var hidden = HiddenSpans()
        guard !zones.isEmpty else { return hidden }
        let order = EventOrder()
        var lastOutside = Instant(nanoseconds: .min)
        var isInside = false
        for event in events {
            guard case .fix(let fix) = event.payload, let place = fix.coordinate else { continue }
            let instant = order.place(of: event)
            let wasInside = isInside
            isInside = zones.contains { $0.contains(place) }
            guard !isInside else { continue }
            if wasInside { hidden.hide(from: lastOutside.moved(by: 1), until: instant) }
            lastOutside = instant
        }
        if isInside { hidden.hide(from: lastOutside.moved(by: 1), until: Instant(nanoseconds: .max)) }
        // A moment outside is the wander of the receiver at the edge.
        hidden.close(gaps: shortestOutside)
        return hidden
    }
}

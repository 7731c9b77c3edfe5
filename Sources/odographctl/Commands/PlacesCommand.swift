import ArgumentParser
import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore

/// `odographctl places`: lists the places at which the library's sessions stopped.
struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "List the places of the library with name, visits and time spent, in descending order of the time.",
        discussion: """
            Stops of all sessions within 75 m are visits of one place. `odographctl correct` names one.

            Examples:
              odographctl places --named
              odographctl places --json
            """)

    @Flag(help: "Leave out places without a name.")
    var named = false

    @Flag(help: "Write NDJSON: one place per line; degrees, metres, seconds.")
    var json = false

    func run() throws {
        guard let library = try SessionLibrary.existing() else { return show([]) }
        let entries = library.summarizedEntries()
        LibraryText.warn(of: entries)
        let places = library.places(of: entries).places
        try json ? write(places.filter(isAsked)) : show(places.filter(isAsked))
    }

    private func isAsked(_ place: Place) -> Bool { !named || place.name != nil }

    private func show(_ places: [Place]) {
        if places.isEmpty, !json { print("There are no places yet: record or import a session with a stop.") }
        for place in places {
            let coordinate = String(format: "%.5f, %.5f", place.coordinate.latitude, place.coordinate.longitude)
            let visits = place.visits == 1 ? "1 visit" : "\(place.visits) visits"
            let last = place.last.map { ", last on \(LibraryText.date($0))" } ?? ""
            print("\((place.name ?? coordinate).visible)  \(visits), \(InfoText.duration(place.duration))\(last)")
        }
    }

    private func write(_ places: [Place]) throws {
        for place in places { print(try JSONText.line(PlaceLine(place))) }
    }
}

/// A line of `places --json`.
private struct PlaceLine: Encodable {
    var type = "place"
    var name: String?
    var latitude: Double
    var longitude: Double
    var radius: Double
    var visits: Int
    var duration: Double
    var first: Double?
    var last: Double?

    init(_ place: Place) {
        name = place.name
        (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
        (radius, visits, duration) = (place.radius, place.visits, place.duration)
        (first, last) = (place.first?.seconds, place.last?.seconds)
    }
}

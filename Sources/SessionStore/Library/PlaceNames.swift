import FusionCore
import Geometry
import SensorModel

/// The names that the user gave to places, in a library file that only its owner can read.
///
/// Sessions also contain the names that were entered in them. This file determines which name is the newest, and keeps
/// a name when its session is removed.
struct PlaceNames: Sendable {
    private let file: OwnedFile

    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var names: [PlaceName]

        static let name = "odograph-places"
        static let flaw = "it contains no place names"
    }

    /// Creates a value for the file in a folder, which need not exist.
    init(folder: String) { file = OwnedFile(path: folder + "/places.json") }

    /// Returns the names; empty if there is no file yet.
    /// - Throws: ``SessionError`` if the file is invalid or cannot be read.
    func all() throws(SessionError) -> [PlaceName] {
        let document: Document? = try file.document()
        return document?.names ?? []
    }

    /// Adds a name and removes older ones within a distance in metres.
    /// - Throws: ``SessionError``; the file then is either unchanged or complete.
    func add(_ name: PlaceName, replacingWithin distance: Double) throws(SessionError) {
        try file.update { (old: Document?) in
            let kept = (old?.names ?? []).filter { $0.coordinate.distance(to: name.coordinate) > distance }
            return Document(names: kept + [name])
        }
    }
}

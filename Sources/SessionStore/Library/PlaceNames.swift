import FusionCore
import Geodesy

/// The names that the user gave to places, in a file of the library that its owner alone reads.
///
/// Sessions tell the names that were given in them, too; this file knows which is the newest, and keeps a name when its
/// session is removed.
struct PlaceNames: Sendable {
    private let file: OwnedFile

    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var names: [PlaceName]

        static let name = "odograph-places"
        static let flaw = "it holds no names of places"
    }

    /// Names the file of a folder; it need not exist.
    init(folder: String) { file = OwnedFile(path: folder + "/places.json") }

    /// Returns the names; none where there is no such file yet.
    /// - Throws: ``SessionError`` where it cannot be understood or read.
    func all() throws(SessionError) -> [PlaceName] {
        let document: Document? = try file.document()
        return document?.names ?? []
    }

    /// Adds a name; older ones that it replaces are forgotten.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
    func add(_ name: PlaceName, replacingWithin distance: Double) throws(SessionError) {
        try file.update { (old: Document?) in
            let kept = (old?.names ?? []).filter { $0.coordinate.distance(to: name.coordinate) > distance }
            return Document(names: kept + [name])
        }
    }
}

import Foundation
import FusionCore
import Geodesy
import Glibc

/// The names that a person gave to places, in a file of the library that its owner alone reads.
///
/// Sessions tell the names that were given in them, too; this file knows which is the newest, and keeps a name when its
/// session is removed.
struct PlaceNames: Sendable {
    private let path: String

    private struct Document: Codable {
        var format = Self.name
        var version = 1
        var names: [PlaceName]

        static let name = "odograph-places"
    }

    /// Names the file of a folder; it need not exist.
    init(folder: String) { path = folder + "/places.json" }

    /// Returns the names; none where there is no such file yet.
    /// - Throws: ``SessionError/damaged(path:detail:)`` where it cannot be understood.
    func all() throws(SessionError) -> [PlaceName] {
        guard let data = try OwnedFile(path: path).contents() else { return [] }
        guard let document = try? JSONDecoder().decode(Document.self, from: data), document.format == Document.name
        else { throw .damaged(path: path, detail: "it holds no names of places") }
        guard document.version <= 1 else { throw .newerFormat(path: path, format: document.version) }
        return document.names
    }

    /// Adds a name; older ones that it replaces are forgotten.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
    func add(_ name: PlaceName, replacingWithin distance: Double) throws(SessionError) {
        let file = OwnedFile(path: path)
        let lock = try file.locked()
        defer { close(lock) }
        var names = try all().filter { $0.coordinate.distance(to: name.coordinate) > distance }
        names.append(name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Document(names: names)) else {
            throw .damaged(path: path, detail: "a value is not what it should be")
        }
        try file.replace(with: data)
    }
}

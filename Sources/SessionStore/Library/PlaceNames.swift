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

    /// More than this is no such file.
    private static let largestSize = 64 << 20

    /// Names the file of a folder; it need not exist.
    init(folder: String) { path = folder + "/places.json" }

    /// Returns the names; none where there is no such file yet.
    /// - Throws: ``SessionError/damaged(path:detail:)`` where it cannot be understood.
    func all() throws(SessionError) -> [PlaceName] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        guard status.st_size <= Self.largestSize, let data = FileManager.default.contents(atPath: path),
            let document = try? JSONDecoder().decode(Document.self, from: data), document.format == Document.name
        else { throw .damaged(path: path, detail: "it holds no names of places") }
        guard document.version <= 1 else { throw .newerFormat(path: path, format: document.version) }
        return document.names
    }

    /// Adds a name; older ones that it replaces are forgotten.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
    func add(_ name: PlaceName, replacingWithin distance: Double) throws(SessionError) {
        let lock = try locked()
        defer { close(lock) }
        var names = try all().filter { $0.coordinate.distance(to: name.coordinate) > distance }
        names.append(name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Document(names: names)) else {
            throw .damaged(path: path, detail: "a value is not what it should be")
        }
        let draft = path + ".new"
        unlink(draft)
        guard
            FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600]),
            Self.flush(draft), rename(draft, path) == 0
        else {
            unlink(draft)
            throw .notPermitted(path: path)
        }
    }

    private static func flush(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }

    /// Two programs that name places at once do so one after the other; the lock ends when its file is closed.
    private func locked() throws(SessionError) -> Int32 {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .notPermitted(path: path) }
        // A file system without locks names places all the same.
        _ = flock(lock, LOCK_EX)
        return lock
    }
}

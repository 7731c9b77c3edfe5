import Foundation
import Glibc
import SensorModel

/// What sessions learned of a person and of buildings, in a file of the library that its owner alone reads.
struct LearnedFile: Sendable {
    private let path: String

    private struct Document: Codable {
        var format = Self.name
        var version = 1
        var learned: Learned

        static let name = "odograph-learned"
    }

    /// What every version of the file has.
    private struct Head: Codable {
        var format: String
        var version: Int
    }

    /// Names the file of a folder; it need not exist.
    init(folder: String) { path = folder + "/learned.json" }

    /// Returns what was learned; nothing where there is no such file yet.
    /// - Throws: ``SessionError`` where it cannot be understood or read.
    func learned() throws(SessionError) -> Learned {
        guard let data = try OwnedFile(path: path).contents() else { return Learned() }
        let head = try? JSONDecoder().decode(Head.self, from: data)
        if let head, head.format == Document.name, head.version > 1 {
            throw .newerFormat(path: path, format: head.version)
        }
        guard head?.format == Document.name, let document = try? JSONDecoder().decode(Document.self, from: data)
        else { throw .damaged(path: path, detail: "it does not hold what was learned") }
        return document.learned
    }

    /// Takes in what a session ended with. A damaged file is put aside under another name, and a new one begun.
    /// - Returns: Where a damaged file was put.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
    @discardableResult
    func merge(_ newer: Learned) throws(SessionError) -> String? {
        let file = OwnedFile(path: path)
        let lock = try file.locked()
        defer { close(lock) }
        var learned = Learned()
        var aside: String?
        do throws(SessionError) {
            learned = try self.learned()
        } catch {
            guard case .damaged = error else { throw error }
            aside = try file.putAside()
        }
        learned.merge(newer)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Document(learned: learned)) else {
            throw .damaged(path: path, detail: "a value is not what it should be")
        }
        try file.replace(with: data)
        return aside
    }
}

import Foundation
import Glibc

/// The contents of a small library file, stored as JSON with the name and version of the format. Only this program
/// writes it, from `Codable` types, which `JSONScanner` cannot create.
protocol LibraryDocument: Codable {
    /// The name of the format.
    static var name: String { get }
    /// The description of an invalid file, for an error message.
    static var flaw: String { get }
}

extension OwnedFile {
    /// The version that this program writes, and the newest one that it reads.
    static let version = 1

    /// The properties that all versions of all documents have.
    private struct Head: Codable {
        var format: String
        var version: Int
    }

    /// Returns the document; `nil` if there is no file yet.
    /// - Throws: ``SessionError`` if the file is invalid or cannot be read.
    func document<Document: LibraryDocument>() throws(SessionError) -> Document? {
        guard let data = try contents() else { return nil }
        let head = try? JSONDecoder().decode(Head.self, from: data)
        if let head, head.format == Document.name, head.version > Self.version {
            throw .newerFormat(path: path, format: head.version)
        }
        guard head?.format == Document.name, let document = try? JSONDecoder().decode(Document.self, from: data)
        else { throw .damaged(path: path, detail: Document.flaw) }
        return document
    }

    /// Replaces the document by the result of a closure, while holding the file's lock.
    /// - Parameters:
    ///   - putsDamagedAside: Whether to rename a damaged file and create a new one.
    ///   - body: Returns the new document for the old one, which is `nil` if there is none.
    /// - Returns: The new path of a damaged file.
    /// - Throws: ``SessionError``; the file then is either unchanged or complete.
    @discardableResult
    func update<Document: LibraryDocument>(
        putsDamagedAside: Bool = false, _ body: (Document?) -> Document
    ) throws(SessionError) -> String? {
        let lock = try locked()
        defer { close(lock) }
        var old: Document?
        var aside: String?
        do throws(SessionError) {
            old = try document()
        } catch {
            guard putsDamagedAside, case .damaged = error else { throw error }
            aside = try putAside()
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(body(old)) else {
            throw .damaged(path: path, detail: "a value is invalid")
        }
        try replace(with: data)
        return aside
    }
}

import Foundation
import Glibc

/// What a small file of the library holds, as JSON beside the name and the version of its format.
protocol LibraryDocument: Codable {
    /// The name of its format.
    static var name: String { get }
    /// What is wrong with a file that is not one.
    static var flaw: String { get }
}

extension OwnedFile {
    /// The version that this program writes, and the newest that it reads.
    static let version = 1

    /// What every version of every document has.
    private struct Head: Codable {
        var format: String
        var version: Int
    }

    /// Returns the document; nil if there is no such file yet.
    /// - Throws: ``SessionError`` where it cannot be understood or read.
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

    /// Replaces the document by what is made of it, while no other program does.
    /// - Parameters:
    ///   - putsDamagedAside: True if a damaged file gets another name and a new one is begun.
    ///   - body: Makes the new document of the old one; of nil if there is none.
    /// - Returns: Where a damaged file was put.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
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
            throw .damaged(path: path, detail: "a value is not what it should be")
        }
        try replace(with: data)
        return aside
    }
}

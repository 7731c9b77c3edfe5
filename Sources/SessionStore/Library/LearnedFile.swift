import SensorModel

/// What sessions learned of the user and of buildings, in a file of the library that its owner alone reads.
struct LearnedFile: Sendable {
    private let file: OwnedFile

    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var learned: Learned

        static let name = "odograph-learned"
        static let flaw = "it does not hold what was learned"
    }

    /// Names the file of a folder; it need not exist.
    init(folder: String) { file = OwnedFile(path: folder + "/learned.json") }

    /// Returns what was learned; nothing where there is no such file yet.
    /// - Throws: ``SessionError`` where it cannot be understood or read.
    func learned() throws(SessionError) -> Learned {
        let document: Document? = try file.document()
        return document?.learned ?? Learned()
    }

    /// Takes in what a session ended with. A damaged file is put aside under another name, and a new one begun.
    /// - Returns: Where a damaged file was put.
    /// - Throws: ``SessionError``; the file is as it was or as it should be, never half.
    @discardableResult
    func merge(_ newer: Learned) throws(SessionError) -> String? {
        try file.update(putsDamagedAside: true) { (old: Document?) in
            var learned = old?.learned ?? Learned()
            learned.merge(newer)
            return Document(learned: learned)
        }
    }
}

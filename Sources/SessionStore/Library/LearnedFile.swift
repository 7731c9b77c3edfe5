import SensorModel

/// The calibration of the user and of buildings from all sessions, in a library file that only its owner can read.
struct LearnedFile: Sendable {
    private let file: OwnedFile

    private struct Document: LibraryDocument {
        var format = Self.name
        var version = OwnedFile.version
        var learned: Learned

        static let name = "odograph-learned"
        static let flaw = "it contains no calibration"
    }

    /// Creates a value for the file in a folder, which need not exist.
    init(folder: String) { file = OwnedFile(path: folder + "/learned.json") }

    /// Returns the calibration; empty if there is no file yet.
    /// - Throws: ``SessionError`` if the file is invalid or cannot be read.
    func learned() throws(SessionError) -> Learned {
        let document: Document? = try file.document()
        return document?.learned ?? Learned()
    }

    /// Merges the final calibration of a session. A damaged file is renamed, and a new one is created.
    /// - Returns: The new path of a damaged file.
    /// - Throws: ``SessionError``; the file then is either unchanged or complete.
    @discardableResult
    func merge(_ newer: Learned) throws(SessionError) -> String? {
        try file.update(putsDamagedAside: true) { (old: Document?) in
            var learned = old?.learned ?? Learned()
            learned.merge(newer)
            return Document(learned: learned)
        }
    }
}

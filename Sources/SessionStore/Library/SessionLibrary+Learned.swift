public import SensorModel

extension SessionLibrary {
    /// Returns what sessions learned of the person and of buildings; nothing where there was none yet.
    /// - Throws: ``SessionError/damaged(path:detail:)`` where the file cannot be understood.
    public func learned() throws(SessionError) -> Learned { try learnedFile.learned() }

    /// Keeps what a session ended with, for the next to begin with. A damaged file is put aside, never written over.
    /// - Returns: Where a damaged file was put.
    /// - Throws: ``SessionError`` where the library cannot be written.
    @discardableResult
    public func keep(_ learned: Learned) throws(SessionError) -> String? { try learnedFile.merge(learned) }

    private var learnedFile: LearnedFile { LearnedFile(folder: folder) }
}

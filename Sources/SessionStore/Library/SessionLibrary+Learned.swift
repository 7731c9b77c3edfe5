public import SensorModel

extension SessionLibrary {
    /// Returns the calibration of the user and of buildings; empty if there is none yet.
    /// - Throws: ``SessionError/damaged(path:detail:)`` if the file is invalid.
    public func learned() throws(SessionError) -> Learned { try learnedFile.learned() }

    /// Merges the final calibration of a session, for the next session. A damaged file is renamed, never overwritten.
    /// - Returns: The new path of a damaged file.
    /// - Throws: ``SessionError`` if the library cannot be written.
    @discardableResult
    public func keep(_ learned: Learned) throws(SessionError) -> String? { try learnedFile.merge(learned) }

    private var learnedFile: LearnedFile { LearnedFile(folder: folder) }
}

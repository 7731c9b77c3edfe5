/// What can be done with sessions of the library; every closure throws an error that says what is wrong.
public struct LibraryClient: Sendable {
    /// What is exported.
    public enum Source: Sendable {
        /// A file, with the parameters that it keeps.
        case file(String)
        /// The session that is shown, as it is shown: with what was tuned and put right.
        case shown(OpenedSession)
    }

    /// Gives a session another title.
    public var rename: @Sendable (_ path: String, _ title: String) async throws -> Void
    /// Moves a session to the desktop's bin.
    public var moveToBin: @Sendable (_ path: String) async throws -> Void
    /// Writes a session's track to a file in the format that the file's name asks for.
    public var export: @Sendable (_ source: Source, _ target: String) async throws -> Void
    /// Makes sessions of a folder, nil for the library's own, from files of any kind; returns their paths.
    public var add: @Sendable (_ path: String, _ folder: String?) async throws -> String

    /// The endings of the files that can be exported, the usual one first.
    public var exportEndings: [String]

    /// Collects the closures.
    public init(
        rename: @escaping @Sendable (_ path: String, _ title: String) async throws -> Void,
        moveToBin: @escaping @Sendable (_ path: String) async throws -> Void,
        export: @escaping @Sendable (_ source: Source, _ target: String) async throws -> Void,
        add: @escaping @Sendable (_ path: String, _ folder: String?) async throws -> String, exportEndings: [String]
    ) {
        self.rename = rename
        self.moveToBin = moveToBin
        self.export = export
        self.add = add
        self.exportEndings = exportEndings
    }
}

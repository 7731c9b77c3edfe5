import GRDB
public import SensorModel

/// The reason why a session file could not be created, read, or continued.
public enum SessionError: PhrasedError, Sendable, Hashable {
    /// The file does not exist.
    case notFound(path: String)
    /// The file cannot be created because its folder does not exist.
    case noFolder(path: String)
    /// A file with this name already exists.
    case alreadyExists(path: String)
    /// The file is not a session.
    case notASession(path: String)
    /// The file is a session, but a part of it cannot be read.
    case damaged(path: String, detail: String)
    /// The file has a newer format than this program supports.
    case newerFormat(path: String, format: Int)
    /// The user has no permission to read or write the file or its folder.
    case notPermitted(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// Another program is recording to the file.
    case alreadyRecording(path: String)
    /// Another program has locked the database.
    case locked(path: String)
    /// The writer has already been closed.
    case closed(path: String)
    /// Nothing is recorded at the time of a mark.
    case notRecorded(path: String)
    /// A value is larger than a session can store.
    case tooLarge(path: String)
    /// The file could not be read or written for another reason.
    case inputOutput(path: String, detail: String)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .notFound(let path): Phrase(translatable("There is no file “{1}”; check the name."), path)
        case .noFolder(let path):
            Phrase(translatable("There is no folder for “{1}”; create the folder first, or check the name."), path)
        case .alreadyExists(let path):
            Phrase(translatable("“{1}” already exists; choose another name. Nothing was changed."), path)
        case .notASession(let path):
            Phrase(translatable("“{1}” is not an Odograph session; import files of other formats."), path)
        case .damaged(let path, let detail):
            Phrase(translatable("“{1}” is damaged ({2}); an earlier copy might still be intact."), path, detail)
        case .newerFormat(let path, let format):
            Phrase(
                translatable("“{1}” was written by a newer Odograph, format {2}; update Odograph to open it."), path,
                "\(format)")
        case .notPermitted(let path):
            Phrase(
                translatable("You have no permission to open “{1}”; check the owner of the file and its folder."), path)
        case .diskFull(let path):
            Phrase(translatable("There is no space left for “{1}”; free some space. Nothing recorded is lost."), path)
        case .alreadyRecording(let path):
            Phrase(translatable("“{1}” is already being recorded; stop that recording first."), path)
        case .locked(let path):
            Phrase(
                translatable(
                    "“{1}” is locked by another program, such as an editor of databases; close the file there."), path)
        case .closed(let path):
            Phrase(translatable("The recording into “{1}” has ended; open it again to add to it."), path)
        case .notRecorded(let path):
            Phrase(translatable("“{1}” has no data at that time; choose a time between its start and its end."), path)
        case .tooLarge(let path):
            Phrase(translatable("“{1}” cannot store a text or event of more than 16 MB; check its source."), path)
        case .inputOutput(let path, let detail):
            Phrase(translatable("“{1}” could not be read or written ({2})."), path, detail)
        }
    }
}

extension SessionError {
    /// Creates the session error for an error of the database.
    init(_ error: any Error, path: String) {
        if case StoredValueError.tooLarge = error {
            self = .tooLarge(path: path)
            return
        }
        guard let database = error as? DatabaseError else {
            self = (error as? SessionError) ?? .damaged(path: path, detail: "a value is invalid")
            return
        }
        let detail = database.message ?? "error \(database.resultCode.rawValue)"
        switch database.resultCode.primaryResultCode {
        case .SQLITE_NOTADB: self = .notASession(path: path)
        case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_MISMATCH, .SQLITE_INTERRUPT:
            self = .damaged(path: path, detail: detail)
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN: self = .notPermitted(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        default: self = .inputOutput(path: path, detail: detail)
        }
    }

    /// Runs a closure that accesses the database, and converts its errors to session errors.
    static func translating<Result>(_ path: String, _ body: () throws -> Result) throws(SessionError) -> Result {
        do { return try body() } catch { throw SessionError(error, path: path) }
    }
}

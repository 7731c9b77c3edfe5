public import SensorModel

/// What can go wrong while a foreign file is read or written.
public enum FormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file cannot be opened, read or written.
    case file(path: String, reason: String)
    /// A place in a file is not what its format asks for; the line counts from one.
    case badLine(path: String, line: Int, reason: String)
    /// A file as a whole is not what its format asks for.
    case malformed(path: String, reason: String)
    /// Nothing here knows the format.
    case unknownFormat(path: String, hint: String)
    /// A file is larger than what is read into memory.
    case tooLarge(path: String, what: String, limit: Int)
    /// The files of an archive have more points together than one session may have.
    case tooManyActivities(path: String, limit: Int)
    /// A program that reads the format is missing.
    case programMissing(name: String, purpose: String)
    /// A file holds nothing that could be used.
    case nothingInside(path: String, reason: String)

    /// The file that it is about; `nil` if it is about a program.
    public var path: String? {
        switch self {
        case .file(let path, _), .badLine(let path, _, _), .malformed(let path, _), .unknownFormat(let path, _),
            .tooLarge(let path, _, _), .tooManyActivities(let path, _), .nothingInside(let path, _):
            path
        case .programMissing: nil
        }
    }

    /// One sentence for the user: what is wrong and what to do.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)."
        case .badLine(let path, let line, let reason): "\(path): line \(line): \(reason)."
        case .malformed(let path, let reason): "\(path): \(reason)."
        case .unknownFormat(let path, let hint): "\(path): the format is not known; \(hint)."
        case .tooLarge(let path, let what, let limit):
            "\(path): more than \(limit) \(what); it is not read, split it first."
        case .tooManyActivities(let path, let limit):
            "\(path): its files have more than \(limit) points together; add them to the library, each as its own session."
        case .programMissing(let name, let purpose): "\(name) is not installed; install it \(purpose)."
        case .nothingInside(let path, let reason): "\(path): \(reason)."
        }
    }
}

/// A part of a file that was not used unchanged, and the reason.
public struct ImportProblem: Sendable, Hashable, CustomStringConvertible {
    /// What was done with the part.
    public var kind: ImportNote.Kind
    /// The line, counted from one; nil if it is about the file as a whole.
    public var line: Int?
    /// What is wrong.
    public var reason: String

    /// Describes a problem.
    public init(_ kind: ImportNote.Kind = .leftOut, line: Int? = nil, reason: String) {
        self.kind = kind
        self.line = line
        self.reason = reason
    }

    /// Describes a problem of the file as a whole.
    public init(_ kind: ImportNote.Kind, _ reason: String) { self.init(kind, reason: reason) }

    /// The problem as one sentence.
    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// Bounds on what is read into memory, so that no file can exhaust it.
public struct ImportLimits: Sendable, Hashable {
    /// Bytes that one line may have.
    public var lineLength = 1 << 20
    /// Events that one file may hold.
    public var eventCount = 50_000_000
    /// Points that one file may hold.
    public var pointCount = 4_000_000
    /// Bytes of a file that has to be read as a whole (a JSON document).
    public var documentSize = 1 << 30
    /// Bytes that a compressed file, or an archive with all of its members, may grow to.
    public var unpackedSize = 16 << 30
    /// Bytes that each byte of a compressed file or an archive may grow to; text of tracks grows by 5 to 40.
    public var unpackedRatio = 200
    /// Bytes that even a small compressed file may grow to.
    public var unpackedAnyway = 64 << 20
    /// Archives within one another that are opened.
    public var archiveDepth = 3

    /// Creates parameters with default values.
    public init() {}
}

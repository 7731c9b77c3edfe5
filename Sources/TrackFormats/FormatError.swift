public import SensorModel

/// An error in reading or writing a foreign file.
public enum FormatError: PhrasedError, Sendable, Hashable {
    /// A file cannot be opened, read or written.
    case file(path: String, reason: Phrase)
    /// A line of a file violates its format; lines count from one.
    case badLine(path: String, line: Int, reason: Phrase)
    /// A file as a whole violates its format.
    case malformed(path: String, reason: Phrase)
    /// No reader recognizes the format.
    case unknownFormat(path: String, hint: Phrase)
    /// A file exceeds a limit on what is read into memory.
    case tooLarge(path: String, what: Phrase, limit: Int)
    /// The files of an archive together exceed the number of points allowed in a session.
    case tooManyActivities(path: String, limit: Int)
    /// A program that is needed to read the format is missing.
    case programMissing(name: String, purpose: Phrase)
    /// A file contains nothing usable.
    case nothingInside(path: String, reason: Phrase)

    /// The path of the file concerned; `nil` if the error concerns a program.
    public var path: String? {
        switch self {
        case .file(let path, _), .badLine(let path, _, _), .malformed(let path, _), .unknownFormat(let path, _),
            .tooLarge(let path, _, _), .tooManyActivities(let path, _), .nothingInside(let path, _):
            path
        case .programMissing: nil
        }
    }

    /// A sentence for the user that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .file(let path, let reason): Phrase(translatable("{1}: {2}."), [Phrase(plain: path), reason])
        case .badLine(let path, let line, let reason):
            Phrase(
                translatable("{1}: line {2}: {3}."), [Phrase(plain: path), Phrase(plain: "\(line)"), reason])
        case .malformed(let path, let reason): Phrase(translatable("{1}: {2}."), [Phrase(plain: path), reason])
        case .unknownFormat(let path, let hint):
            Phrase(translatable("{1}: the format is not known; {2}."), [Phrase(plain: path), hint])
        case .tooLarge(let path, let what, let limit):
            Phrase(
                translatable("{1}: more than {2} {3}; it is not read, split it first."),
                [Phrase(plain: path), Phrase(plain: "\(limit)"), what])
        case .tooManyActivities(let path, let limit):
            Phrase(
                translatable(
                    "{1}: its files have more than {2} points together; add them to the library, each as its own session."
                ), path, "\(limit)")
        case .programMissing(let name, let purpose):
            Phrase(translatable("{1} is not installed; install it {2}."), [Phrase(plain: name), purpose])
        case .nothingInside(let path, let reason):
            Phrase(translatable("{1}: {2}."), [Phrase(plain: path), reason])
        }
    }
}

/// A part of a file that was left out or changed, and the reason.
public struct ImportProblem: Sendable, Hashable, CustomStringConvertible {
    /// The action for this part, such as leaving it out.
    public var kind: ImportNote.Kind
    /// The line number, from one; `nil` if the problem concerns the whole file.
    public var line: Int?
    /// A clause that says what is wrong with the part, in the language of the window.
    private let clause: Phrase

    /// Creates a problem.
    public init(_ kind: ImportNote.Kind = .leftOut, line: Int? = nil, reason: Phrase) {
        (self.kind, self.line, clause) = (kind, line, reason)
    }

    /// Creates a problem that concerns the whole file.
    public init(_ kind: ImportNote.Kind, _ reason: Phrase) { self.init(kind, reason: reason) }

    /// The clause in English.
    public var reason: String { clause.description }
    /// The line and the clause.
    var phrase: Phrase {
        line.map { Phrase(translatable("line {1}: {2}"), [Phrase(plain: "\($0)"), clause]) } ?? clause
    }
    /// The problem in English.
    public var description: String { phrase.description }
}

/// Limits on what is read into memory, so that no file can exhaust it.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum length of a line, in bytes.
    public var lineLength = 1 << 20
    /// The maximum number of events in a file.
    public var eventCount = 50_000_000
    /// The maximum number of points in a file.
    public var pointCount = 4_000_000
    /// The maximum size, in bytes, of a file that must be read as a whole, such as a JSON document.
    public var documentSize = 1 << 30
    /// The maximum unpacked size, in bytes, of a compressed file or of an archive with all its members.
    public var unpackedSize = 16 << 30
    /// The maximum unpacked size per compressed byte. Track data in text form expands by a factor of 5 to 40.
    public var unpackedRatio = 200
    /// The maximum unpacked size of archives within an archive, per byte of the outermost one.
    public var nestedRatio = 20
    /// The unpacked size, in bytes, that is always allowed, regardless of the ratio.
    public var unpackedAnyway = 64 << 20
    /// The maximum number of files in an archive and the archives in it.
    public var memberCount = 1_000_000
    /// The maximum time of waiting for an archive's members, in seconds; each mebibyte of the archive adds one.
    public var unpackingSeconds = 60
    /// The maximum nesting depth of archives.
    public var archiveDepth = 2

    /// Creates limits with default values.
    public init() {}
}

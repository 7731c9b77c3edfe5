import SensorModel

/// Recognizes a session file, which the session store opens.
enum SessionFormat: FormatReader {
    static let format = FileFormat("session", "odograph")

    static func certainty(of head: FileHead) -> Certainty {
        head.bytes.starts(with: "SQLite format 3\0".utf8) ? .certain : .no
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        throw FormatError.unknownFormat(
            path: source.name, hint: Phrase(translatable("it is a session, which is opened and not imported")))
    }
}

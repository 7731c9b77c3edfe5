import JSON
import SensorModel

/// A reader of one file format. A format is a folder with its reader, and a line of ``FileFormat/readers``.
protocol FormatReader: SendableMetatype {
    static var format: FileFormat { get }

    /// Returns how surely a file that begins like this has the format.
    static func certainty(of head: FileHead) -> Certainty

    /// Reads a file into a document that is empty so far.
    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws
}

/// How surely a file has a format.
enum Certainty: Comparable {
    case no, possible, likely, certain
}

/// A reader that is handed the parts of a file one after another.
protocol PiecewiseReader: FormatReader {
    init()

    /// The number of events or points so far.
    var count: Int { get }

    /// Adds the results to a document, with notes about what was left out.
    mutating func finish(into document: inout TrackDocument)
}

/// A reader of a format in which each line is parsed separately.
protocol LineFormat: PiecewiseReader {
    /// Reads a line.
    /// - Throws: An error whose description says what is wrong with the line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws
}

extension LineFormat {
    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var reader = Self()
        try importer.forEachLine(of: source, into: &document) { line in
            try reader.read(line)
            return reader.count
        }
        reader.finish(into: &document)
    }
}

/// A reader of a JSON document whose lists are read element by element.
protocol JSONListFormat: PiecewiseReader {
    /// The members whose elements are read one at a time; the document itself may also be a list.
    static var lists: Set<String> { get }
    /// The members that are skipped without parsing.
    static var skipped: Set<String> { get }

    /// Reads a member that is in neither of the sets.
    mutating func read(member name: String, _ value: JSONValue) throws

    /// Reads an element of a list, whose name is empty if the document is the list.
    mutating func read(_ element: JSONValue, of list: String) throws
}

extension JSONListFormat {
    static var lists: Set<String> { [] }
    static var skipped: Set<String> { [] }

    mutating func read(member name: String, _ value: JSONValue) throws {}

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var reader = Self()
        let limit = importer.limits.pointCount
        let bytes = try source.readAll(limit: importer.limits.documentSize)
        try bytes.withUnsafeBytes { bytes in
            do {
                try JSONDocument.walk(
                    bytes, lists: lists, skipped: skipped, member: { try reader.read(member: $0, $1) }
                ) { list, element in
                    try reader.read(element, of: list)
                    guard reader.count <= limit else {
                        throw FormatError.tooLarge(
                            path: source.name, what: Phrase(translatable("points")), limit: limit)
                    }
                }
            } catch let error as JSONError {
                throw FormatError.badLine(
                    path: source.name, line: JSONDocument.line(of: error.offset, in: bytes), reason: error.reason)
            } catch let error as LineError {
                throw FormatError.malformed(path: source.name, reason: Phrase(error))
            }
        }
        reader.finish(into: &document)
    }
}

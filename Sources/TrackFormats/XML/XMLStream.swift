import CXML
import Glibc
import SensorModel

/// Creates a track document from the elements of an XML document, in order.
protocol XMLTrackReader: AnyObject, FormatReader {
    /// Creates a reader for a file; its path is used in error messages.
    init(path: String, limits: ImportLimits, keepsGoodPart: Bool)

    /// Handles the start of an element. `line` counts from one.
    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws
    /// Handles text of the current element; one text can arrive in several pieces.
    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws
    /// Handles the end of an element.
    func end(_ name: XMLName, line: Int) throws
    /// Returns the document read so far, even if the file breaks off.
    func finish() -> TrackDocument
}

extension XMLTrackReader {
    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        try read(source, into: &document, by: importer, root: nil)
    }

    /// Reads a file. If it is malformed, keeps the part before the error if the importer does.
    /// - Parameter root: The name of an element to put around a source that has several at its outermost level.
    static func read(
        _ source: ByteSource, into document: inout TrackDocument, by importer: Importer, root: String?
    ) throws {
        let reader = Self(path: source.name, limits: importer.limits, keepsGoodPart: importer.keepsGoodPart)
        do {
            try XMLStream(into: reader).read(source, root: root)
            document = reader.finish()
        } catch FormatError.badLine(_, let line, let reason) where importer.keepsGoodPart {
            document = reader.finish()
            document.report(
                ImportProblem(line: line, reason: Phrase(translatable("{1}; the rest was left out"), [reason])))
        } catch let error as LineError {
            throw FormatError.malformed(path: source.name, reason: Phrase(error))
        }
    }
}

/// The name of an element or an attribute, without its prefix.
struct XMLName {
    private let start: UnsafePointer<UInt8>
    private let count: Int
    /// The namespace, identified by its address; `nil` if the name has none.
    private(set) var space: UnsafePointer<UInt8>?

    /// Creates a name from a zero-terminated string.
    init(start: UnsafePointer<UInt8>, space: UnsafePointer<UInt8>? = nil) {
        self.start = start
        self.space = space
        count = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
    }

    @inline(__always)
    static func ~= (word: StaticString, name: XMLName) -> Bool {
        guard name.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<name.count where name.start[index] != word.utf8Start[index] { return false }
        return true
    }

    /// The name as a string.
    var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}

/// The attributes of an element.
struct XMLAttributes {
    fileprivate let count: Int
    /// Five pointers per attribute: its name, prefix and namespace, and the start and end of its value.
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// Calls a closure with the name and value of each attribute.
    func forEach(_ body: (String, String) -> Void) {
        guard let pointers else { return }
        for index in 0..<count {
            guard let start = pointers[5 * index], let value = pointers[5 * index + 3],
                let end = pointers[5 * index + 4]
            else { continue }
            body(
                XMLName(start: start).text,
                String(decoding: UnsafeRawBufferPointer(start: value, count: end - value), as: UTF8.self))
        }
    }

    /// Returns the value of an attribute; `nil` if it is missing.
    @inline(__always)
    subscript(name: StaticString) -> UnsafeRawBufferPointer? {
        guard let pointers else { return nil }
        for index in 0..<count {
            guard let start = pointers[5 * index], name ~= XMLName(start: start),
                let value = pointers[5 * index + 3], let end = pointers[5 * index + 4]
            else { continue }
            return UnsafeRawBufferPointer(start: value, count: end - value)
        }
        return nil
    }
}

/// Reads XML from front to back through libxml2.
///
/// Does not use FoundationXML, whose parser creates a dictionary and strings for every element: it needs 0.20 s just
/// to parse 100 000 points, this type 0.03 s (docs/formats.md). Rejects entity declarations and never loads external
/// content, so that a document cannot expand while it is read. Keeps libxml2's limits on the depth (256) and on the
/// length of a name, a text or a tag (10 MB).
final class XMLStream {
    private let consumer: any XMLTrackReader
    private var stream: OpaquePointer?
    private var failure: (any Error)?

    /// Creates a stream that passes elements to a consumer.
    init(into consumer: any XMLTrackReader) {
        self.consumer = consumer
    }

    /// Reads a source to its end.
    /// - Parameter root: The name of an element to put around the source, which has several at its outermost level.
    /// - Throws: ``FormatError`` with the line number, or any error that the consumer throws.
    func read(_ source: ByteSource, root: String? = nil) throws {
        var handler = Self.handler
        guard let stream = CXMLStreamOpen(&handler, Unmanaged.passUnretained(self).toOpaque()) else {
            throw FormatError.file(path: source.name, reason: Phrase(translatable("there is not enough memory")))
        }
        self.stream = stream
        defer {
            CXMLStreamClose(stream)
            self.stream = nil
        }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceLength, alignment: 16)
        defer { piece.deallocate() }
        var isAtStart = true
        while true {
            var count = try source.read(into: piece)
            if isAtStart, count > 0 {
                count = passOver(Self.blank(piece[..<count]), piece, count)
                if root != nil { count = passOver(Self.declaration(piece[..<count]), piece, count) }
                isAtStart = count == 0
                if isAtStart { continue }
                if let root { try parse("<\(root)>", of: source) }
            }
            if let root, count == 0, !isAtStart { try parse("</\(root)>", of: source) }
            try parse(UnsafeRawBufferPointer(rebasing: piece[..<count]), of: source, isLast: count == 0)
            if count == 0 { return }
        }
    }

    /// Returns how many bytes are white space. Some programs write it before the XML declaration, although XML forbids
    /// that.
    private static func blank(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int {
        bytes.prefix { " \t\r\n".utf8.contains($0) }.count
    }

    /// Returns how many bytes are the XML declaration, before which no element may stand.
    private static func declaration(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return 0 }
        return end + 1 - bytes.startIndex
    }

    /// Removes bytes from the start of the first piece, and counts their lines.
    /// - Returns: The number of bytes that remain.
    private func passOver(_ passed: Int, _ piece: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        guard let start = piece.baseAddress, passed > 0, let stream else { return count }
        CXMLStreamPassOver(stream, start, passed)
        memmove(start, start + passed, count - passed)
        return count - passed
    }

    private func parse(_ text: String, of source: ByteSource) throws {
        try Array(text.utf8).withUnsafeBytes { try parse($0, of: source) }
    }

    private static let pieceLength = 1 << 18

    private func parse(_ bytes: UnsafeRawBufferPointer, of source: ByteSource, isLast: Bool = false) throws {
        guard let stream, isLast || !bytes.isEmpty else { return }
        let status = CXMLStreamRead(stream, bytes.baseAddress, Int32(bytes.count), isLast ? 1 : 0)
        if let failure { throw failure }
        if status != 0, let error = error(path: source.name) { throw error }
    }

    private var line: Int { stream.map { CXMLStreamLine($0) } ?? 0 }

    private func error(path: String) -> FormatError? {
        var line: Int32 = 0
        guard let message = stream.flatMap({ CXMLStreamError($0, &line) }) else { return nil }
        let reason = String(cString: message).split(whereSeparator: \.isNewline).first.map(String.init)
        return .badLine(
            path: path, line: Int(line), reason: reason.map(Phrase.init(plain:)) ?? Phrase(translatable("is not XML")))
    }

    private func fail(_ error: any Error) {
        guard failure == nil else { return }
        failure = error
        if let stream { CXMLStreamStop(stream) }
    }

    private func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard failure == nil else { return }
        do { try consumer.start(name, attributes, line: line) } catch { fail(error) }
    }

    private func characters(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do { try consumer.characters(bytes, line: line) } catch { fail(error) }
    }

    private func end(_ name: XMLName) {
        guard failure == nil else { return }
        do { try consumer.end(name, line: line) } catch { fail(error) }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLStream? {
        pointer.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var handler: CXMLHandler {
        CXMLHandler(
            start: { this, name, space, count, attributes in
                guard let name else { return }
                XMLStream.of(this)?.start(
                    XMLName(start: name, space: space), XMLAttributes(count: Int(count), pointers: attributes))
            },
            end: { this, name, space in
                if let name { XMLStream.of(this)?.end(XMLName(start: name, space: space)) }
            },
            characters: { this, start, count in
                XMLStream.of(this)?.characters(UnsafeRawBufferPointer(start: start, count: Int(count)))
            },
            entity: {
                XMLStream.of($0)?.fail(
                    LineError(translatable("the file declares XML entities, which are not allowed in tracks")))
            })
    }
}

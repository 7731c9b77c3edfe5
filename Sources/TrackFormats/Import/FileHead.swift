import SensorModel

/// The beginning of a file, from which its format is recognized.
final class FileHead {
    /// The number of bytes examined.
    static let length = 1 << 16

    /// The first bytes, narrowed if they are UTF-16.
    let bytes: [UInt8]
    /// The name of the file.
    let name: String

    /// Creates a head from a file's first bytes.
    init(_ bytes: [UInt8], of name: String) {
        self.bytes = WideText(bytes)?.narrowed(bytes) ?? bytes
        self.name = name
    }

    /// Reads the head of a source without consuming it.
    convenience init(of source: ByteSource) throws {
        self.init(try source.head(Self.length), of: source.name)
    }

    /// Returns the reader of the format.
    /// - Throws: ``FormatError`` if no reader recognizes it.
    func reader() throws -> any FormatReader.Type {
        guard !bytes.isEmpty else {
            throw FormatError.nothingInside(path: name, reason: Phrase(translatable("the file is empty")))
        }
        var best: (reader: any FormatReader.Type, certainty: Certainty)?
        for reader in FileFormat.readers {
            let certainty = reader.certainty(of: self)
            if certainty == .certain { return reader }
            if certainty > best?.certainty ?? .no { best = (reader, certainty) }
        }
        guard let best else {
            throw FormatError.unknownFormat(
                path: name, hint: Phrase(translatable("see docs/formats.md for what can be read")))
        }
        return best.reader
    }

    /// The text, without a byte order mark and white space before it.
    private(set) lazy var text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }

    /// The lines of a text that is neither XML nor JSON; empty otherwise. Many logs begin a line with a bracket.
    private(set) lazy var lines = isXML || isJSON ? [] : text.split(whereSeparator: \.isNewline)

    /// Whether the text begins like XML.
    var isXML: Bool { text.first == "<" }

    /// Whether the text is a JSON object, or a list of values. Other programs put the name of a section in brackets.
    private(set) lazy var isJSON = text.first == "{" || text.first == "[" && holdsValues

    /// Whether a value follows a bracket that opens the text. A list of other values cannot contain a position.
    private(set) lazy var holdsValues: Bool = {
        guard let first = text.first, "{[".contains(first) else { return false }
        let rest = text.dropFirst().drop(while: \.isWhitespace)
        guard let next = rest.first, "\"{[".contains(next) else { return false }
        let value = rest.first { $0 != "[" && !$0.isWhitespace }
        return value.map { "\"{-]tfn".contains($0) || $0.isNumber } ?? true
    }()

    /// The name of the root element without its prefix, after any comment; `nil` if the text is not XML.
    private(set) lazy var root: String? = {
        guard isXML else { return nil }
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard let next = rest.first, next != "?", next != "!" else { continue }
            let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            return name.split(separator: ":").last.map(String.init)
        }
        return nil
    }()

    /// Returns whether a JSON document has all of some members, at any depth.
    func has(_ members: String...) -> Bool { isJSON && members.allSatisfy(text.hasMember) }

    /// Returns whether the first line is a JSON object to its end that fulfils a condition.
    func hasWholeObject(where condition: (Substring) -> Bool) -> Bool {
        guard text.first == "{" else { return false }
        let line = text.prefix { !$0.isNewline }
        return line.last { !$0.isWhitespace } == "}" && condition(line)
    }
}

extension Substring {
    /// Returns whether a JSON text has a member, or a string, of a name.
    func hasMember(_ name: String) -> Bool { contains("\"\(name)\"") }
}

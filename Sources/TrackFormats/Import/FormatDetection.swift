/// Tells a file's format by its first bytes.
struct FormatDetection {
    /// How many bytes it looks at.
    static let headLength = 1 << 16

    /// The first bytes.
    let head: [UInt8]

    /// Returns the format; throws where there is nothing to tell it by.
    func format(path: String) throws -> FileFormat {
        guard !head.isEmpty else { throw FormatError.nothingInside(path: path, reason: "the file is empty") }
        if head.starts(with: Array("SQLite format 3\0".utf8)) { return .session }
        let text = String(decoding: head, as: UTF8.self)
        let start = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        if start.first == "<", start.contains("<gpx") { return .gpx }
        if start.first == "{", let line = start.split(whereSeparator: \.isNewline).first,
            let format = Self.format(of: line)
        {
            return format
        }
        throw FormatError.unknownFormat(path: path, hint: "see docs/formats.md for what can be read")
    }

    /// The format of a file whose first line is a JSON object; nil where that is only the start of one.
    private static func format(of line: Substring) -> FileFormat? {
        var line = String(line)
        let value = line.withUTF8 { try? JSONValue(parsing: UnsafeRawBufferPointer($0)) }
        // A broken first line must still be named by its number, so its look decides where it does not parse.
        guard let value else {
            return line.contains("\"type\"") ? .eventLog : line.contains("\"class\"") ? .gpsdLog : nil
        }
        if value["class"]?.string != nil { return .gpsdLog }
        return value["type"]?.string != nil ? .eventLog : nil
    }
}

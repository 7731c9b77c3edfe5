/// A single file in a zip archive, or one that is compressed with gzip.
public enum ArchivedFile {
    /// Returns the content of the first file in an archive whose name has an ending, without regard to case.
    /// - Parameters:
    ///   - path: The path of the archive; one that ends in `.gz` holds a single file.
    ///   - ending: The ending of the file's name in a zip archive, in lowercase.
    ///   - limit: The maximum number of unpacked bytes.
    /// - Throws: ``FormatError``.
    public static func content(path: String, endingWith ending: String, limit: Int) throws -> [UInt8] {
        let file = try ByteSource(path: path)
        guard let size = file.size else { throw FormatError.file(path: path, reason: "is not a file; name a file") }
        let meter = UnpackMeter(name: path, packed: size, limits: ImportLimits())
        guard !path.lowercased().hasSuffix(".gz") else {
            return try Inflation.source(of: file, .gzip, meter: meter).readAll(limit: limit)
        }
        let archive = try ZipArchive(path: path, name: path, meter: meter)
        guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(ending) }) else {
            throw FormatError.malformed(path: path, reason: "contains no file whose name ends in \(ending)")
        }
        return try archive.source(of: entry).readAll(limit: limit)
    }
}

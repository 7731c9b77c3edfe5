import SensorModel

/// A single file in a zip archive, or one that is compressed with gzip.
public enum ArchivedFile {
    /// Returns the content of the first file in an archive whose name has an ending, without regard to case.
    /// - Parameters:
    ///   - path: The path of the archive; one that ends in `.gz` holds a single file.
    ///   - ending: The ending of the file's name in a zip archive, in lowercase.
    ///   - limit: The maximum number of unpacked bytes.
    /// - Throws: ``FormatError``.
    public static func content(path: String, endingWith ending: String, limit: Int) throws -> [UInt8] {
        let source = try ByteSource(path: path)
        guard source.size != nil else {
            throw FormatError.file(path: path, reason: Phrase(translatable("is not a file; name a file")))
        }
        let ending = path.lowercased().hasSuffix(".gz") ? "" : ending
        let stream = try PackedFile(source, in: ArchiveWalk(Importer(), source), depth: 0).members(endingWith: ending)
        while let member = try stream.next() {
            if member.path.lowercased().hasSuffix(ending) { return try member.content.readAll(limit: limit) }
        }
        throw FormatError.malformed(
            path: path, reason: Phrase(translatable("contains no file whose name ends in {1}"), ending))
    }
}

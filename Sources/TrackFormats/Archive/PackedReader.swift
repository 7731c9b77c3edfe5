import SensorModel

/// Reads a compressed file, or all files of an archive into one document.
enum PackedReader: FormatReader {
    static let format = FileFormat("packed", "zip", "tar", "tgz", "gz", "bz2", "xz", "zst")

    static func certainty(of head: FileHead) -> Certainty { isPacked(head.bytes) ? .certain : .no }

    /// Returns whether bytes are those of an archive (zip, tar) or of a compressed file (gzip, bzip2, xz, zstd).
    static func isPacked(_ head: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
            [0x28, 0xB5, 0x2F, 0xFD],
        ]
        return starts.contains(where: head.starts) || head.count >= 512 && head[257..<262].elementsEqual("ustar".utf8)
            || head.starts(with: [0x42, 0x5A, 0x68]) && head.count > 3 && 0x31...0x39 ~= head[3]
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var parts = JoinedParts(limits: importer.limits, name: source.name)
        try ArchiveWalk(importer, source).forEachPart(of: source) { part in
            // A compressed file is not an archive, so an error in its content concerns the whole file.
            if case .file(let file, _) = part, file.name == source.name {
                return try parts.add(whole: importer.readUnpacked(file))
            }
            try parts.add(part) { try importer.readUnpacked($0) }
        }
        document = try parts.finish()
        // Each of the files has been checked.
        document.checks = .none
    }
}

extension Importer {
    /// Reads a file from an archive or a compressed file.
    func loadUnpacked(_ source: ByteSource) throws -> TrackDocument {
        var document = try readUnpacked(source)
        document.settleTimes()
        return document
    }

    /// Reads a file without settling its times, which is done later for all files of the whole together.
    fileprivate func readUnpacked(_ source: ByteSource) throws -> TrackDocument {
        guard try !PackedReader.isPacked(source.head(FileHead.length)) else {
            throw FormatError.malformed(
                path: source.name,
                reason: Phrase(
                    translatable("is packed more than {1} times over; unpack it first"), "\(limits.archiveDepth)"))
        }
        return try loadUnsettled(source)
    }
}

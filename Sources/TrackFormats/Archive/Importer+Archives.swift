/// Readers for compressed files, archives, and files that gpsbabel converts.
extension Importer {
    /// Reads a compressed file, or all files of an archive into one document.
    func loadPacked(_ source: ByteSource) throws -> TrackDocument {
        var parts = JoinedParts(limits: limits, name: source.name)
        try ArchiveWalk(self, source).forEachPart(of: source) { part in
            // A compressed file is not an archive, so an error in its content concerns the whole file.
            if case .file(let file, _) = part, file.name == source.name {
                return try parts.add(whole: readUnpacked(file))
            }
            try parts.add(part) { try readUnpacked($0) }
        }
        return try parts.finish()
    }

    /// Reads a file from an archive or a compressed file.
    func loadUnpacked(_ source: ByteSource) throws -> TrackDocument {
        var document = try readUnpacked(source)
        document.settleTimes()
        return document
    }

    /// Reads a file without settling its times, which is done later for all files of the whole together.
    private func readUnpacked(_ source: ByteSource) throws -> TrackDocument {
        let format = try FormatDetection(head: source.head(FormatDetection.headLength)).format(path: source.name)
        guard format != .archive, format != .compressed else {
            throw FormatError.malformed(
                path: source.name,
                reason: "is packed more than \(limits.archiveDepth) times over; unpack it first")
        }
        return try loadUnsettled(source)
    }

    func loadForeign(_ source: ByteSource) throws -> TrackDocument {
        let head = try source.head(FormatDetection.headLength)
        guard let format = GPSBabel.format(head: head, path: source.name) else {
            throw FormatError.unknownFormat(path: source.name, hint: "see docs/formats.md for what can be read")
        }
        let file = try SpooledFile(source, limit: limits.documentSize)
        let program = try GPSBabel.program(reading: file.path, as: format)
        let output = program.output(named: source.name)
        output.limit = limits.unpackedSize
        output.progress = source.progress
        if ((try? output.head(1)) ?? []).isEmpty {
            let complaint = program.finished()
            throw FormatError.malformed(
                path: source.name,
                reason: complaint.map { "gpsbabel cannot read it: \($0)" }
                    ?? "gpsbabel finds nothing in it that it can read")
        }
        var document = try loadUnsettled(output)
        if keepsGoodPart, let complaint = program.complaint {
            document.note(ImportProblem(reason: "gpsbabel: \(complaint)"))
        }
        document.format = .foreign
        document.creator = nil
        return document
    }
}

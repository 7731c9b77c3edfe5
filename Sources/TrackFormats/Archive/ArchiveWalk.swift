/// Visits the members of an archive and of nested archives, in order.
///
/// Only the member being read is in memory.
struct ArchiveWalk {
    /// A part of an archive that is read separately.
    enum Part {
        /// A file and its entry in the archive's list of activities.
        case file(ByteSource, ListedActivity?)
        /// The tables of a phone's recording, which must be read together.
        case recording(name: String, load: () throws -> TrackDocument)
        /// A member that cannot be read.
        case broken(FormatError)
    }

    let importer: Importer
    let meter: UnpackMeter
    /// Whether compressed members are unpacked. If `false`, they are passed on compressed, for the caller to unpack.
    var unpacksMembers = true

    /// Calls a closure with each part of a source: the members if it is an archive, otherwise the unpacked source
    /// itself.
    /// - Parameters:
    ///   - source: The source.
    ///   - depth: The number of archives around the source.
    ///   - listed: The source's entry in a list of activities.
    ///   - body: Receives each part. If it throws, the walk ends.
    /// - Throws: ``FormatError`` if the archive as a whole cannot be read, or any error that `body` throws.
    func forEachPart(
        of source: ByteSource, depth: Int = 0, listed: ListedActivity? = nil, _ body: (Part) throws -> Void
    ) throws {
        if !unpacksMembers, depth > 0, !Self.isTarName(source.name), Compression(head: try source.head(16)) != nil {
            return try body(.file(source, listed))
        }
        let source = try unpacked(source)
        let head = try source.head(FormatDetection.headLength)
        guard depth < importer.limits.archiveDepth else { return try body(.file(source, listed)) }
        if TarStream.isTar(head) {
            let tar = TarStream(source)
            while let entry = try tar.next() { try visit(tar.content(of: entry), depth, nil, body) }
        } else if head.starts(with: [0x50, 0x4B]),
            let format = try? FormatDetection(head: head).format(path: source.name),
            format == .archive
        {
            let file = try SpooledFile(source, limit: importer.limits.unpackedSize)
            let archive = try ZipArchive(path: file.path, name: source.name, meter: meter, owner: file)
            try walk(archive, depth, progress: source.progress, body)
        } else {
            try body(.file(source, listed))
        }
    }

    /// Returns the unpacked content of a source, which may be compressed several times.
    func unpacked(_ source: ByteSource) throws -> ByteSource {
        var source = source
        for _ in 0..<importer.limits.archiveDepth {
            guard let compression = Compression(head: try source.head(16)) else { return source }
            let content = try compression.content(of: source, limits: importer.limits, meter: meter)
            // Progress is reported here for data inflated by zlib; a program reads its file independently.
            if case .program = compression { content.progress = source.progress }
            source = content
        }
        return source
    }

    private func walk(
        _ archive: ZipArchive, _ depth: Int, progress: ((Double) throws -> Void)?, _ body: (Part) throws -> Void
    ) throws {
        let size = Double(max(1, archive.entries.reduce(0) { $0 + $1.packedSize }))
        var done = 0
        let tables = PhoneTables(importer: importer, archive: archive)
        let list = ActivityList(of: archive)
        if let recording = tables.recording() { try body(recording) }
        for entry in archive.entries where !tables.contains(entry) {
            let share = Double(done) / size
            done += entry.packedSize
            try progress?(share)
            let source: ByteSource
            do {
                source = try archive.source(of: entry)
                source.progress = progress.map { progress in { _ in try progress(share) } }
            } catch let error as FormatError {
                try body(.broken(error))
                continue
            }
            try visit(source, depth, list[entry.name], body)
        }
    }

    /// Returns whether a file name is that of a compressed tar archive.
    private static func isTarName(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains(".tar.") || [".tgz", ".tbz2", ".txz"].contains { name.hasSuffix($0) }
    }

    /// Visits a member. An error in the member does not end the walk.
    private func visit(
        _ source: ByteSource, _ depth: Int, _ listed: ListedActivity?, _ body: (Part) throws -> Void
    ) throws {
        var failure: (any Error)?
        do {
            try forEachPart(of: source, depth: depth + 1, listed: listed) { part in
                do { try body(part) } catch {
                    failure = error
                    throw error
                }
            }
        } catch let error as FormatError {
            if let failure { throw failure }
            try body(.broken(error))
        }
    }
}

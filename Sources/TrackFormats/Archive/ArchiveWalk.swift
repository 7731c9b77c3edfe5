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
    let children: UnpackingChildren

    /// Creates a walk through a source.
    /// - Parameter children: The processes that unpack; `nil` for new ones.
    init(_ importer: Importer, _ source: ByteSource, children: UnpackingChildren? = nil) {
        self.importer = importer
        self.children = children ?? UnpackingChildren(program: importer.unpackingProgram)
        meter = UnpackMeter(name: source.name, packed: source.size, limits: importer.limits)
    }

    /// Calls a closure with each part of a source: the members if it is an archive, the content if it is a compressed
    /// file, otherwise the source itself.
    /// - Parameters:
    ///   - source: The source.
    ///   - depth: The number of archives and compressed files around the source.
    ///   - listed: The source's entry in a list of activities.
    ///   - body: Receives each part. If it throws, the walk ends.
    /// - Throws: ``FormatError`` if the archive as a whole cannot be read, or any error that `body` throws.
    func forEachPart(
        of source: ByteSource, depth: Int = 0, listed: ListedActivity? = nil, _ body: (Part) throws -> Void
    ) throws {
        guard depth < importer.limits.archiveDepth,
            PackedReader.isPacked(try source.head(FileHead.length))
        else { return try body(.file(source, listed)) }
        let file = try PackedFile(source, in: self, depth: depth)
        let (paths, list) = try file.contents()
        let tables = PhoneTables(importer: importer, archive: file, paths: paths)
        if let recording = tables.recording() { try body(recording) }
        let stream = try file.members()
        while let member = try stream.next() {
            try source.progress?(stream.share)
            member.content.progress = source.progress.map { progress in { _ in try progress(stream.share) } }
            if !tables.contains(member.path) {
                try visit(member.content, depth, list[member.path] ?? (member.path.isEmpty ? listed : nil), body)
            }
            if let refusal = meter.refusal { throw refusal }
        }
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

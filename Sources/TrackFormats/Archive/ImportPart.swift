/// A file that becomes a session of the library: a member of an archive, or a separate file.
public struct ImportPart: Sendable {
    /// A document from the part, or the reason why it cannot be read.
    public struct Reading: Sendable {
        /// The name for messages.
        public let name: String
        /// The content of the file, or the reason why it could not be read.
        public let result: Result<TrackDocument, FormatError>

        /// Whether the format is unknown, as for a picture or a list of activities.
        public var isForeign: Bool {
            if case .failure(.unknownFormat) = result { true } else { false }
        }
    }

    /// The name for messages: the archive's path followed by the file's path within it.
    public let name: String
    /// The approximate memory needed for reading the part, in bytes.
    public let weight: Int

    /// Whether the file is not in an archive.
    public var standsAlone: Bool { if case .path = content { true } else { false } }

    /// The path of a file that is not in an archive; `nil` otherwise.
    public var path: String? {
        guard case .path(let path) = content else { return nil }
        return path
    }

    private enum Content {
        case bytes([UInt8])
        case path(String)
        case read([Reading])
    }

    private let importer: Importer
    private let content: Content
    private let listed: ListedActivity?
    /// The ratio of the memory needed per compressed byte to that per plain byte.
    private static let expansion = 8

    init(name: String, bytes: [UInt8], importer: Importer, listed: ListedActivity?) {
        self.name = name
        self.importer = importer
        self.listed = listed
        content = .bytes(bytes)
        weight = bytes.count * (Compression(head: bytes.prefix(16)) == nil ? 1 : Self.expansion)
    }

    init(name: String, path: String, size: Int, importer: Importer, listed: ListedActivity?) {
        (self.name, self.importer, weight, self.listed) = (name, importer, size, listed)
        content = .path(path)
    }

    init(name: String, read: [Reading], importer: Importer) {
        (self.name, self.importer, weight, listed) = (name, importer, 0, nil)
        content = .read(read)
    }

    /// Reads the part. Returns one document, or several if a compressed file contains an archive. Parts can be read
    /// concurrently.
    public func readings() -> [Reading] {
        switch content {
        case .read(let readings): return readings
        case .bytes(let bytes): return Self.readings(of: ByteSource(bytes: bytes, name: name), importer, listed)
        case .path(let path):
            do { return Self.readings(of: try ByteSource(path: path, name: name), importer, listed) } catch {
                return [Reading(name: name, result: .failure(Self.formatError(error, name)))]
            }
        }
    }

    /// Reads a source to its end.
    static func readings(
        of source: ByteSource, _ importer: Importer, _ listed: ListedActivity? = nil
    ) -> [Reading] {
        var readings: [Reading] = []
        let meter = UnpackMeter(name: source.name, packed: source.size, limits: importer.limits)
        do {
            try ArchiveWalk(importer: importer, meter: meter).forEachPart(of: source, listed: listed) { part in
                readings.append(reading(part, importer))
            }
        } catch {
            readings.append(Reading(name: source.name, result: .failure(formatError(error, source.name))))
        }
        return readings
    }

    static func reading(_ part: ArchiveWalk.Part, _ importer: Importer) -> Reading {
        switch part {
        case .file(let source, let listed):
            Reading(
                name: source.name,
                result: result(source.name) {
                    var document = try importer.loadUnpacked(source)
                    document.use(listed)
                    return document
                })
        case .recording(let name, let load): Reading(name: name, result: result(name, load))
        case .broken(let error): Reading(name: error.path ?? "", result: .failure(error))
        }
    }

    private static func result(
        _ name: String, _ load: () throws -> TrackDocument
    ) -> Result<TrackDocument, FormatError> {
        do { return .success(try load()) } catch { return .failure(formatError(error, name)) }
    }

    private static func formatError(_ error: any Error, _ name: String) -> FormatError {
        error as? FormatError ?? .malformed(path: name, reason: "\(error)")
    }
}

extension Importer {
    /// The maximum size of a member, in bytes, that is kept for another thread; a larger one is read in place.
    private static let longestPart = 32 << 20

    /// Calls a closure with each file of an archive or a folder, or with the file itself if it is neither.
    ///
    /// Keeps only the current file in memory. Leaves out files that operating systems add, such as `.DS_Store`.
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - progress: A closure called occasionally with the fraction read, 0 ... 1. If it throws, the walk ends.
    ///   - body: Receives each part. If it throws, the walk ends.
    /// - Throws: ``FormatError`` if the file or folder as a whole cannot be read, or any error that the closures
    ///   throw.
    public func forEachPart(
        of path: String, progress: ((Double) throws -> Void)? = nil, _ body: (ImportPart) throws -> Void
    ) throws {
        if let files = FolderFiles(path) {
            let list = ActivityList(of: files)
            for (index, file) in files.paths.enumerated() where !JoinedParts.isJunk(file) {
                try progress?(Double(index) / Double(files.paths.count))
                try forEachPart(ofFile: file, progress: nil, listed: list[file], body)
            }
            return
        }
        try forEachPart(ofFile: path, progress: progress, listed: nil, body)
    }

    private func forEachPart(
        ofFile path: String, progress: ((Double) throws -> Void)?, listed: ListedActivity?,
        _ body: (ImportPart) throws -> Void
    ) throws {
        let source = try ByteSource(path: path)
        source.progress = progress
        let meter = UnpackMeter(name: path, packed: source.size, limits: limits)
        let walk = ArchiveWalk(importer: self, meter: meter, unpacksMembers: false)
        try walk.forEachPart(of: source, listed: listed) { part in
            guard case .file(let file, let listed) = part else {
                return try body(ImportPart(name: path, read: [ImportPart.reading(part, self)], importer: self))
            }
            guard !JoinedParts.isJunk(file.name) else { return }
            if file.name == path {
                return try body(
                    ImportPart(name: path, path: path, size: source.size ?? 0, importer: self, listed: listed))
            }
            let head = try file.head(FormatDetection.headLength)
            guard Compression(head: head.prefix(16)) != nil || isKnown(head, file.name) else {
                let error =
                    head.isEmpty
                    ? FormatError.nothingInside(path: file.name, reason: "the file is empty")
                    : FormatError.unknownFormat(path: file.name, hint: "it is not a track")
                let reading = ImportPart.Reading(name: file.name, result: .failure(error))
                return try body(ImportPart(name: file.name, read: [reading], importer: self))
            }
            guard file.size ?? .max <= Self.longestPart else {
                let readings = ImportPart.readings(of: file, self, listed)
                return try body(ImportPart(name: file.name, read: readings, importer: self))
            }
            let bytes = try file.readAll(limit: Self.longestPart)
            try body(ImportPart(name: file.name, bytes: bytes, importer: self, listed: listed))
        }
    }

    private func isKnown(_ head: [UInt8], _ name: String) -> Bool {
        let narrow = WideText(head)?.narrowed(head) ?? head
        return (try? FormatDetection(head: narrow).format(path: name)) != nil
    }
}

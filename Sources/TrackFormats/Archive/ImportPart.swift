/// A file of an archive, or one that stands alone: what becomes one session of the library.
public struct ImportPart: Sendable {
    /// A document of the part, or the reason why there is none.
    public struct Reading: Sendable {
        /// What messages call it.
        public let name: String
        /// The document, or why it cannot be read.
        public let result: Result<TrackDocument, FormatError>

        /// True if its format is not known: a picture, a list of activities.
        public var isForeign: Bool {
            if case .failure(.unknownFormat) = result { true } else { false }
        }
    }

    /// What messages call it: the archive's path, with that of the file within it.
    public let name: String
    /// About how many bytes of memory reading it takes, in bytes.
    public let weight: Int

    /// True for a file that is in no archive.
    public var standsAlone: Bool { if case .path = content { true } else { false } }

    /// The path of a file that is in no archive; `nil` otherwise.
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
    /// How much more memory a compressed byte takes than a plain one.
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

    /// Reads the part: one document, or several of an archive within a compressed file. Several parts can be read at a time.
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
    /// Bytes of a member that are kept for another thread; a larger one is read where it is found.
    private static let longestPart = 32 << 20

    /// Calls a closure with each file of an archive, of a folder, or with a file that is neither.
    ///
    /// Nothing is held but the file that is handed over. What the system puts beside files (`.DS_Store`) is left out.
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - progress: Called now and then with the share that was read, 0 ... 1; what it throws ends the walk.
    ///   - body: Gets each part; what it throws ends the walk.
    /// - Throws: ``FormatError`` if the whole cannot be read, or what the closures throw.
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
                    : FormatError.unknownFormat(path: file.name, hint: "it is no track")
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

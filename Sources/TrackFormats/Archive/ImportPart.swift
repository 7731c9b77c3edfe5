import SensorModel

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
    public let standsAlone: Bool

    /// The path of a file that is neither in an archive nor compressed; `nil` otherwise.
    public var path: String? { if case .path = content { name } else { nil } }

    fileprivate enum Content {
        case path
        case bytes([UInt8])
        case read(Reading)
    }

    /// The maximum size of a member, in bytes, that is kept for another thread; a larger one is read in place.
    private static let longest = 32 << 20

    private let importer: Importer
    private let content: Content
    private let listed: ListedActivity?

    fileprivate init(
        _ name: String, _ content: Content, weight: Int = 0, _ importer: Importer, _ listed: ListedActivity? = nil,
        standsAlone: Bool = false
    ) {
        (self.name, self.content, self.weight) = (name, content, weight)
        (self.importer, self.listed, self.standsAlone) = (importer, listed, standsAlone)
    }

    /// Reads the part. Parts can be read concurrently.
    public func reading() -> Reading {
        switch content {
        case .read(let reading): return reading
        case .bytes(let bytes): return Self.reading(.file(ByteSource(bytes: bytes, name: name), listed), importer)
        case .path:
            do { return Self.reading(.file(try ByteSource(path: name), listed), importer) } catch {
                return Reading(name: name, result: .failure(Self.formatError(error, name)))
            }
        }
    }

    private static func reading(_ part: ArchiveWalk.Part, _ importer: Importer) -> Reading {
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
        error as? FormatError ?? .malformed(path: name, reason: Phrase(error))
    }

    /// Returns the part that a walk through a file has found; `nil` if the system has added it.
    fileprivate init?(_ part: ArchiveWalk.Part, of whole: ByteSource, in walk: ArchiveWalk) throws {
        let importer = walk.importer
        guard case .file(let file, let listed) = part else {
            self.init(whole.name, .read(Self.reading(part, importer)), importer)
            return
        }
        guard !JoinedParts.isJunk(file.name) else { return nil }
        let standsAlone = file.name == whole.name
        if file === whole {
            self.init(file.name, .path, weight: file.size ?? 0, importer, listed, standsAlone: true)
            return
        }
        do {
            let head = try file.head(FileHead.length)
            guard (try? FileHead(head, of: file.name).reader()) != nil else {
                throw head.isEmpty
                    ? FormatError.nothingInside(path: file.name, reason: Phrase(translatable("the file is empty")))
                    : FormatError.unknownFormat(path: file.name, hint: Phrase(translatable("it is not a track")))
            }
            let bytes = try file.head(Self.longest + 1)
            let content = bytes.count > Self.longest ? .read(Self.reading(part, importer)) : Content.bytes(bytes)
            self.init(file.name, content, weight: bytes.count, importer, listed, standsAlone: standsAlone)
        } catch let error as FormatError where walk.meter.refusal == nil {
            self.init(file.name, .read(Reading(name: file.name, result: .failure(error))), importer)
        }
    }
}

extension Importer {
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
        let children = UnpackingChildren(program: unpackingProgram)
        func visit(_ path: String, _ progress: ((Double) throws -> Void)?, _ listed: ListedActivity?) throws {
            let source = try ByteSource(path: path)
            source.progress = progress
            let walk = ArchiveWalk(self, source, children: children)
            try walk.forEachPart(of: source, listed: listed) {
                if let part = try ImportPart($0, of: source, in: walk) { try body(part) }
            }
        }
        guard let files = FolderFiles(path) else { return try visit(path, progress, nil) }
        let list = ActivityList(of: files)
        for (index, file) in files.paths.enumerated() where !JoinedParts.isJunk(file) {
            try progress?(Double(index) / Double(files.paths.count))
            do { try visit(file, nil, list[file]) } catch let error as FormatError {
                try body(ImportPart(file, .read(ImportPart.Reading(name: file, result: .failure(error))), self))
            }
        }
    }
}

import SensorModel

/// Reads a file in any known format, which it infers from the content, not the name.
///
///     let document = try Importer().load(path: "walk.gpx")
///     let recording = Recording(unordered: document.events)
///
/// Does not read session files: ``format(of:named:)`` identifies them, and the session store opens them.
public struct Importer: Sendable {
    /// The limits on what is read into memory.
    public var limits = ImportLimits()
    /// Whether invalid parts of a file are left out and listed in the document. If `false`, the first invalid part is
    /// an error.
    public var keepsGoodPart = false
    /// The path of `odographctl`, which unpacks archives and compressed files in a confined process.
    public var unpackingProgram = InstalledProgram.companion("odographctl")

    /// Creates an importer.
    public init(keepsGoodPart: Bool = false) {
        self.keepsGoodPart = keepsGoodPart
    }

    /// Returns the format of a file, inferred from its content. Error messages use `name` instead of the path if it
    /// is given.
    public func format(of path: String, named name: String? = nil) throws -> FileFormat {
        try FileHead(of: ByteSource(path: path, name: name)).reader().format
    }

    /// Reads a file.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The name for error messages, if it differs from the path.
    ///   - progress: A closure called occasionally with the fraction read, 0 ... 1. If it throws, reading stops, so a
    ///     caller can cancel by throwing `CancellationError`.
    /// - Throws: ``FormatError``, or any error that `progress` throws.
    public func load(
        path: String, named name: String? = nil, progress: ((Double) throws -> Void)? = nil
    ) throws -> TrackDocument {
        let source = try ByteSource(path: path, name: name)
        source.progress = progress
        return try load(source)
    }

    /// Reads bytes in memory. Error messages use `name`.
    public func load(bytes: [UInt8], name: String = "input") throws -> TrackDocument {
        try load(ByteSource(bytes: bytes, name: name))
    }

    /// Reads bytes in memory without detecting their format.
    func load(bytes: [UInt8], as reader: any FormatReader.Type) throws -> TrackDocument {
        try read(ByteSource(bytes: bytes, name: "input"), by: reader)
    }

    func load(_ source: ByteSource) throws -> TrackDocument {
        var document = try loadUnsettled(source)
        document.settleTimes()
        return document
    }

    /// Reads a file and leaves the times of its tracks unchanged.
    func loadUnsettled(_ source: ByteSource) throws -> TrackDocument {
        let document = try read(source)
        guard !document.isEmpty else {
            let records = document.recordsWithoutPlace
            throw FormatError.nothingInside(
                path: source.name,
                reason: records > 0
                    ? Phrase(
                        translatable(
                            "none of its {1} records has a position; it was recorded indoors or without a receiver"),
                        "\(records)")
                    : document.problems.first.map {
                        Phrase(translatable("contains neither points nor samples: {1}"), [$0.phrase])
                    } ?? Phrase(translatable("contains neither points nor samples")))
        }
        return document
    }

    private func read(_ source: ByteSource) throws -> TrackDocument {
        let head = try source.head(FileHead.length)
        if let wide = WideText(head) {
            // Conversion needs memory for a second copy.
            let bytes = try source.readAll(limit: limits.documentSize / 2)
            return try read(ByteSource(bytes: wide.narrowed(bytes), name: source.name))
        }
        return try read(source, by: FileHead(head, of: source.name).reader())
    }

    private func read(_ source: ByteSource, by reader: any FormatReader.Type) throws -> TrackDocument {
        var document = TrackDocument(format: reader.format)
        do {
            try reader.read(source, into: &document, by: self)
        } catch FormatError.tooLarge(let path, let what, let limit) where path.isEmpty {
            throw FormatError.tooLarge(path: source.name, what: what, limit: limit)
        }
        if let off = document.removePlacesOffEarth() {
            guard keepsGoodPart else { throw FormatError.malformed(path: source.name, reason: off.first.offEarth) }
            document.report(
                ImportProblem(
                    reason: Phrase(
                        translatable("{1}; places like this that were left out: {2}"),
                        [off.first.offEarth, Phrase(plain: "\(off.count)")])))
        }
        guard document.checks != .none else { return document }
        document.correctWeeks(now: .now, modified: source.modified)
        if document.checks == .all {
            document.removeImpossibleTimes()
            document.settlePauses()
        }
        document.doubt()
        if document.checks == .all { document.removeZeroHeartRates() }
        return document
    }

    /// Passes each line that is not blank to `body`, which returns the number of events so far. Reports an error
    /// thrown by `body` as a problem or rethrows it, depending on ``keepsGoodPart``.
    func forEachLine(
        of source: ByteSource, into document: inout TrackDocument, _ body: (UnsafeRawBufferPointer) throws -> Int
    ) throws {
        let reader = LineReader(source: source, maximumLength: limits.lineLength)
        try reader.forEachLine { line, number in
            let line = number == 1 ? line.withoutByteOrderMark : line
            if line.isBlank { return }
            do {
                let count = try body(line)
                guard count <= limits.eventCount else {
                    throw FormatError.tooLarge(
                        path: source.name, what: Phrase(translatable("events")), limit: limits.eventCount)
                }
            } catch let error as FormatError {
                throw error
            } catch {
                guard keepsGoodPart else {
                    throw FormatError.badLine(path: source.name, line: number, reason: Phrase(error))
                }
                document.report(ImportProblem(line: number, reason: Phrase(error)))
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without a UTF-8 byte order mark.
    var withoutByteOrderMark: UnsafeRawBufferPointer {
        starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: self[3...]) : self
    }

    /// Whether the bytes are only white space.
    @inline(__always)
    var isBlank: Bool {
        if let first, first > 32 { return false }
        return allSatisfy { $0 <= 32 }
    }
}

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
        let head = try ByteSource(path: path, name: name).head(FormatDetection.headLength)
        return try FormatDetection(head: WideText(head)?.narrowed(head) ?? head).format(path: name ?? path)
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

    /// Reads bytes in memory in a given format, without format detection.
    /// - Throws: ``FormatError``. Archives, compressed files and files for gpsbabel can be read only from a path.
    public func load(bytes: [UInt8], as format: FileFormat, name: String = "input") throws -> TrackDocument {
        try read(ByteSource(bytes: bytes, name: name), as: format)
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
                    ? "none of its \(records) records has a position; it was recorded indoors or without a receiver"
                    : (["contains neither points nor samples"] + document.problems.prefix(1).map(\.description))
                        .joined(separator: ": "))
        }
        return document
    }

    private func read(_ source: ByteSource) throws -> TrackDocument {
        let head = try source.head(FormatDetection.headLength)
        if let wide = WideText(head) {
            // Conversion needs memory for a second copy.
            let bytes = try source.readAll(limit: limits.documentSize / 2)
            return try read(ByteSource(bytes: wide.narrowed(bytes), name: source.name))
        }
        return try read(source, as: FormatDetection(head: head).format(path: source.name))
    }

    private func read(_ source: ByteSource, as format: FileFormat) throws -> TrackDocument {
        var document = try readAnyPlace(source, as: format)
        // The GPX reader reports such positions itself, with the line number.
        if format != .gpx, let off = document.removePlacesOffEarth() {
            guard keepsGoodPart else { throw FormatError.malformed(path: source.name, reason: off.first.offEarth) }
            document.note(
                ImportProblem(reason: "\(off.first.offEarth); places like this that were left out: \(off.count)"))
        }
        // These have already been applied to each file in an archive.
        guard ![.archive, .compressed, .foreign].contains(format) else { return document }
        if format == .nmea || format == .gpsdLog { document.correctWeeks(now: .now, modified: source.modified) }
        if format != .eventLog {
            document.removeImpossibleTimes()
            document.settlePauses()
        }
        document.doubt()
        // An event log is read to the last digit.
        if format != .eventLog { document.removeZeroHeartRates() }
        return document
    }

    private func readAnyPlace(_ source: ByteSource, as format: FileFormat) throws -> TrackDocument {
        switch format {
        case .eventLog: return try load(source, as: format, by: EventLogReader())
        case .gpx:
            return try load(source, GPXReader(path: source.name, limits: limits, keepsGoodPart: keepsGoodPart))
        case .tcx:
            return try load(source, TCXReader(path: source.name, limits: limits, keepsGoodPart: keepsGoodPart))
        case .fit: return try loadFIT(source)
        case .fitTable: return try load(source, as: format, by: FITTableReader())
        case .nmea: return try load(source, as: format, by: NMEAReader())
        case .gpsdLog: return try load(source, as: format, by: GPSDLogReader())
        case .table, .phyphox: return try loadTable(source)
        case .flySight: return try load(source, as: format, by: FlySightReader())
        case .gnssLogger: return try load(source, as: format, by: GNSSLoggerReader())
        case .vbox: return try load(source, as: format, by: VBOXReader())
        case .sensorLogger: return try loadSensorLogger(source)
        case .googleTimeline: return try loadGoogleTimeline(source)
        case .moves: return try loadMoves(source)
        case .goldenCheetah: return try loadGoldenCheetah(source)
        case .trackDocument: return try loadTrackDocument(source)
        case .records: return try loadRecords(source)
        case .ownTracks: return try loadOwnTracks(source)
        case .kml: return try loadKML(source)
        case .xmlRecords: return try loadXMLRecords(source)
        case .igc: return try load(source, as: format, by: IGCReader())
        case .subtitles: return try load(source, as: format, by: SubtitleReader())
        case .twoNav: return try load(source, as: format, by: TwoNavReader())
        case .rtklib: return try load(source, as: format, by: RTKLIBReader())
        case .ubx: return try loadUBX(source)
        case .polar: return try load(source, as: format, by: PolarReader())
        case .compressed, .archive: return try loadPacked(source)
        case .foreign: return try loadForeign(source)
        case .session:
            throw FormatError.unknownFormat(
                path: source.name, hint: "it is a session, which is opened and not imported")
        }
    }

    /// Reads XML. If the document is malformed, keeps the part before the error if ``keepsGoodPart`` is set.
    /// - Parameter root: The name of an element to put around a source that has several at its outermost level.
    func load(_ source: ByteSource, _ reader: some XMLTrackReader, root: String? = nil) throws -> TrackDocument {
        do {
            try XMLStream(into: reader).read(source, root: root)
        } catch FormatError.badLine(_, let line, let reason) where keepsGoodPart {
            var document = reader.finish()
            document.note(ImportProblem(line: line, reason: "\(reason); the rest was left out"))
            return document
        } catch let error as LineError {
            throw FormatError.malformed(path: source.name, reason: "\(error)")
        }
        return reader.finish()
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
                    throw FormatError.tooLarge(path: source.name, what: "events", limit: limits.eventCount)
                }
            } catch let error as FormatError {
                throw error
            } catch {
                guard keepsGoodPart else {
                    throw FormatError.badLine(path: source.name, line: number, reason: "\(error)")
                }
                document.note(ImportProblem(line: number, reason: "\(error)"))
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

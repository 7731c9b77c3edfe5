/// Reads a file of any format that is known, told by its content and not by its name.
///
///     let document = try Importer().load(path: "walk.gpx")
///     let recording = Recording(unordered: document.events)
///
/// A session file is not read here: ``format(of:named:)`` says that it is one, and the session store opens it.
public struct Importer: Sendable {
    /// What may be read into memory.
    public var limits = ImportLimits()
    /// True if a file with bad places is read without them (they are listed in the document), false if the
    /// first bad place is an error.
    public var keepsGoodPart = false

    /// Creates an importer.
    public init(keepsGoodPart: Bool = false) {
        self.keepsGoodPart = keepsGoodPart
    }

    /// Returns the format of a file by its content; `name` is what errors call it, where that is not its path.
    public func format(of path: String, named name: String? = nil) throws -> FileFormat {
        let head = try ByteSource(path: path, name: name).head(FormatDetection.headLength)
        return try FormatDetection(head: WideText(head)?.narrowed(head) ?? head).format(path: name ?? path)
    }

    /// Reads a file.
    /// - Parameters:
    ///   - path: The file.
    ///   - name: What errors call it, where that is not its path.
    ///   - progress: Called now and then with the share that was read, 0 ... 1; what it throws ends the reading, so
    ///     a caller cancels by throwing `CancellationError`.
    /// - Throws: ``FormatError``, or what `progress` threw.
    public func load(
        path: String, named name: String? = nil, progress: ((Double) throws -> Void)? = nil
    ) throws -> TrackDocument {
        let source = try ByteSource(path: path, name: name)
        source.progress = progress
        return try load(source)
    }

    /// Reads bytes in memory; `name` is what errors call them.
    public func load(bytes: [UInt8], name: String = "input") throws -> TrackDocument {
        try load(ByteSource(bytes: bytes, name: name))
    }

    /// Reads bytes in memory as one format, whatever they look like.
    /// - Throws: ``FormatError``; archives, compressed and foreign files are read from a path only.
    public func load(bytes: [UInt8], as format: FileFormat, name: String = "input") throws -> TrackDocument {
        try read(ByteSource(bytes: bytes, name: name), as: format)
    }

    func load(_ source: ByteSource) throws -> TrackDocument {
        var document = try loadUnsettled(source)
        document.settleTimes()
        return document
    }

    /// Reads a file and leaves the times of its tracks as they are.
    func loadUnsettled(_ source: ByteSource) throws -> TrackDocument {
        let document = try read(source)
        guard !document.isEmpty else {
            throw FormatError.nothingInside(path: source.name, reason: "holds no point and no sample")
        }
        return document
    }

    private func read(_ source: ByteSource) throws -> TrackDocument {
        let head = try source.head(FormatDetection.headLength)
        if let wide = WideText(head) {
            // Read as a whole, in which it takes the room of two.
            let bytes = try source.readAll(limit: limits.documentSize / 2)
            return try read(ByteSource(bytes: wide.narrowed(bytes), name: source.name))
        }
        return try read(source, as: FormatDetection(head: head).format(path: source.name))
    }

    private func read(_ source: ByteSource, as format: FileFormat) throws -> TrackDocument {
        var document = try readAnyPlace(source, as: format)
        // GPX names the line of such a place.
        if format != .gpx, let off = document.removePlacesOffEarth() {
            guard keepsGoodPart else { throw FormatError.malformed(path: source.name, reason: off.first.offEarth) }
            document.note(
                ImportProblem(reason: "\(off.first.offEarth); places like this that were left out: \(off.count)"))
        }
        // The files within a packed one have been through this.
        if ![.archive, .compressed, .foreign].contains(format) { document.doubt() }
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
        case .nmea: return try load(source, as: format, by: NMEAReader())
        case .gpsdLog: return try load(source, as: format, by: GPSDLogReader())
        case .table, .phyphox: return try loadTable(source)
        case .madLocationManager: return try load(source, as: format, by: MadLocationManagerReader())
        case .geoLife: return try load(source, as: format, by: GeoLifeReader())
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

    private func load(_ source: ByteSource, _ reader: some XMLTrackReader) throws -> TrackDocument {
        do {
            try XMLStream(into: reader).read(source)
        } catch FormatError.badLine(_, let line, let reason) where keepsGoodPart {
            var document = reader.finish()
            document.note(ImportProblem(line: line, reason: "\(reason); the rest was left out"))
            return document
        } catch let error as LineError {
            throw FormatError.malformed(path: source.name, reason: "\(error)")
        }
        return reader.finish()
    }

    /// Gives each line that is not blank to `body`, which returns how many events there are by then; keeps or throws
    /// what `body` finds wrong.
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
    /// The bytes without UTF-8's byte order mark.
    var withoutByteOrderMark: UnsafeRawBufferPointer {
        starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: self[3...]) : self
    }

    /// True for nothing but white space.
    @inline(__always)
    var isBlank: Bool {
        if let first, first > 32 { return false }
        return allSatisfy { $0 <= 32 }
    }
}

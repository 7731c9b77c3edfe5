import SensorModel

/// A document joined from the parts of an archive, or from several files.
struct JoinedParts {
    private let limits: ImportLimits
    private let name: String
    private var whole = TrackDocument(format: PackedReader.format)
    private var single: TrackDocument?
    private var count = 0
    private var failure: FormatError?
    private var nextDevice: UInt16 = 0
    /// The members of unknown format: the names of the first few, and the total number.
    private var unknown: (names: [String], count: Int) = ([], 0)

    private static let shownNames = 5

    /// Creates an empty document to which parts are added.
    init(limits: ImportLimits, name: String) {
        self.limits = limits
        self.name = name
    }

    /// Sets the document of a file that is not an archive.
    mutating func add(whole document: TrackDocument) { single = document }

    /// Adds a part, or a note if it cannot be read.
    /// - Throws: ``FormatError`` if the parts together exceed the limits, or the error that `load` throws to cancel.
    mutating func add(_ part: ArchiveWalk.Part, load: (ByteSource) throws -> TrackDocument) throws {
        var problem: FormatError?
        do {
            switch part {
            case .file(let source, let listed):
                var document = try load(source)
                document.use(listed)
                try add(document)
            case .recording(_, let load): try add(load())
            case .broken(let error): throw error
            }
        } catch FormatError.unknownFormat(let path, _) {
            if !Self.isJunk(path) { noteUnknown(path) }
        } catch let error as FormatError {
            if case .tooLarge = error { throw error }
            if case .tooManyActivities = error { throw error }
            problem = error
        }
        guard let problem else { return }
        failure = failure ?? problem
        whole.report(ImportProblem(.refused, problem.phrase.clause))
    }

    /// Returns the joined document.
    /// - Throws: ``FormatError`` if no part contains anything.
    consuming func finish() throws -> TrackDocument {
        if let single { return single }
        if unknown.count > 0 {
            let names = unknown.names.joined(separator: ", ") + (unknown.count > unknown.names.count ? ", …" : "")
            whole.report(
                .leftOut,
                unknown.count == 1
                    ? translatable("1 other file in it is of no format that is read: {1}")
                    : translatable("{2} other files in it are of no format that is read: {1}"), names,
                "\(unknown.count)")
        }
        guard !whole.isEmpty else {
            throw failure
                ?? FormatError.nothingInside(
                    path: name, reason: Phrase(translatable("no file in the archive has a known format")))
        }
        return whole
    }

    /// Joins a document. A single part keeps its own name, format and creator.
    private mutating func add(_ part: TrackDocument) throws {
        guard !part.isEmpty else { return }
        count += 1
        whole.format = count == 1 ? part.format : PackedReader.format
        whole.name = count == 1 ? part.name : nil
        whole.creator = count == 1 || whole.creator == part.creator ? part.creator : nil
        // Each receiver keeps the name of what wrote its file.
        whole.tracks += part.tracks.map { track in
            var track = track
            track.source = track.source ?? part.creator
            return track
        }
        whole.routes += part.routes
        whole.waypoints += part.waypoints
        // The devices of different files remain distinct.
        let shift = nextDevice
        whole.sensorEvents +=
            shift > 0 ? part.sensorEvents.map { $0.renumbered { DeviceID($0.rawValue &+ shift) } } : part.sensorEvents
        if let last = part.sensorEvents.lazy.compactMap(\.device?.rawValue).max() { nextDevice &+= last &+ 1 }
        for problem in part.problems { whole.report(problem) }
        guard whole.pointCount <= limits.pointCount else {
            throw count == 1
                ? FormatError.tooLarge(path: name, what: Phrase(translatable("points")), limit: limits.pointCount)
                : FormatError.tooManyActivities(path: name, limit: limits.pointCount)
        }
        guard whole.sensorEvents.count <= limits.eventCount else {
            throw FormatError.tooLarge(path: name, what: Phrase(translatable("events")), limit: limits.eventCount)
        }
    }

    private mutating func noteUnknown(_ path: String) {
        unknown.count += 1
        guard unknown.names.count < Self.shownNames else { return }
        unknown.names.append(String(path.split(separator: "/").last ?? ""))
    }

    /// Returns whether a path is that of a file that macOS or Windows adds to folders and archives.
    static func isJunk(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return path.contains("/__MACOSX/") || name.hasPrefix("._")
            || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(name)
    }
}

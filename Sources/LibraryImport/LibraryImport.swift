import Dispatch
import Foundation
import Recorder
import Replay
public import SensorModel
public import SessionStore
import Synchronization
public import TrackFormats

/// Adds files, folders and archives to a library: one session for each activity, none that is there already.
///
/// Files are taken in groups. A group is read and written by all processors, waits for the disk once, and then appears whole;
/// so an import that is interrupted leaves whole sessions, and continues when it is run again.
public struct LibraryImport: Sendable {
    /// What became of an import so far.
    public struct Report: Sendable, Hashable {
        /// A file without a session, and the reason.
        public struct Refusal: Sendable, Hashable {
            /// What messages call the file.
            public let name: String
            /// The reason, as one sentence that names the file.
            public let reason: String
        }

        /// The sessions that were added.
        public internal(set) var added: [String] = []
        /// The number of activities that the library held already, or that were in the input twice.
        public internal(set) var known = 0
        /// The files that hold no track or cannot be read.
        public internal(set) var refused: [Refusal] = []
        /// The number of files of other kinds: pictures, lists.
        public internal(set) var others = 0
        /// The notes of the sessions that were added.
        public internal(set) var notes: [Note] = []

        /// Creates the report of an import that has not begun.
        public init() {}
    }

    /// A note of a session that was added.
    public struct Note: Sendable, Hashable {
        /// What messages call the file.
        public let name: String
        /// The note.
        public let note: ImportNote
    }

    /// The bounds of a group.
    private struct Group {
        static let count = 128
        /// Bytes of files, compressed ones counted as they are unpacked.
        static let weight = 64 << 20
    }

    private let library: SessionLibrary
    private let importer: Importer
    private let programVersion: String

    /// Creates an import into a library.
    /// - Parameters:
    ///   - library: The library that gets the sessions.
    ///   - importer: What reads the files.
    ///   - programVersion: What the sessions say made them.
    public init(into library: SessionLibrary, importer: Importer, programVersion: String) {
        self.library = library
        self.importer = importer
        self.programVersion = programVersion
    }

    /// Adds what files, folders and archives hold.
    /// - Parameters:
    ///   - inputs: Their paths.
    ///   - progress: Called now and then with the share that was read, 0 ... 1, and the report so far; what it throws ends
    ///     the import.
    /// - Returns: What became of it.
    /// - Throws: `SessionError` if a session cannot be written, or what `progress` throws.
    public func run(_ inputs: [String], progress: @escaping (Double, Report) throws -> Void) throws -> Report {
        SessionDraft.removeAbandoned(in: library.folder)
        // A program that was killed a moment ago may still be going: its drafts go at the end.
        defer { SessionDraft.removeAbandoned(in: library.folder) }
        var known = KnownContents(library.contents())
        var report = Report()
        var group: [ImportPart] = []
        var weight = 0
        func flush() throws {
            try add(group, to: &report, &known)
            (group, weight) = ([], 0)
        }
        for (index, input) in inputs.enumerated() {
            do {
                try importer.forEachPart(
                    of: input, progress: { try progress((Double(index) + $0) / Double(inputs.count), report) }
                ) { part in
                    group.append(part)
                    weight += part.weight
                    if group.count >= Group.count || weight >= Group.weight {
                        try flush()
                        try progress(Double(index) / Double(inputs.count), report)
                    }
                }
            } catch let error as FormatError {
                report.refused.append(.init(name: input, reason: "\(error)"))
            }
        }
        try flush()
        try progress(1, report)
        return report
    }

    /// A session that is ready to be written.
    private struct Candidate: Sendable {
        let name: String
        let title: String
        let notes: [ImportNote]
        let recording: Recording
        let features: [MapFeature]
        let content: SessionContent
        var path = ""
    }

    private enum Reading: Sendable {
        case candidate(Candidate)
        case refused(Report.Refusal)
        case other
    }

    private func add(_ group: [ImportPart], to report: inout Report, _ known: inout KnownContents) throws {
        var candidates: [Candidate] = []
        for reading in Self.concurrently(group, Self.readings).joined() {
            switch reading {
            case .other: report.others += 1
            case .refused(let refusal): report.refused.append(refusal)
            case .candidate(var candidate):
                guard known.insert(candidate.content) else {
                    report.known += 1
                    continue
                }
                candidate.path = freePath(of: candidate, besides: candidates)
                candidates.append(candidate)
            }
        }
        let created = Instant(seconds: Date().timeIntervalSince1970)
        let drafts = Self.concurrently(candidates) { candidate in
            Result {
                try SessionDraft(
                    candidate.path,
                    header: SessionHeader(title: candidate.title, created: created, programVersion: programVersion),
                    events: candidate.recording.events, features: candidate.features)
            }
        }
        try SessionDraft.publish(try drafts.map { try $0.get() })
        library.keep(Dictionary(uniqueKeysWithValues: candidates.map { ($0.path, $0.content) }))
        report.added += candidates.map(\.path)
        report.notes += candidates.flatMap { candidate in candidate.notes.map { Note(name: candidate.name, note: $0) } }
    }

    private static func readings(of part: ImportPart) -> [Reading] {
        // In an archive, names are mostly numbers.
        let name = part.standsAlone ? URL(filePath: part.name).deletingPathExtension().lastPathComponent : ""
        return part.readings().map { reading($0, name: name) }
    }

    private static func reading(_ reading: ImportPart.Reading, name: String) -> Reading {
        guard !reading.isForeign else { return .other }
        do {
            let document = try reading.result.get()
            var assembly = RecordingAssembly()
            assembly.reserveCapacity(fixes: document.pointCount)
            document.forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
            let recording = document.isInOrder ? Recording(ordered: document.events) : assembly.finish()
            guard !assembly.isEmpty, let content = SessionContent(recording.events) else {
                return .refused(
                    .init(name: reading.name, reason: "\(reading.name): nothing in it has a time: it is a drawing."))
            }
            return .candidate(
                Candidate(
                    name: reading.name, title: document.title ?? name, notes: document.notes, recording: recording,
                    features: document.mapFeatures, content: content))
        } catch {
            return .refused(.init(name: reading.name, reason: "\(error)"))
        }
    }

    private func freePath(of candidate: Candidate, besides others: [Candidate]) -> String {
        let taken = Set(others.map(\.path))
        return LibraryFolder(path: library.folder).freePath(
            at: Instant(nanoseconds: candidate.content.first.time), besides: taken)
    }

    /// Returns what a closure makes of each element, computed by all processors.
    private static func concurrently<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ body: @Sendable (Element) -> Value
    ) -> [Value] {
        let values = Mutex<[Int: Value]>([:])
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let value = body(elements[index])
            values.withLock { $0[index] = value }
        }
        return values.withLock { values in elements.indices.compactMap { values[$0] } }
    }
}

/// The recordings of a library, by the second in which they start.
private struct KnownContents {
    private var bySecond: [Int64: [SessionContent]] = [:]

    init(_ contents: [String: SessionContent]) {
        for content in contents.values { bySecond[content.second, default: []].append(content) }
    }

    /// Adds a recording.
    /// - Returns: False if the same one is there already.
    mutating func insert(_ content: SessionContent) -> Bool {
        let near = (-1...1).flatMap { bySecond[content.second + $0] ?? [] }
        guard !near.contains(where: content.isSame) else { return false }
        bySecond[content.second, default: []].append(content)
        return true
    }
}

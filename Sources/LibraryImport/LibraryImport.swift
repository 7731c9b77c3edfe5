import Dispatch
import Foundation
import Recorder
import Replay
public import SensorModel
public import SessionStore
import Synchronization
public import TrackFormats

/// Adds files, folders, archives, and sessions to a library: one session per activity, except for those that it already
/// contains.
///
/// Files are processed in groups. All processors read and write a group, which waits for the disk only once and then
/// appears as a whole. An interrupted import therefore leaves only complete sessions, and continues when it is run
/// again.
public struct LibraryImport: Sendable {
    /// The result of an import so far.
    public struct Report: Sendable, Hashable {
        /// A file that produced no session, with the reason.
        public struct Refusal: Sendable, Hashable {
            /// The name of the file in messages.
            public let name: String
            /// A sentence that names the file and gives the reason.
            public let reason: Phrase
        }

        /// The paths of the sessions that were added.
        public internal(set) var added: [String] = []
        /// The number of activities that the library already contained, or that occurred twice in the input.
        public internal(set) var known = 0
        /// The files that contain no track or cannot be read.
        public internal(set) var refused: [Refusal] = []
        /// The number of files of other kinds, such as pictures and lists.
        public internal(set) var others = 0
        /// The notes about the sessions that were added.
        public internal(set) var notes: [Note] = []

        /// Creates an empty report.
        public init() {}
    }

    /// A note about a session that was added.
    public struct Note: Sendable, Hashable {
        /// The name of the file in messages.
        public let name: String
        /// The reason and the text of the note.
        public let note: ImportNote
    }

    /// The limits of a group.
    private struct Group {
        static let count = 128
        /// The maximum size of a group's files in bytes; compressed files count with their estimated unpacked size.
        static let weight = 64 << 20
    }

    private let library: SessionLibrary
    private let importer: Importer
    /// The header of the sessions, without title and time.
    private let header: SessionHeader

    /// Creates an import into a library.
    /// - Parameters:
    ///   - library: The library to add sessions to.
    ///   - importer: Reads the files.
    ///   - programVersion: The program version that is stored in the sessions.
    public init(into library: SessionLibrary, importer: Importer, programVersion: String) {
        self.library = library
        self.importer = importer
        header = SessionHeader(
            created: Instant(nanoseconds: 0), programVersion: programVersion,
            parameters: library.parametersOfNewSessions())
    }

    /// Adds the contents of files, folders, and archives.
    /// - Parameters:
    ///   - inputs: The paths.
    ///   - progress: Called from time to time with the fraction that has been read, 0 ... 1, and the report so far;
    ///     throws to stop the import.
    /// - Returns: The result of the import.
    /// - Throws: `SessionError` if a session cannot be written, or the error thrown by `progress`.
    public func run(_ inputs: [String], progress: @escaping (Double, Report) throws -> Void) throws -> Report {
        SessionDraft.removeAbandoned(in: library.folder)
        // A program that was just killed may still be exiting, so its drafts are removed at the end.
        defer { SessionDraft.removeAbandoned(in: library.folder) }
        var known = KnownContents(library.contents())
        var report = Report()
        var group: [ImportPart] = []
        var weight = 0
        // A file that the user names is refused if it is of no known kind; one in a folder is only counted.
        let named = Set(inputs)
        func flush() throws {
            try add(group, named, to: &report, &known)
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
                report.refused.append(.init(name: input, reason: Phrase(error)))
            }
        }
        try flush()
        try progress(1, report)
        return report
    }

    /// A session that is ready to be written.
    private struct Candidate: Sendable {
        let name: String
        let notes: [ImportNote]
        let material: Material
        let content: SessionContent
        var path = ""
    }

    /// The source of a session's contents.
    private enum Material: Sendable {
        case document(title: String, Recording, [MapFeature])
        /// A session of another library, which is copied as a whole.
        case session(SessionReader)
    }

    private enum Reading: Sendable {
        case candidate(Candidate)
        case refused(Report.Refusal)
        case other
    }

    private func add(
        _ group: [ImportPart], _ named: Set<String>, to report: inout Report, _ known: inout KnownContents
    ) throws {
        var candidates: [Candidate] = []
        for reading in Self.concurrently(group, { Self.reading(of: $0, named) }) {
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
        let results = Self.concurrently(candidates) { candidate in Result { try draft(of: candidate, created) } }
        var added: [(candidate: Candidate, draft: SessionDraft)] = []
        for (candidate, result) in zip(candidates, results) {
            do { added.append((candidate, try result.get())) } catch SessionError.damaged(candidate.name, let detail) {
                let error = SessionError.damaged(path: candidate.name, detail: detail)
                report.refused.append(.init(name: candidate.name, reason: Phrase(error)))
            }
        }
        try SessionDraft.publish(added.map(\.draft))
        library.keep(Dictionary(uniqueKeysWithValues: added.map { ($0.candidate.path, $0.candidate.content) }))
        report.added += added.map(\.candidate.path)
        report.notes += added.flatMap { candidate, _ in
            candidate.notes.map { Note(name: candidate.name, note: $0) }
        }
    }

    private func draft(of candidate: Candidate, _ created: Instant) throws -> SessionDraft {
        switch candidate.material {
        case .session(let reader): return try SessionDraft(candidate.path, copying: reader)
        case .document(let title, let recording, let features):
            var header = header
            (header.title, header.created) = (title, created)
            return try SessionDraft(
                candidate.path, header: header, events: recording.events, features: features)
        }
    }

    private static func reading(of part: ImportPart, _ named: Set<String>) -> Reading {
        if let path = part.path, let session = session(path) { return session }
        // In archives, most names are numbers.
        let name = part.standsAlone ? URL(filePath: part.name).deletingPathExtension().lastPathComponent : ""
        let reading = part.reading()
        return reading.isForeign && !named.contains(part.name) ? .other : self.reading(reading, name: name)
    }

    /// Returns the reading of a session file; `nil` if the file is not one.
    private static func session(_ path: String) -> Reading? {
        do throws(SessionError) {
            let reader = try SessionReader(opening: path)
            guard let content = try reader.content() else {
                return .refused(
                    .init(name: path, reason: Phrase(translatable("“{1}” is a session without events."), path)))
            }
            return .candidate(Candidate(name: path, notes: [], material: .session(reader), content: content))
        } catch .notASession {
            return nil
        } catch {
            return .refused(.init(name: path, reason: Phrase(error)))
        }
    }

    private static func reading(_ reading: ImportPart.Reading, name: String) -> Reading {
        do {
            let document = try reading.result.get()
            var assembly = RecordingAssembly()
            assembly.reserveCapacity(fixes: document.pointCount)
            document.forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
            let recording = document.isInOrder ? Recording(ordered: document.events) : assembly.finish()
            guard !assembly.isEmpty, let content = SessionContent(recording.events) else {
                return .refused(
                    .init(
                        name: reading.name,
                        reason: Phrase(translatable("{1}: nothing in it has a time: it is a drawing."), reading.name)))
            }
            return .candidate(
                Candidate(
                    name: reading.name, notes: document.notes,
                    material: .document(title: document.title ?? name, recording, document.mapFeatures),
                    content: content))
        } catch {
            return .refused(.init(name: reading.name, reason: Phrase(error)))
        }
    }

    private func freePath(of candidate: Candidate, besides others: [Candidate]) -> String {
        let taken = Set(others.map(\.path))
        return LibraryFolder(path: library.folder).freePath(
            at: Instant(nanoseconds: candidate.content.first.time), besides: taken)
    }

    /// Returns the results of a closure for all elements, computed by all processors.
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
    /// - Returns: `false` if the same recording is already present.
    mutating func insert(_ content: SessionContent) -> Bool {
        let near = (-1...1).flatMap { bySecond[content.second + $0] ?? [] }
        guard !near.contains(where: content.isSame) else { return false }
        bySecond[content.second, default: []].append(content)
        return true
    }
}

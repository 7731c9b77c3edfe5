import Foundation
import Localization
import SensorModel
import SessionStore
import Viewer
import ViewerModel

/// The sessions in the library's folder, as listed in the sidebar.
enum LibraryListing {
    /// The time between updates of the list while sessions are being read.
    private static let pause = Duration.milliseconds(500)

    /// Lists a folder, outside the main actor: immediately with the indexed sessions, then again while the others are
    /// read. A file that cannot be read has a row with the reason.
    static func sessions(in folder: String) -> AsyncStream<[LibraryList.Session]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [LibraryList.Session].self, bufferingPolicy: .bufferingNewest(1))
        let work = Task.detached(priority: .utility) {
            defer { continuation.finish() }
            guard let library = try? SessionLibrary.existing(folder) else {
                continuation.yield([])
                return
            }
            let entries = library.entries()
            var sessions = entries.map { session(of: $0, in: library) }
            continuation.yield(sessions.compactMap(\.self))
            var shown = ContinuousClock.now
            for place in entries.indices where entries[place].summary == nil {
                if Task.isCancelled { return }
                sessions[place] = session(of: library.summarize(entries[place]), in: library)
                guard ContinuousClock.now - shown > pause else { continue }
                continuation.yield(sessions.compactMap(\.self))
                shown = .now
            }
            continuation.yield(sessions.compactMap(\.self))
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    /// The number of sessions whose lines are read together.
    private static let linesAtOnce = 64

    /// Reads the lines of sessions in a folder, outside the main actor: those of the index at the same time on all cores,
    /// then the others one by one, from the last to the first, because the list reads new sessions in the opposite order.
    static func lines(in folder: String, of paths: [String]) -> AsyncStream<LibraryLines> {
        let (stream, continuation) = AsyncStream.makeStream(of: LibraryLines.self)
        let work = Task.detached(priority: .userInitiated) {
            defer { continuation.finish() }
            guard let library = try? SessionLibrary.existing(folder) else { return }
            let parts = stride(from: 0, to: paths.count, by: linesAtOnce).map {
                Array(paths[$0..<min(paths.count, $0 + linesAtOnce)])
            }
            let known = await withTaskGroup(of: [LibraryLine].self) { group in
                for part in parts {
                    group.addTask { library.knownLines(of: part).map { LibraryLine(id: $0, $1) } }
                }
                var known: Set<String> = []
                for await lines in group {
                    known.formUnion(lines.map(\.id))
                    continuation.yield(LibraryLines(lines))
                }
                return known
            }
            for path in paths.reversed() where !known.contains(path) {
                if Task.isCancelled { return }
                do throws(SessionError) {
                    continuation.yield(LibraryLines([LibraryLine(id: path, try library.line(of: path))]))
                } catch {
                    continuation.yield(LibraryLines([], failures: [path: error.sentence]))
                }
            }
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    private static func session(of entry: SessionEntry, in library: SessionLibrary) -> LibraryList.Session? {
        let header = entry.summary == nil ? try? SessionReader(opening: entry.path).header : nil
        if header == nil, let problem = entry.problem { return damaged(entry, problem) }
        // An imported session might have been created long after it was recorded.
        guard let start = entry.summary?.start ?? header.map({ library.knownStart(of: entry) ?? $0.created }) else {
            return nil
        }
        let given = entry.summary?.title ?? header?.title ?? ""
        let activities = entry.summary?.activities ?? []
        let date = ClockTime(start, utcOffset: utcOffset(at: start)).date
        let names = Set(activities.map(\.activity)).map(ActivityWords.name).sorted()
        return LibraryList.Session(
            id: entry.path, title: given.isEmpty ? title(of: start) : given.visible, start: start,
            utcOffset: utcOffset(at: start), duration: entry.summary?.duration, distance: entry.summary?.distance,
            fastestSpeed: entry.summary?.maximumSpeed,
            stretches: activities.map { LibraryList.Stretch(activity: $0.activity, duration: $0.duration) },
            words: "\(date.localizedLongText) \(names.joined(separator: " "))")
    }

    /// Returns the row of a file that cannot be read, at the time of its last change.
    private static func damaged(_ entry: SessionEntry, _ problem: SessionError) -> LibraryList.Session {
        let changed = try? FileManager.default.attributesOfItem(atPath: entry.path)[.modificationDate] as? Date
        let start = Instant(seconds: changed?.timeIntervalSince1970 ?? 0)
        return LibraryList.Session(
            id: entry.path, title: title(of: entry.path).visible, start: start, utcOffset: utcOffset(at: start),
            duration: nil, problem: problem.sentence)
    }

    private static func utcOffset(at instant: Instant) -> Int {
        TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: instant.seconds))
    }

    /// Returns the title of a session; if it has none, a title with its start time.
    static func title(of header: SessionHeader) -> String {
        header.title.isEmpty ? title(of: header.created) : header.title
    }

    private static func title(of start: Instant) -> String {
        localized("Recording {1}", ClockTime(start, utcOffset: utcOffset(at: start)).minuteText)
    }

    /// Returns the title of a file that has no title: its name without the extension.
    static func title(of path: String) -> String { URL(filePath: path).deletingPathExtension().lastPathComponent }
}

extension LibraryLine {
    fileprivate init(id: String, _ line: SessionLine) {
        self.init(
            id: id, places: line.places,
            styles: zip(line.activities, line.isEstimated).map { TrackStyle($0, isDashed: $1) })
    }
}

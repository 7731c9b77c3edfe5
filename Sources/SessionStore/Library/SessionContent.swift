import GRDB
import Geodesy
public import SensorModel

/// The identity of a recording, whatever its file is called and of which format it was.
///
/// Made of the first and the last fix and of their number, with the tolerance by which formats round: the same activity as
/// GPX and as FIT is the same, two devices on one ride are not.
public struct SessionContent: Sendable, Hashable, Codable {
    /// A fix of the recording: its time in nanoseconds, its place in degrees.
    public struct End: Sendable, Hashable, Codable {
        /// The time in nanoseconds since 1970.
        public var time: Int64
        /// The latitude in degrees.
        public var latitude: Double
        /// The longitude in degrees.
        public var longitude: Double
    }

    /// The first fix with a position; of a recording without one, its first event.
    public var first: End
    /// The last one.
    public var last: End
    /// The number of fixes with a position.
    public var fixes: Int

    /// Creates the identity of events in the order of a session; `nil` if there are none. O(n).
    public init?(_ events: some Sequence<SensorEvent>) {
        var ends: (first: End, last: End)?
        var start: End?
        var count = 0
        for event in events {
            if start == nil { start = End(time: event.time.nanoseconds, latitude: 0, longitude: 0) }
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate else { continue }
            let end = End(
                time: event.time.nanoseconds, latitude: coordinate.latitude, longitude: coordinate.longitude)
            ends = (ends?.first ?? end, end)
            count += 1
        }
        guard let ends = ends ?? start.map({ ($0, $0) }) else { return nil }
        (first, last, fixes) = (ends.first, ends.last, count)
    }

    init(first: End, last: End, fixes: Int) { (self.first, self.last, self.fixes) = (first, last, fixes) }

    /// The second in which it starts, by which sessions are looked up.
    public var second: Int64 { first.time / Self.nanoseconds }

    /// Returns whether another recording is the same one.
    public func isSame(as other: SessionContent) -> Bool {
        guard fixes > 0, other.fixes > 0 else { return fixes == other.fixes && first.time == other.first.time }
        let fewer = Double(min(fixes, other.fixes))
        return Self.isSame(first, other.first) && Self.isSame(last, other.last)
            && fewer >= Self.commonShare * Double(max(fixes, other.fixes))
    }

    private static let nanoseconds: Int64 = 1_000_000_000
    /// Formats without fractions of a second round or cut them off.
    private static let timeTolerance: Int64 = 1_000_000_000
    /// About 11 m.
    private static let placeTolerance = 1e-4
    /// Some exports leave out a few points.
    private static let commonShare = 0.95

    private static func isSame(_ one: End, _ other: End) -> Bool {
        one.time.subtractingReportingOverflow(other.time).partialValue.magnitude <= timeTolerance.magnitude
            && abs(one.latitude - other.latitude) < placeTolerance
            && abs(one.longitude - other.longitude) < placeTolerance
    }
}

extension SessionReader {
    /// Returns the identity of what the session holds; `nil` if it holds nothing. Reads the ends of its tables only.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func content() throws(SessionError) -> SessionContent? {
        try SessionError.translating(path) {
            try queue.read { database in
                func end(_ order: String) throws -> SessionContent.End? {
                    let row = try Row.fetchOne(
                        database,
                        sql: """
                            SELECT time, latitude, longitude FROM fix
                            WHERE typeof(latitude) = 'real' AND typeof(longitude) = 'real' ORDER BY id \(order) LIMIT 1
                            """)
                    return try row.map { row in
                        guard let time = Int64.fromDatabaseValue(row[0]),
                            let latitude = Double.fromDatabaseValue(row[1]),
                            let longitude = Double.fromDatabaseValue(row[2])
                        else { throw StoredValueError.unexpected }
                        return SessionContent.End(time: time, latitude: latitude, longitude: longitude)
                    }
                }
                if let first = try end("ASC"), let last = try end("DESC") {
                    let count = try Int.fetchOne(
                        database,
                        sql: "SELECT count(*) FROM fix WHERE typeof(latitude) = 'real' AND typeof(longitude) = 'real'")
                    return SessionContent(first: first, last: last, fixes: count ?? 0)
                }
                let tables = Schema.eventTables.map {
                    "SELECT * FROM (SELECT sequence, time FROM \($0) ORDER BY id LIMIT 1)"
                }
                let row = try Row.fetchOne(
                    database, sql: tables.joined(separator: " UNION ALL ") + " ORDER BY sequence LIMIT 1")
                guard let row, let time = Int64.fromDatabaseValue(row[1]) else { return nil }
                let start = SessionContent.End(time: time, latitude: 0, longitude: 0)
                return SessionContent(first: start, last: start, fixes: 0)
            }
        }
    }
}

extension SessionLibrary {
    /// Returns the identities of all sessions that can be read, by their paths. Those that the index does not know are read.
    public func contents() -> [String: SessionContent] {
        var contents: [String: SessionContent] = [:]
        var new: [(name: String, stamp: LibraryIndex.Stamp, content: SessionContent)] = []
        for entry in entries() {
            let name = String(entry.path.split(separator: "/").last ?? "")
            let stamp = stamp(entry.path)
            if let known = index.content(of: name, stamp: stamp) {
                contents[entry.path] = known
            } else if let content = try? SessionReader(opening: entry.path).content() {
                contents[entry.path] = content
                new.append((name, stamp, content))
            }
        }
        if !new.isEmpty { index.keep(new) }
        return contents
    }

    /// Keeps the identities of sessions that were just added.
    public func keep(_ contents: [String: SessionContent]) {
        index.keep(
            contents.map { path, content in
                (String(path.split(separator: "/").last ?? ""), stamp(path), content)
            })
    }

    /// Returns the start of a session whose content the index knows, as it does of imported ones; `nil` otherwise. O(1).
    public func knownStart(of entry: SessionEntry) -> Instant? {
        let name = String(entry.path.split(separator: "/").last ?? "")
        return index.content(of: name, stamp: stamp(entry.path)).map { Instant(nanoseconds: $0.first.time) }
    }
}

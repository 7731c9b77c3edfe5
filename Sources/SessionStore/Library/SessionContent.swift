import GRDB
import Geometry
public import SensorModel

/// The identity of a recording, independent of its file's name and format.
///
/// It consists of the first and the last fix and the number of fixes, compared with a tolerance for the rounding of
/// formats. The same activity as GPX and as FIT is therefore the same recording, but two devices on one ride are not.
public struct SessionContent: Sendable, Hashable, Codable {
    /// A fix of the recording: its time in nanoseconds and its position in degrees.
    public struct End: Sendable, Hashable, Codable {
        /// The time in nanoseconds since 1970.
        public var time: Int64
        /// The latitude in degrees.
        public var latitude: Double
        /// The longitude in degrees.
        public var longitude: Double
    }

    /// The first fix with a position or, if there is none, the first event.
    public var first: End
    /// The last fix with a position or, if there is none, the first event.
    public var last: End
    /// The number of fixes with a position.
    public var fixes: Int

    /// Creates the identity of events in session order; `nil` if there are none. O(n).
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

    /// The second in which the recording starts, used to look up recordings.
    public var second: Int64 { first.time / Self.nanoseconds }

    /// Returns whether another recording is the same one.
    public func isSame(as other: SessionContent) -> Bool {
        guard fixes > 0, other.fixes > 0 else { return fixes == other.fixes && first.time == other.first.time }
        let fewer = Double(min(fixes, other.fixes))
        return Self.isSame(first, other.first) && Self.isSame(last, other.last)
            && fewer >= Self.commonShare * Double(max(fixes, other.fixes))
    }

    private static let nanoseconds: Int64 = 1_000_000_000
    /// The tolerance for times in nanoseconds: formats without fractions of a second round them or cut them off.
    private static let timeTolerance: Int64 = 1_000_000_000
    /// The tolerance for coordinates in degrees, about 11 m.
    private static let placeTolerance = 1e-4
    /// The minimum ratio of the numbers of fixes: some exports leave out a few points.
    private static let commonShare = 0.95

    private static func isSame(_ one: End, _ other: End) -> Bool {
        one.time.subtractingReportingOverflow(other.time).partialValue.magnitude <= timeTolerance.magnitude
            && abs(one.latitude - other.latitude) < placeTolerance
            && abs(one.longitude - other.longitude) < placeTolerance
    }
}

extension SessionReader {
    /// Returns the identity of the session; `nil` if it is empty. Reads only the first and last rows of its tables.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func content() throws(SessionError) -> SessionContent? {
        try SessionError.translating(path) {
            try queue.read { database in
                let translation = BatchReader.translation(database)
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
                        return SessionContent.End(time: time &+ translation, latitude: latitude, longitude: longitude)
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
                let start = SessionContent.End(time: time &+ translation, latitude: 0, longitude: 0)
                return SessionContent(first: start, last: start, fixes: 0)
            }
        }
    }
}

extension SessionLibrary {
    /// Returns the identities of all readable sessions, by path. Reads the sessions that are not in the index.
    public func contents() -> [String: SessionContent] {
        var contents: [String: SessionContent] = [:]
        var new: [(name: String, stamp: LibraryIndex.Stamp, content: SessionContent)] = []
        for entry in entries() {
            let name = Self.name(of: entry.path)
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

    /// Stores the identities of sessions that were just added.
    public func keep(_ contents: [String: SessionContent]) {
        index.keep(
            contents.map { path, content in
                (Self.name(of: path), stamp(path), content)
            })
    }

    /// Returns the start of a session whose identity is in the index, as for imported sessions; `nil` otherwise. O(1).
    public func knownStart(of entry: SessionEntry) -> Instant? {
        index.content(of: Self.name(of: entry.path), stamp: stamp(entry.path)).map {
            Instant(nanoseconds: $0.first.time)
        }
    }
}

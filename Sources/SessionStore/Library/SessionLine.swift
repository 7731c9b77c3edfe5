import FusionCore
public import Geometry
public import SensorModel

/// The line of a session on a map of the whole library: the places that the shape of its track needs, with the default
/// tolerance of the simplifier.
public struct SessionLine: Sendable, Hashable {
    /// The version of this computation; lines of other versions are computed again.
    static let version = 1

    /// The places in order of time, in whole millionths of a degree.
    public private(set) var places: [Coordinate]
    /// The activity of the segment from each place to the next.
    public private(set) var activities: [Activity]
    /// Whether the segment from each place to the next is estimated.
    public private(set) var isEstimated: [Bool]

    private static let stepsPerDegree = 1e6
    private static let countBits = 32

    /// Creates the line of a finished track. O(n log n).
    /// - Parameters:
    ///   - track: The track.
    ///   - silence: The time in seconds without a position after which the line between two is only an estimate.
    init(_ track: FinishedTrack, silence: Double) {
        let points = track.simplified
        func rounded(_ degrees: Double) -> Double { (degrees * Self.stepsPerDegree).rounded() / Self.stepsPerDegree }
        places = points.map { point in
            let exact = point.estimate.coordinate
            return Coordinate(latitude: rounded(exact.latitude), longitude: rounded(exact.longitude))
        }
        activities = points.map(\.activity)
        isEstimated = points.estimatedSegments(silence: silence, along: track.track.times)
    }

    /// The line as the index stores it: the number of places, then columns of latitudes, longitudes, and twice the place
    /// of the activity in `Activity.allCases`, plus one if the segment is estimated.
    var bytes: [UInt8] {
        var writer = BitWriter()
        writer.write(UInt64(places.count), count: Self.countBits)
        let steps: (Double) -> Int64 = { Int64(Int(nearest: $0 * Self.stepsPerDegree)) }
        IntegerColumn.write(places.map { steps($0.latitude) }, to: &writer)
        IntegerColumn.write(places.map { steps($0.longitude) }, to: &writer)
        let kinds = zip(activities, isEstimated).map { activity, isEstimated in
            Int64(2 * (Activity.allCases.firstIndex(of: activity) ?? 0) + (isEstimated ? 1 : 0))
        }
        IntegerColumn.write(kinds, to: &writer)
        return writer.finish()
    }

    /// Reads a stored line; `nil` if the bytes are not one. O(n).
    init?(bytes: [UInt8]) {
        let columns = bytes.withUnsafeBytes { bytes -> [[Int64]]? in
            var reader = BitReader(bytes)
            guard let count = reader.read(count: Self.countBits).flatMap({ Int(exactly: $0) }) else { return nil }
            var columns: [[Int64]] = []
            for _ in 0..<3 {
                guard let column = IntegerColumn.read(count: count, from: &reader) else { return nil }
                columns.append(column)
            }
            return columns
        }
        guard let columns else { return nil }
        places = zip(columns[0], columns[1]).map {
            Coordinate(latitude: Double($0) / Self.stepsPerDegree, longitude: Double($1) / Self.stepsPerDegree)
        }
        let known = Activity.allCases
        activities = columns[2].map {
            known.indices.contains(Int(truncatingIfNeeded: $0 / 2)) ? known[Int($0 / 2)] : .unknown
        }
        isEstimated = columns[2].map { $0 & 1 == 1 }
    }
}

extension SessionLibrary {
    /// Returns the lines that the index has of some sessions, by path. Reads no session. O(points).
    public func knownLines(of paths: [String]) -> [String: SessionLine] {
        index.lines(of: paths.map { ($0, Self.name(of: $0), stamp($0)) })
    }

    /// Returns the line of a session: that of the index, or a new one, which is stored with the session's summary.
    /// - Throws: ``SessionError`` if the session cannot be read.
    public func line(of path: String) throws(SessionError) -> SessionLine {
        if let known = knownLines(of: [path])[path] { return known }
        return try digest(path).line
    }
}

public import FusionCore
public import Geometry
import SensorModel

/// The ground heights along a track, from a map.
public enum MapHeights {
    /// The maximum number of places for which a map is queried.
    private static let mostPlaces = 50_000
    /// The longest time in seconds between two places that a line of the chart joins.
    private static let longestStep = 60.0
    /// The number of usual intervals between places that a line always joins.
    private static let joinedIntervals = 4.0

    /// Returns the heights along a track in metres, missing if the map has none there; `nil` if it has none at all, or if
    /// the work was cancelled. O(places).
    /// - Parameters:
    ///   - track: The track.
    ///   - isCancelled: Returns whether to cancel the work.
    ///   - height: Returns the height at a place.
    public static func series(
        along track: PositionTrack, isCancelled: () -> Bool = { false }, height: (Coordinate) -> Double?
    ) -> TimeSeries? {
        let places = Array(stride(from: 0, to: track.count, by: max(1, track.count / mostPlaces)))
        guard let first = places.first, let last = places.last else { return nil }
        var values: [Float] = []
        values.reserveCapacity(places.count)
        for place in places {
            if isCancelled() { return nil }
            values.append(height(track.coordinate(of: place)).map { Float($0) } ?? .nan)
        }
        guard values.contains(where: \.isFinite) else { return nil }
        let interval = (track.times[last] - track.times[first]) / Double(max(1, places.count - 1))
        return TimeSeries(
            times: places.map { track.times[$0] }, values: values,
            longestStep: max(longestStep, joinedIntervals * interval))
    }

    /// Returns the ascent and descent of the ground; `nil` if the map has no heights for longer than a line of the chart
    /// joins. O(n).
    /// - Parameters:
    ///   - heights: The heights along a track, in metres.
    ///   - span: The part to count; `nil` for all of it.
    public static func climb(along heights: TimeSeries, within span: TimeSpan? = nil) -> ClimbCounter? {
        // The dead band suits them, too: files of SRTM are as uncertain as heights from satellites.
        var counter = ClimbCounter(deadBand: ClimbCounter.satelliteDeadBand)
        var unknownSince: Instant?
        for (time, height) in zip(heights.times, heights.values) where span?.contains(time) ?? true {
            counter.update(Double(height))
            unknownSince = height.isFinite ? nil : unknownSince ?? time
            if let unknownSince, time - unknownSince > heights.longestStep { return nil }
        }
        return counter.isMeasured ? counter : nil
    }
}

extension TimeSeries {
    /// Returns the series as differences from its first known value; unchanged if none is known.
    public var fromFirst: TimeSeries {
        guard let first = values.first(where: \.isFinite) else { return self }
        return TimeSeries(times: times, values: values.map { $0 - first }, longestStep: longestStep)
    }
}

public import FusionCore
import Geometry
public import RoadMatching
import SensorModel

/// The roads that a session followed, ready to be drawn on the map and over time.
public struct MatchedRoads: Sendable {
    /// The line along the roads. Off the roads, it follows the track and is dashed.
    public let track: TimedTrack
    /// The distance from the road in metres, missing off the roads.
    public let deviation: TimeSeries
    /// The fraction of the distance that is on roads; `nil` for a track without length.
    public let share: Double?
    /// The median distance from the road in metres; `nil` if no place is on a road.
    public let medianDeviation: Double?

    /// The longest time in seconds between two positions that a line of the chart joins.
    private static let longestStep = 60.0

    /// Prepares a match. O(n log n).
    /// - Parameters:
    ///   - match: The match.
    ///   - track: The track that was matched.
    public init(_ match: RoadMatch, of track: PositionTrack) {
        let times = track.times
        var instants: [Instant] = []
        var places: [Coordinate] = []
        var styles: [TrackStyle] = []
        for part in match.parts {
            for (point, progress) in zip(part.line, part.progress) {
                instants.append(times.instant(at: progress))
                places.append(point)
                styles.append(TrackStyle(color: 0, isDashed: !part.isOnRoad))
            }
            if !styles.isEmpty { styles[styles.count - 1] = .gap }
        }
        self.track = TimedTrack(times: instants, geometry: TrackGeometry(places, styles: styles))
        deviation = TimeSeries(
            times: times, values: match.places.map { $0.map { Float($0.deviation) } ?? .nan },
            longestStep: Self.longestStep)
        share = match.roadShare
        medianDeviation = match.deviations([0.5])?.first
    }
}

extension [Instant] {
    /// Returns the time at a number with fractions between two; they are ascending.
    fileprivate func instant(at progress: Double) -> Instant {
        guard let last = indices.last, let index = Int(exactly: progress.rounded(.down)), index >= 0 else {
            return first ?? Instant(nanoseconds: 0)
        }
        guard index < last else { return self[last] }
        return self[index] + (self[index + 1] - self[index]) * (progress - Double(index))
    }
}

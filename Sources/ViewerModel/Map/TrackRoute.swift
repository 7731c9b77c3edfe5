public import Geometry
import Glibc
public import SensorModel

/// A drawn track with its length along the line, so that marks are evenly spaced on it for any view.
public struct TrackRoute: Sendable {
    /// A place on the line at which the distance is a whole number of units.
    public struct Milestone: Sendable, Hashable {
        /// The distance in units.
        public let number: Int
        /// The time at which it was reached.
        public let time: Instant
        /// The place on the line.
        public let point: UnitMercator
    }

    /// The drawn track.
    public let track: TimedTrack
    /// The milestones at whole kilometres or other units, in order of time.
    public let milestones: [Milestone]
    /// The unit of ``milestones`` in metres.
    public let unitMetres: Double
    /// The length of the line up to each point, without gaps, in units of the Mercator square.
    let lengths: [Float]

    /// The maximum number of milestones.
    public static let mostMilestones = 20_000

    /// Measures a track. O(n + m log n).
    /// - Parameters:
    ///   - track: The drawn track.
    ///   - milestones: The time at which each milestone was reached, ascending.
    ///   - unitMetres: The distance between two milestones in metres.
    public init(_ track: TimedTrack, milestones: [Instant], unitMetres: Double) {
        self.track = track
        self.unitMetres = unitMetres
        let geometry = track.geometry
        var lengths: [Float] = []
        lengths.reserveCapacity(geometry.count)
        var total = 0.0
        for index in 0..<geometry.count {
            if index > 0, geometry.styles[index - 1] != .gap {
                total += hypot(geometry.x[index] - geometry.x[index - 1], geometry.y[index] - geometry.y[index - 1])
            }
            lengths.append(Float(total))
        }
        self.lengths = lengths
        self.milestones = milestones.prefix(Self.mostMilestones).enumerated().compactMap { index, time in
            track.point(at: time).map { Milestone(number: index + 1, time: time, point: $0) }
        }
    }

    /// Returns the point at a length along the line. O(log n).
    func point(atLength length: Double) -> UnitMercator {
        let geometry = track.geometry
        let next = lengths.partitionPoint { Double($0) <= length }
        guard next > 0 else { return geometry.point(0) }
        guard next < lengths.count else { return geometry.point(lengths.count - 1) }
        let step = Double(lengths[next]) - Double(lengths[next - 1])
        return geometry.point(next - 1, share: step > 0 ? (length - Double(lengths[next - 1])) / step : 0)
    }
}

extension TrackGeometry {
    /// Returns the point at a share of the segment that begins at a point of the track.
    func point(_ index: Int, share: Double) -> UnitMercator {
        let next = min(index + 1, count - 1)
        return UnitMercator(x: x[index] + share * (x[next] - x[index]), y: y[index] + share * (y[next] - y[index]))
    }
}

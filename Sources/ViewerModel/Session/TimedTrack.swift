public import Geometry
public import SensorModel

/// A track with the times of its points.
public struct TimedTrack: Sendable {
    /// The times of the points, ascending.
    public let times: TrackTimes
    /// The places, ready to be drawn.
    public let geometry: TrackGeometry

    /// A track without points, for a session without a line.
    public static let empty = TimedTrack(times: [Instant](), geometry: TrackGeometry([Coordinate]()))

    /// Joins times and the same number of places.
    public init(times: [Instant], geometry: TrackGeometry) {
        self.init(times: TrackTimes(times), geometry: geometry)
    }

    /// Joins times and the same number of places.
    public init(times: TrackTimes, geometry: TrackGeometry) {
        self.times = times
        self.geometry = geometry
    }

    /// Returns the position along the track at an instant: the index of a point, with a fraction between two; 0 before
    /// the first. For ``TrackGeometry/select(in:dividedAt:options:into:)``. O(log n).
    public func limit(at instant: Instant) -> Double {
        let index = upperBound(of: instant, in: times) - 1
        guard index >= 0 else { return 0 }
        guard index + 1 < times.count else { return Double(index) }
        let step = times[index + 1] - times[index]
        return Double(index) + (step > 0 ? min(1, (instant - times[index]) / step) : 0)
    }

    /// Returns the place on the line at an instant; `nil` outside the track and in a gap. O(log n).
    public func point(at instant: Instant) -> UnitMercator? {
        guard let first = times.first, let last = times.last, first <= instant, instant <= last else { return nil }
        let place = limit(at: instant)
        let index = min(Int(place), geometry.count - 1)
        return geometry.styles[index] == .gap ? nil : geometry.point(index, share: place - Double(index))
    }

    /// Returns the track with nothing drawn outside a stretch of time; a segment that reaches into it stays. O(n).
    public func clipped(to range: ClosedRange<Instant>) -> TimedTrack {
        var styles = geometry.styles
        for index in styles.indices {
            let end = index + 1 < times.count ? times[index + 1] : times[index]
            if end <= range.lowerBound || times[index] >= range.upperBound { styles[index] = .gap }
        }
        return TimedTrack(times: times, geometry: geometry.restyled(styles))
    }
}

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

    /// Returns the time at which the track is nearest to a place; `nil` without a line. O(n).
    /// - Parameters:
    ///   - place: The place.
    ///   - tolerance: The maximum difference of two distances that count as equal, as on a way out and back, in units of the
    ///     Mercator square.
    ///   - instant: The instant to which the time is nearest among those at equal distances.
    public func time(nearestTo place: UnitMercator, tolerance: Double, around instant: Instant) -> Instant? {
        var place = place
        place.x += (geometry.bounds.centre.x - place.x).rounded()
        func foot(_ index: Int) -> (distance: Double, time: Instant) {
            let (start, end) = (geometry.point(index), geometry.point(index + 1))
            let (x, y) = (end.x - start.x, end.y - start.y)
            let square = x * x + y * y
            let along = square > 0 ? ((place.x - start.x) * x + (place.y - start.y) * y) / square : 0
            let share = min(1, max(0, along))
            let (right, down) = (place.x - start.x - share * x, place.y - start.y - share * y)
            let time = times[index] + share * (times[index + 1] - times[index])
            return ((right * right + down * down).squareRoot(), time)
        }
        let segments = geometry.styles.indices.dropLast().filter { geometry.styles[$0] != .gap }
        guard let nearest = segments.lazy.map({ foot($0).distance }).min() else { return nil }
        return segments.lazy.map(foot).filter { $0.distance <= nearest + tolerance }
            .min { abs($0.time - instant) < abs($1.time - instant) }?.time
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

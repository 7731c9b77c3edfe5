public import Geodesy
public import SensorModel

/// A track with the times of its points.
public struct TimedTrack: Sendable {
    /// When, ascending.
    public let times: [Instant]
    /// Where, ready to be drawn.
    public let geometry: TrackGeometry

    /// A track of nothing.
    public static let empty = TimedTrack(times: [], geometry: TrackGeometry([Coordinate]()))

    /// Joins times and places; as many of each.
    public init(times: [Instant], geometry: TrackGeometry) {
        self.times = times
        self.geometry = geometry
    }

    /// Returns how far the track goes up to an instant: the place of a point, fractions between two; 0 before the
    /// first. For ``TrackGeometry/select(in:from:upTo:options:into:)``. O(log n).
    public func limit(at instant: Instant) -> Double {
        let index = upperBound(of: instant, in: times) - 1
        guard index >= 0 else { return 0 }
        guard index + 1 < times.count else { return Double(index) }
        let step = times[index + 1] - times[index]
        return Double(index) + (step > 0 ? min(1, (instant - times[index]) / step) : 0)
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

    /// Returns the box around what lies in a stretch of time; empty where nothing does. O(n).
    public func bounds(in range: ClosedRange<Instant>) -> MercatorBounds {
        var bounds = MercatorBounds.empty
        let first = lowerBound(of: range.lowerBound, in: times)
        for index in first..<max(first, upperBound(of: range.upperBound, in: times)) {
            bounds.include(x: geometry.x[index], y: geometry.y[index])
        }
        return bounds
    }

    /// Returns the time from the first to the last point within a box; nil where none is. O(n).
    public func range(in box: MercatorBounds) -> ClosedRange<Instant>? {
        var range: ClosedRange<Instant>?
        for index in times.indices where box.contains(x: geometry.x[index], y: geometry.y[index]) {
            range = (range?.lowerBound ?? times[index])...times[index]
        }
        return range
    }
}

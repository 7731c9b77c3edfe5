public import FusionCore
public import Geodesy
public import SensorModel

/// One of a session's tracks with the time of each point.
public struct SessionTrack: Sendable {
    /// When, ascending.
    public let times: [Instant]
    /// Where, ready to be drawn.
    public let geometry: TrackGeometry

    /// Joins times and places; a step back in time is passed over.
    /// - Parameters:
    ///   - points: Time, place and the style of the segment that ends there.
    ///   - longestStep: Seconds between two points beyond which no line joins them.
    init(_ points: [(time: Instant, coordinate: Coordinate, style: TrackStyle)], longestStep: Double) {
        var kept: [(time: Instant, coordinate: Coordinate, style: TrackStyle)] = []
        kept.reserveCapacity(points.count)
        for point in points where kept.last.map({ $0.time <= point.time }) ?? true { kept.append(point) }
        times = kept.map(\.time)
        var styles = [TrackStyle](repeating: .plain, count: kept.count)
        for index in kept.indices.dropLast() {
            let isGap = kept[index + 1].time - kept[index].time > longestStep
            styles[index] = isGap ? .gap : kept[index + 1].style
        }
        geometry = TrackGeometry(kept.map(\.coordinate), styles: styles)
    }

    /// How many points there are.
    public var count: Int { times.count }

    /// Returns how far the track goes up to an instant: the place of a point, fractions between two; nil before the
    /// first. For ``TrackGeometry/select(in:upTo:options:into:)``. O(log n).
    public func limit(at instant: Instant) -> Double? {
        let index = upperBound(of: instant, in: times) - 1
        guard index >= 0 else { return nil }
        guard index + 1 < times.count else { return Double(index) }
        let step = times[index + 1] - times[index]
        return Double(index) + (step > 0 ? min(1, (instant - times[index]) / step) : 0)
    }
}

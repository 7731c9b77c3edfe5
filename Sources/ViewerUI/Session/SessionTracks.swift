import FusionCore
import Geodesy
import SensorModel
import ViewerModel

/// A track with the times of its points.
struct TimedTrack: Sendable {
    let times: [Instant]
    let geometry: TrackGeometry

    static let empty = TimedTrack(times: [], geometry: TrackGeometry([Coordinate]()))

    /// Returns the point at an instant, with the share of the way to the next.
    func limit(at instant: Instant) -> Double {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        guard low < times.count else { return Double(times.count - 1) }
        let step = times[low] - times[low - 1]
        return Double(low - 1) + (step > 0 ? (instant - times[low - 1]) / step : 0)
    }
}

/// A fix with what became of it.
struct ShownFix: Sendable {
    var time: Instant
    var coordinate: Coordinate
    var speed: Double?
    var accuracy: Double?
    var rejection: FixVerdict.Rejection?

    /// Where it lies on the map.
    var point: UnitMercator { UnitMercator(coordinate) }
}

/// The tracks of a session, ready to be drawn.
struct SessionTracks: Sendable {
    var raw = TimedTrack.empty
    var filtered = TimedTrack.empty
    var smoothed = TimedTrack.empty
    var simplified = TimedTrack.empty
    var rejected: [ShownFix] = []
    /// The places where somebody stayed.
    var stops: [StorylineItem.Stop] = []
    /// The positions that the filtered track is made of.
    var positions: [PositionEstimate] = []

    /// Makes tracks of nothing.
    init() {}

    init(_ findings: SessionFindings) {
        let (fixes, positions, simplified) = (findings.fixes, findings.positions, findings.simplified)
        smoothed = TimedTrack(
            times: findings.smoothed.map(\.time), geometry: TrackGeometry(findings.smoothed.map(\.coordinate)))
        raw = TimedTrack(times: fixes.map(\.time), geometry: TrackGeometry(fixes.map(\.coordinate)))
        filtered = TimedTrack(times: positions.map(\.time), geometry: TrackGeometry(positions.map(\.coordinate)))
        self.simplified = TimedTrack(
            times: simplified.map(\.estimate.time),
            geometry: TrackGeometry(simplified.map(\.estimate.coordinate), styles: Self.styles(of: simplified)))
        rejected = fixes.filter { $0.rejection != nil }
        self.positions = positions
        stops = (findings.day?.items ?? []).compactMap { item in
            if case .stop(let stop) = item { stop } else { nil }
        }
    }

    /// A segment is estimated where either end is, and has the activity of where it begins.
    private static func styles(of points: [SimplifiedPoint]) -> [TrackStyle] {
        points.indices.map { place in
            let next = points[min(place + 1, points.count - 1)]
            return TrackStyle(
                points[place].activity, isDashed: points[place].estimate.isEstimated || next.estimate.isEstimated)
        }
    }

    /// The box around everything accepted; nil where there is nothing.
    var bounds: MercatorBounds? {
        let box = filtered.geometry.isEmpty ? raw.geometry.bounds : filtered.geometry.bounds
        return box.isEmpty ? nil : box
    }
}

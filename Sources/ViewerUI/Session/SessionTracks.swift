import FusionCore
import Geodesy
import SensorModel
import ViewerModel

/// A fix with what became of it.
struct ShownFix: Sendable {
    var time: Instant
    var coordinate: Coordinate
    var speed: Double?
    var accuracy: Double?
    var rejection: FixVerdict.Rejection?
}

/// The tracks of a session, ready to be drawn.
struct SessionTracks: Sendable {
    var raw = TimedTrack.empty
    var filtered = TimedTrack.empty
    var smoothed = TimedTrack.empty
    var simplified = TimedTrack.empty
    var rejected = MarkedPoints.empty
    /// The places where somebody stayed.
    var stops: [StorylineItem.Stop] = []
    /// The positions that the filtered track is made of.
    var positions = PositionTrack()

    /// Makes tracks of nothing.
    init() {}

    /// Makes the tracks of findings; those that are there already are taken as they are.
    init(
        _ findings: SessionFindings, raw: TimedTrack? = nil, smoothed: TimedTrack? = nil, filtered: TimedTrack? = nil
    ) {
        let (fixes, positions, simplified) = (findings.fixes, findings.positions, findings.simplified)
        self.smoothed = smoothed ?? Self.track(findings.smoothed)
        self.raw = raw ?? TimedTrack(times: fixes.map(\.time), geometry: TrackGeometry(fixes.map(\.coordinate)))
        self.filtered = filtered ?? Self.track(positions)
        self.simplified = TimedTrack(
            times: simplified.map(\.estimate.time),
            geometry: TrackGeometry(simplified.map(\.estimate.coordinate), styles: Self.styles(of: simplified)))
        let notTaken = fixes.filter { $0.rejection != nil }
        rejected = MarkedPoints(times: notTaken.map(\.time), coordinates: notTaken.map(\.coordinate))
        self.positions = positions
        stops = (findings.day?.items ?? []).compactMap { item in
            if case .stop(let stop) = item { stop } else { nil }
        }
    }

    /// The track of positions, dashed where they are estimated.
    static func track(_ positions: PositionTrack) -> TimedTrack {
        let styles = positions.indices.map { place in
            let next = min(place + 1, positions.count - 1)
            return TrackStyle(color: 0, isDashed: positions.isEstimated(place) || positions.isEstimated(next))
        }
        return TimedTrack(
            times: positions.indices.map { positions.time(of: $0) },
            geometry: TrackGeometry(positions.places, styles: styles))
    }

    /// Returns the tracks with nothing drawn outside a stretch of time.
    func clipped(to range: ClosedRange<Instant>) -> SessionTracks {
        var part = self
        part.raw = raw.clipped(to: range)
        part.filtered = filtered.clipped(to: range)
        part.smoothed = smoothed.clipped(to: range)
        part.simplified = simplified.clipped(to: range)
        part.rejected = rejected.clipped(to: range)
        part.positions = PositionTrack(positions.filter { range.contains($0.time) })
        part.stops = stops.filter { $0.start <= range.upperBound && $0.end >= range.lowerBound }
        return part
    }

    /// The best track there is of every position: after the backward pass, where there was one.
    var finest: TimedTrack { smoothed.times.isEmpty ? filtered : smoothed }

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

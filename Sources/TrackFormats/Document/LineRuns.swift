import Geodesy
import SensorModel

/// A stretch of a segment in which nothing changes that a map would show: the activity, and measured or estimated.
struct LineRun {
    var activity: Activity?
    var isEstimated: Bool
    /// Its points; the first is the last of the run before, so that the line continues.
    var points: [TrackDocument.Point]

    /// Cuts a segment into runs, in each of which all points have a time or none has. O(n).
    static func runs(of segment: [TrackDocument.Point]) -> [LineRun] {
        var parts: [[TrackDocument.Point]] = []
        for point in segment {
            if let last = parts.last?.last, (last.time == nil) == (point.time == nil) {
                parts[parts.count - 1].append(point)
            } else {
                parts.append([point])
            }
        }
        return parts.flatMap(joinedRuns)
    }

    /// Cuts points into runs that share the point between them.
    private static func joinedRuns(of segment: [TrackDocument.Point]) -> [LineRun] {
        var runs: [LineRun] = []
        for point in segment {
            if let last = runs.last, last.activity == point.activity, last.isEstimated == point.isEstimated {
                runs[runs.count - 1].points.append(point)
                continue
            }
            // The step into an estimated stretch and the step out of it are estimates too.
            let before = runs.last?.points.last
            if !point.isEstimated, runs.last?.isEstimated == true {
                runs[runs.count - 1].points.append(point)
                runs.append(LineRun(activity: point.activity, isEstimated: false, points: [point]))
            } else {
                runs.append(
                    LineRun(
                        activity: point.activity, isEstimated: point.isEstimated,
                        points: (before.map { [$0] } ?? []) + [point]))
            }
        }
        return runs
    }

    /// Cuts a line where it crosses the antimeridian, as RFC 7946 3.1.9 asks, with points on both sides of it.
    static func cutAtAntimeridian(_ points: [TrackDocument.Point]) -> [[TrackDocument.Point]] {
        var parts: [[TrackDocument.Point]] = []
        var part: [TrackDocument.Point] = []
        for point in points {
            if let last = part.last, abs(last.coordinate.longitude - point.coordinate.longitude) > 180 {
                let (here, there) = crossing(from: last, to: point)
                parts.append(part + [here])
                part = [there]
            }
            part.append(point)
        }
        if !part.isEmpty { parts.append(part) }
        return parts
    }

    private static func crossing(
        from: TrackDocument.Point, to: TrackDocument.Point
    ) -> (TrackDocument.Point, TrackDocument.Point) {
        let side = from.coordinate.longitude > 0 ? 180.0 : -180.0
        let step = to.coordinate.longitude + 2 * side - from.coordinate.longitude
        let share = step == 0 ? 0 : (side - from.coordinate.longitude) / step
        let latitude = from.coordinate.latitude + share * (to.coordinate.latitude - from.coordinate.latitude)
        var here = TrackDocument.Point(coordinate: Coordinate(latitude: latitude, longitude: side))
        if let start = from.time, let end = to.time { here.time = start + share * (end - start) }
        if let start = from.altitude, let end = to.altitude { here.altitude = start + share * (end - start) }
        (here.activity, here.isEstimated) = (from.activity, from.isEstimated)
        var there = here
        there.coordinate = Coordinate(latitude: latitude, longitude: -side)
        return (here, there)
    }
}

extension TrackDocument {
    /// Seconds without a point after which a line is cut rather than drawn on.
    public static let defaultGap = 120.0

    /// Cuts points into segments at gaps and where the time steps back. O(n).
    /// - Parameters:
    ///   - points: In the order in which they were passed.
    ///   - gap: Seconds between two points of one segment at most.
    public static func segments(of points: [Point], gap: Double = defaultGap) -> [[Point]] {
        var segments: [[Point]] = []
        var segment: [Point] = []
        for point in points {
            if let before = segment.last?.time, let time = point.time, !(0...gap ~= time - before) {
                segments.append(segment)
                segment = []
            }
            segment.append(point)
        }
        if !segment.isEmpty { segments.append(segment) }
        return segments
    }
}

import Geometry
import SensorModel

/// A part of a segment that a map draws in one style: one activity, and either measured or estimated.
struct LineRun {
    var activity: Activity?
    var isEstimated: Bool
    /// The points. The first one repeats the last point of the previous run, so that the line is unbroken.
    var points: [TrackDocument.Point]

    /// Splits a segment into runs. Within a run, either every point has a time or none has. O(n).
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

    /// Splits points into runs; adjacent runs share a point.
    private static func joinedRuns(of segment: [TrackDocument.Point]) -> [LineRun] {
        var runs: [LineRun] = []
        for point in segment {
            if let last = runs.last, last.activity == point.activity, last.isEstimated == point.isEstimated {
                runs[runs.count - 1].points.append(point)
                continue
            }
            // The steps into and out of an estimated part are estimates, too.
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

    /// Cuts a line where it crosses the antimeridian, as RFC 7946 section 3.1.9 requires, and adds a point on each
    /// side.
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
    /// The default maximum time between two points of a line, in seconds; a longer gap cuts the line.
    public static let defaultGap = 120.0

    /// Cuts points into segments at gaps and where the time goes backwards. O(n).
    /// - Parameters:
    ///   - points: The points, in the order in which they were passed.
    ///   - gap: The maximum time between two points of one segment, in seconds.
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

import Geodesy
import NavigationMath
import SensorModel

/// Finds the stays in a slow time that extends further than a stop, such as a stroll with an unknown number of rests.
///
/// A place was left if a point is farther than the maximum radius from the mean of the points before it. A part that
/// leads from one side to the other was a passage and not a stay. In the other parts, the ends are the arrival and the
/// departure.
struct WideStay {
    let points: ArraySlice<DayPoint>
    let parameters: DayParameters

    /// The minimum length of a passage, in radii of its area: a straight passage has 2, and a departure from a stay has
    /// 1.
    private static let passage = 1.5

    /// Returns the stays in order of time. O(n).
    func stays() -> [Stay] { parts().filter { !Self.isWay($0) }.compactMap(stay) }

    /// Returns whether points lead from one side of their area to the other.
    static func isWay(_ part: ArraySlice<DayPoint>) -> Bool {
        let farthest = StayGeometry.distances(of: part, to: StayGeometry.centre(of: part)).max() ?? 0
        let through = part[part.startIndex].coordinate.distance(to: part[part.endIndex - 1].coordinate)
        return farthest > 0 && through >= passage * farthest
    }

    /// Returns parts in which no point is farther than the maximum radius from the mean of the points before it.
    private func parts() -> [ArraySlice<DayPoint>] {
        var parts: [ArraySlice<DayPoint>] = []
        var start = points.startIndex
        var plane = LocalPlane(origin: points[start].coordinate)
        var mean = PlanePoint(east: 0, north: 0)
        var seconds = 0.0
        for index in points.indices.dropFirst() {
            let place = plane.point(points[index].coordinate)
            let (east, north) = (place.east - mean.east, place.north - mean.north)
            if (east * east + north * north).squareRoot() > parameters.largestRadius {
                parts.append(points[start..<index])
                start = index
                plane = LocalPlane(origin: points[start].coordinate)
                (mean, seconds) = (PlanePoint(east: 0, north: 0), 0)
            } else {
                let step = points[index].time - points[index - 1].time
                seconds += step
                let share = seconds > 0 ? step / seconds : 1
                mean = PlanePoint(east: mean.east + share * east, north: mean.north + share * north)
            }
        }
        return parts + [points[start...]]
    }

    private func stay(_ part: ArraySlice<DayPoint>) -> Stay? {
        let distances = StayGeometry.distances(of: part, to: StayGeometry.centre(of: part))
        let reach = max(StayGeometry.radius(of: part, parameters), quantiles([0.5], of: distances)[0])
        guard let first = distances.firstIndex(where: { $0 <= reach }),
            let last = distances.lastIndex(where: { $0 <= reach })
        else { return nil }
        let range = (part.startIndex + first)...(part.startIndex + last)
        let centre = StayGeometry.centre(of: points[range])
        let spread = quantiles([0.9], of: StayGeometry.distances(of: points[range], to: centre))[0]
        let radius = max(StayGeometry.radius(of: points[range], parameters), spread)
        guard radius <= parameters.largestRadius else { return nil }
        return Stay(
            points: range, start: points[range.lowerBound].time, end: points[range.upperBound].time, centre: centre,
            radius: radius)
    }
}
